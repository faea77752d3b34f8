import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { byKey, byPassword } from '../support/access.ts'
import { type ApiServer, startServer } from '../support/api-server.ts'
import { runHere } from '../support/run-command.ts'
import { type Scope, temporaryFolder } from '../support/scope.ts'

const FOLDER = join(import.meta.dirname, '../fixtures')
const releases = readdirSync(FOLDER).flatMap((name) => /^floe-(.*)\.db$/.exec(name)?.[1] ?? [])

/** What fixtures/make-database.ts put in. */
type Holds = Record<
  | 'sealingKey'
  | 'shareCredential'
  | 'groupCredential'
  | 'peer'
  | 'other'
  | 'relays'
  | 'apiKey'
  | 'username'
  | 'password',
  string
> & { nextEventId: number }

const holdsOf = (version: string): Holds =>
  JSON.parse(readFileSync(join(FOLDER, `floe-${version}.json`), 'utf8'))

function folderOf(scope: Scope, version: string): string {
  const dataDir = join(temporaryFolder(scope), 'data')
  mkdirSync(dataDir)
  copyFileSync(join(FOLDER, `floe-${version}.db`), join(dataDir, 'floe.db'))
  return dataDir
}

async function expectAll(server: ApiServer, holds: Holds): Promise<void> {
  const owner = byPassword(holds.username, holds.password)
  expect((await server.get('/api/env', owner)).body).toEqual({
    GROUP_CRED: holds.groupCredential,
    SHARE_CRED: holds.shareCredential,
    GROUP_NAME: 'Family',
    RELAYS: holds.relays,
  })
  const { shareCredential, groupCredential, peer, other } = holds
  expect((await server.get('/api/shares', owner)).body).toMatchObject([
    { shareCredential, groupCredential },
  ])
  expect((await server.get(`/api/peers/${peer}/policy`, owner)).body).toMatchObject({
    ...{ allowSend: true, allowReceive: false, source: 'saved' },
  })
  const { store } = server.context
  expect(store.keyset(1).shares.list()).toMatchObject([{ name: 'Family share 1' }])
  expect(store.settings.get('note')).toBe('kept')
  expect(store.keyset(1).audit.partialSignatures()).toEqual(
    new Map([
      [peer.slice(2), 2],
      [other.slice(2), 1],
    ]),
  )
  expect(store.keyset(1).audit.signatureHours.reduce((sum, hour) => sum + hour.signatures, 0)).toBe(
    5,
  )
  expect([...store.audit.export()].filter(({ action }) => action === 'env.save')).toHaveLength(1)
  expect(store.settings.reserveEventIds(1)).toBeGreaterThanOrEqual(holds.nextEventId)
  expect((await server.get('/api/status', byKey(holds.apiKey))).status).toBe(200)
  expect((await server.get('/api/env', byKey(holds.apiKey))).status).toBe(403)
}

describe.concurrent('The database of release', () => {
  test('0.1.0 is kept', () => {
    expect(releases).toContain('0.1.0')
  })

  for (const version of releases) {
    const holds = holdsOf(version)
    const environment = { AUTH_ENABLED: 'true', SECRET_KEY: holds.sealingKey }

    test(`${version} opens, with all that it held`, async (t) => {
      const dataDir = folderOf(t, version)

      const server = await startServer(t, { dataDir, environment })

      await expectAll(server, holds)
    })

    test(`${version} is restored as a back-up, with all that it held`, async (t) => {
      const dataDir = join(temporaryFolder(t), 'data')
      const file = join(FOLDER, `floe-${version}.db`)
      const at = { DATA_DIR: dataDir, SECRET_KEY: holds.sealingKey }
      expect(await runHere(at, 'restore', file)).toMatchObject({ code: 0 })

      const server = await startServer(t, { dataDir, environment })

      await expectAll(server, holds)
      expect(existsSync(join(dataDir, 'secret.key'))).toBe(false)
    })
  }
})
