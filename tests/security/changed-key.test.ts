import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { CLOSED } from '../support/access.ts'
import { type ApiServer, call, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { runFloe } from '../support/run-command.ts'
import { type Scope, startRelayFor, temporaryFolder } from '../support/scope.ts'

/** The sealed values of a running server's database: they must not be found once they are deleted. */
function sealedIn(dataDir: string): Buffer[] {
  const db = new Database(join(dataDir, 'floe.db'), { readonly: true })
  try {
    return db
      .prepare<[], Buffer>(
        `SELECT sealed FROM env_settings WHERE sealed IS NOT NULL
         UNION ALL SELECT sealed FROM share_records`,
      )
      .pluck()
      .all()
  } finally {
    db.close()
  }
}

/** Names of the files in a folder that hold any of these, or a piece from their middle. */
function filesWith(dataDir: string, values: readonly Buffer[]): string[] {
  const pieces = values.map((value) => value.subarray(40, 72))
  return readdirSync(dataDir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => {
      const bytes = readFileSync(file)
      return pieces.some((piece) => bytes.includes(piece))
    })
}

interface Pair {
  shareCredential: string
  groupCredential: string
}

const shareRecordsOf = async (server: ApiServer) =>
  (await server.get('/api/shares')).body as (Pair & { id: string; source: string })[]

async function setUp(scope: Scope, key: Record<string, string> = {}) {
  const relay = await startRelayFor(scope)
  const [keyset, other] = [newKeyset(), newKeyset()]
  const dataDir = join(temporaryFolder(scope), 'data')
  const start = (environment: Record<string, string> = key) =>
    startServer(scope, { dataDir, environment })
  const server = await start()
  const credentials = firstShare(keyset, [relay.url])
  expect((await server.post('/api/env', credentials)).status).toBe(200)
  const record: Pair = {
    shareCredential: other.shareCredentials[0] ?? '',
    groupCredential: other.groupCredential,
  }
  expect((await server.post('/api/shares', record)).status).toBe(200)
  await server.status(({ nodeActive }) => nodeActive)
  return { server, start, dataDir, credentials, record }
}

const deleteCredentials = (server: ApiServer, more: object) =>
  server.post('/api/env/delete', { keys: ['SHARE_CRED', 'GROUP_CRED', 'GROUP_NAME'], ...more })

/** Takes in older rows under the present key. */
const adopt = (scope: Scope, dataDir: string, key: Record<string, string> = {}) =>
  runFloe(scope, { DATA_DIR: dataDir, ...key }, 'adopt')

test('The sealing key can be changed step by step, as docs/threat-model.md says', async (t) => {
  const { server, start, dataDir, credentials } = await setUp(t)
  const keyFile = join(dataDir, 'secret.key')
  const before = readFileSync(keyFile, 'utf8')
  const sealed = sealedIn(dataDir)
  expect(sealed).toHaveLength(3)
  expect(filesWith(dataDir, sealed)).not.toEqual([])

  expect(
    (await call(`${server.url}/api/backup`, { method: 'POST', body: '{"withKey":false}' })).status,
  ).toBe(200)
  expect(await deleteCredentials(server, { shareRecords: true })).toMatchObject({
    status: 200,
    body: { deletedShareRecords: 1 },
  })
  expect(filesWith(dataDir, sealed)).toEqual([])
  await server.stop()
  rmSync(keyFile)
  expect(await adopt(t, dataDir)).toMatchObject({ code: 0 })
  const again = await start()

  expect(readFileSync(keyFile, 'utf8')).not.toBe(before)
  expect(await shareRecordsOf(again)).toEqual([])
  expect((await again.post('/api/env', credentials)).status).toBe(200)
  await again.status(({ nodeActive }) => nodeActive)
  expect(filesWith(dataDir, sealed)).toEqual([])
})

test('SECRET_KEY can be changed the same way, but not while a record is sealed with the old one', async (t) => {
  const [old, fresh] = [{ SECRET_KEY: 'o'.repeat(40) }, { SECRET_KEY: 'n'.repeat(40) }]
  const { server, start, dataDir } = await setUp(t, old)
  await deleteCredentials(server, {})
  await server.stop()

  await expect(start(fresh)).rejects.toThrow(/sealed with another key/)

  const back = await start(old)
  const [record] = await shareRecordsOf(back)
  const { status } = await call(`${back.url}/api/shares/${record?.id}`, { method: 'DELETE' })
  expect(status).toBe(200)
  await back.stop()
  expect(await adopt(t, dataDir, fresh)).toMatchObject({ code: 0 })
  await start(fresh)
})

test('A saved record is gone from every file once it is deleted, and only that one', async (t) => {
  const { server, dataDir, credentials } = await setUp(t)
  const kept = newKeyset()
  const second: Pair = {
    shareCredential: kept.shareCredentials[0] ?? '',
    groupCredential: kept.groupCredential,
  }
  const [first, ...others] = sealedIn(dataDir).reverse()
  if (first === undefined) throw new Error('no record')
  await server.post('/api/shares', second)
  const [, record] = (await shareRecordsOf(server)).filter(({ source }) => source === 'saved')

  const gone = await call(`${server.url}/api/shares/${record?.id}`, { method: 'DELETE' })

  expect([gone.status, gone.body]).toEqual([200, { success: true }])
  expect(filesWith(dataDir, [first])).toEqual([])
  expect(filesWith(dataDir, others)).not.toEqual([])
  const saved = (await shareRecordsOf(server)).filter(({ source }) => source === 'saved')
  expect(saved).toMatchObject([second])
  expect((await server.get('/api/env')).body).toMatchObject({ SHARE_CRED: credentials.SHARE_CRED })
  expect(server.context.store.audit.page({ limit: 1 })).toMatchObject([
    { action: 'share.delete', outcome: 'ok', detail: { id: record?.id } },
  ])
})

test('An unknown record is not found, and nothing is deleted in its place', async (t) => {
  const { server } = await setUp(t)
  const before = await shareRecordsOf(server)
  expect(before.map(({ source }) => source).sort()).toEqual(['environment', 'saved'])

  for (const id of ['environment', crypto.randomUUID(), '%27%20OR%201=1', '1']) {
    const { status, body } = await call(`${server.url}/api/shares/${id}`, { method: 'DELETE' })
    expect([id, status, body]).toMatchObject([id, 404, { error: expect.stringMatching(/saved/) }])
  }
  expect(await shareRecordsOf(server)).toEqual(before)
})

test('Nobody deletes a saved record without the admin scope', async (t) => {
  const API_KEY = 'k'.repeat(32)
  const server = await startServer(t, { environment: { ...CLOSED, API_KEY } })
  const { groupCredential, shareCredentials } = newKeyset()
  const admin = { 'X-API-Key': API_KEY }
  const body = { groupCredential, shareCredential: shareCredentials[0] }
  expect((await server.post('/api/shares', body, admin)).status).toBe(200)
  const made = await server.post('/api/auth/keys', { name: 'sign', scope: 'sign' }, admin)
  const id = server.context.store.keyset(1).shares.list()[0]?.id
  const remove = (headers: Record<string, string>) =>
    call(`${server.url}/api/shares/${id}`, { method: 'DELETE', headers })

  expect((await remove({})).status).toBe(401)
  expect((await remove({ 'X-API-Key': (made.body as { key: string }).key })).status).toBe(403)
  expect(server.context.store.keyset(1).shares.list()).toHaveLength(1)
  expect((await remove(admin)).status).toBe(200)
})
