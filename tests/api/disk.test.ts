import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, type TestContext, test } from 'vitest'
import { FIRST_KEYSET } from '#contract/keysets.ts'
import { store as texts } from '#contract/messages.ts'
import { write } from '#store/database.ts'
import { createGuards } from '#store/guards.ts'
import { createKeysetStore } from '#store/keyset-store.ts'
import { createNonces } from '#store/nonces/nonces.ts'
import { createSealer } from '#store/sealing.ts'
import { findSealingKey } from '#store/sealing-key.ts'
import { fillDisk, makeRoom } from '#store/testing/support.ts'
import { type ApiServer, call, firstShare, newKeyset, startServer } from '../support/api-server.ts'

const keyset = newKeyset()
const settings = firstShare(keyset, ['ws://127.0.0.1:9'])
const peer = keyset.group.commits[1]?.pubkey ?? ''

type Send = (server: ApiServer) => ReturnType<typeof call>

/** Saves more than fits into the free pages of the database. */
const saveSettings: Send = ({ post }) => {
  const [, SHARE_CRED = ''] = keyset.shareCredentials
  const relays = Array.from({ length: 20 }, (_, n) => `ws://127.0.0.1:9/${n}${'x'.repeat(400)}`)
  return post('/api/env', { ...settings, SHARE_CRED, RELAYS: JSON.stringify(relays) })
}
const saveShare: Send = ({ post }) =>
  post('/api/shares', {
    shareCredential: settings.SHARE_CRED,
    groupCredential: settings.GROUP_CRED,
    name: 'n'.repeat(200),
  })
const setPolicy: Send = ({ url }) =>
  call(`${url}/api/peers/${peer}/policy`, {
    method: 'PUT',
    body: JSON.stringify({ allowSend: false, allowReceive: false }),
  })

/** A server with saved credentials, whose database the test can reach as well. */
async function startOnDisk(t: TestContext): Promise<{ server: ApiServer; db: Database.Database }> {
  const server = await startServer(t)
  expect((await server.post('/api/env', settings)).status).toBe(200)
  const db = new Database(join(server.dataDir, 'floe.db'))
  t.onTestFinished(() => {
    db.close()
  })
  const { store, log } = server.context
  const key = findSealingKey({ dataDir: store.dataDir, secret: undefined, log })
  if (key === undefined) throw new Error('the server has no key')
  const sealer = createSealer(key)
  const guards = createGuards(db, key, log)
  const { audit } = store
  const nonces = createNonces(store.dataDir, log)
  const kept = createKeysetStore(FIRST_KEYSET, { db, sealer, guards, audit, nonces, now: Date.now })
  const real = store.keyset(FIRST_KEYSET)
  // Replaced in place, because parts of the server hold these objects already.
  for (const part of ['settings', 'policies', 'shares'] as const) {
    Object.assign(real[part], kept[part])
  }
  Object.assign(store, { transaction: (work: () => void) => write(db, work) })
  return { server, db }
}

/** All that the calls of this file may change, except the audit rows of refused ones. */
async function keptBy({ get, context }: ApiServer): Promise<unknown> {
  const paths = ['/api/env', '/api/shares', `/api/peers/${peer}/policy`]
  const answers = await Promise.all(paths.map(async (path) => (await get(path)).body))
  return [answers, context.store.audit.page({ limit: 100 }).map(({ action }) => action)]
}

const inWords = (error: string) => ({ error, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) })

describe.concurrent('A change that can’t be kept', () => {
  test('on a full disk is answered with 507 and what to do, and nothing of it is kept', async (t) => {
    const { server, db } = await startOnDisk(t)
    const before = await keptBy(server)
    fillDisk(db)

    const { status, body } = await saveSettings(server)

    expect({ status, body }).toMatchObject({
      status: 507,
      body: inWords(texts.full(server.dataDir)),
    })
    expect(await keptBy(server)).toEqual(before)
    makeRoom(db)
    expect((await saveSettings(server)).status).toBe(200)
  })

  test('in a folder that became read-only is answered with 503 and what to do', async (t) => {
    const { server, db } = await startOnDisk(t)
    const before = await keptBy(server)
    db.pragma('query_only = ON')

    for (const send of [saveSettings, saveShare, setPolicy]) {
      const { status, body } = await send(server)
      const error = texts.notWritable(join(server.dataDir, 'floe.db'))
      expect({ status, body }).toMatchObject({ status: 503, body: inWords(error) })
    }

    expect(await keptBy(server)).toEqual(before)
  })

  test('because another program holds the database is answered with 503, after a wait', async (t) => {
    const { server, db } = await startOnDisk(t)
    db.pragma('busy_timeout = 50')
    const other = new Database(join(server.dataDir, 'floe.db'))
    other.exec('BEGIN IMMEDIATE')

    const { status, body } = await setPolicy(server)
    other.close()

    const error = texts.busy(join(server.dataDir, 'floe.db'))
    expect({ status, body }).toMatchObject({ status: 503, body: inWords(error) })
    expect((await setPolicy(server)).status).toBe(200)
  })
})

test('A damaged sealed value is reported as such, in words', async (t) => {
  const { server, db } = await startOnDisk(t)
  expect((await saveShare(server)).status).toBe(200)
  const record = db.prepare<[], { id: string; sealed: Buffer }>('SELECT * FROM share_records').get()
  if (record === undefined) throw new Error('no share was saved')
  const { id, sealed } = record
  sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1)
  db.prepare('UPDATE share_records SET sealed = ?').run(sealed)

  const { status, body } = await server.get('/api/shares')

  const error = texts.sealedDamaged(`guarded/share_records/${id}`)
  expect({ status, body }).toMatchObject({ status: 500, body: inWords(error) })
})
