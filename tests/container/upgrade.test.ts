import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openDatabase } from '#store/database.ts'
import { migrate } from '#store/migrate.ts'
import { migrations } from '#store/migrations/index.ts'
import { createSealer } from '#store/sealing.ts'
import { keyFromSecret } from '#store/sealing-key.ts'
import { byKey, byPassword } from '../support/access.ts'
import { call } from '../support/api-server.ts'
import { type Scope, temporaryFolder } from '../support/scope.ts'
import { inVolume, makeVolume, runImage } from './support/containers.ts'
import { startFloe } from './support/floe.ts'
import { settingsOf, sharedGroup } from './support/group.ts'
import { expectSignature } from './support/signatures.ts'
import { describeWithDocker } from './support/suite.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures')

/** The contents of the first release's database (fixtures/make-database.ts). */
type Holds = Record<
  'sealingKey' | 'apiKey' | 'username' | 'password' | 'shareCredential' | 'groupCredential',
  string
>
const holds: Holds = JSON.parse(readFileSync(join(FIXTURES, 'floe-0.1.0.json'), 'utf8'))
const environment = { SECRET_KEY: holds.sealingKey }

/** Saves credentials as the first release did. */
function saveAsFirstRelease(db: Database.Database, settings: Readonly<Record<string, string>>) {
  const sealer = createSealer(keyFromSecret(holds.sealingKey))
  const put = db.prepare('INSERT INTO env_settings (name, value, sealed) VALUES (?, ?, ?)')
  for (const [name, value] of Object.entries(settings)) {
    if (name.endsWith('_CRED')) put.run(name, null, sealer.seal(value, `env_settings/${name}`))
    else put.run(name, value, null)
  }
}

/** A data folder with a database that is copied from this machine. */
async function volumeWith(scope: Scope, folder: string, file: string): Promise<string> {
  const volume = await makeVolume(scope)
  const volumes = ['-v', `${folder}:/from:ro`, '-v', `${volume}:/data`]
  const { code, stderr } = await runImage(
    ['--user', '0', ...volumes],
    ...['install', '-m', '600', '-o', '1000', '-g', '1000', `/from/${file}`, '/data/floe.db'],
  )
  expect([code, stderr]).toEqual([0, ''])
  return volume
}

describeWithDocker('The image', () => {
  it('opens the first release’s database, with all it held', async (scope) => {
    const volume = await volumeWith(scope, FIXTURES, 'floe-0.1.0.db')

    const floe = await startFloe(scope, { volume, environment })

    const owner = byPassword(holds.username, holds.password)
    const { shareCredential, groupCredential } = holds
    const env = await call(`${floe.url}/api/env`, { headers: owner })
    expect(env.body).toMatchObject({ SHARE_CRED: shareCredential, GROUP_CRED: groupCredential })
    const status = await call(`${floe.url}/api/status`, { headers: byKey(holds.apiKey) })
    expect(status.status).toBe(200)
  })

  it('brings a database of the first schema up to date, keeps a copy, and signs', async (scope) => {
    const group = await sharedGroup()
    const folder = temporaryFolder(scope)
    const db = openDatabase(join(folder, 'old.db'))
    migrate(db, migrations.slice(0, 1), { info: () => {}, warn: () => {}, error: () => {} })
    saveAsFirstRelease(db, settingsOf(group))
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.close()
    const volume = await volumeWith(scope, folder, 'old.db')

    const floe = await startFloe(scope, { network: group.network, volume, environment })
    await floe.untilItCanSign()

    await expectSignature(floe, group)
    expect((await floe.get('/api/env')).body).toEqual(settingsOf(group))
    expect(await floe.logs()).toContain('a copy of the old one is kept')
    // Bytes 60 to 63 of a database are its `user_version`.
    const copy = await inVolume(
      volume,
      `od -An -N4 -j60 -tu1 /data/floe.db.before-${migrations.length}`,
    )
    expect(copy.trim().split(/\s+/)).toEqual(['0', '0', '0', '1'])
  })
})
