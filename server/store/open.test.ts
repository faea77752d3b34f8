import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { openStore } from './open.ts'
import {
  filesOf,
  openTestStore,
  recordingLog,
  startChild,
  temporaryFolder,
} from './testing/support.ts'

const code = (expected: string) => expect.objectContaining({ code: expected })
const reopen = (dataDir: string, sealingKey?: string) =>
  openStore({ dataDir, sealingKey, log: recordingLog().log })

/** A closed store with a setting and a sealed credential in it. */
function storedFolder(sealingKey?: string): string {
  const folder = temporaryFolder()
  const store = reopen(folder, sealingKey)
  store.keyset(1).settings.saveEnv({ SHARE_CRED: 'share', GROUP_NAME: 'name' })
  store.close()
  return folder
}

test('a missing folder is made, and only we may look into it', () => {
  const folder = join(temporaryFolder(), 'deep', 'data')

  const store = openTestStore(folder)

  expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(folder)) {
    expect([name, statSync(join(folder, name)).mode & 0o077]).toEqual([name, 0])
  }
  store.close()
})

test('what was stored is there after a restart', () => {
  const folder = temporaryFolder()
  const pubkey = 'aa'.repeat(32)
  const first = openTestStore(folder, { now: () => 0 })
  first.keyset(1).settings.saveEnv({ GROUP_CRED: 'group', RELAYS: '["wss://a.example"]' })
  first.keyset(1).policies.set({ pubkey, allowSend: false, allowReceive: true, denied: [] })
  first
    .keyset(1)
    .shares.save({ shareCredential: 'share', groupCredential: 'group', name: 'Family' })
  first.audit.of(1).record({ actor: 'owner', action: 'configure', outcome: 'ok' })
  first.close()

  const second = openTestStore(folder)

  expect(second.keyset(1).settings.effectiveEnv({})).toMatchObject({
    GROUP_CRED: { source: 'saved', value: 'group' },
    RELAYS: { source: 'saved', value: '["wss://a.example"]' },
  })
  expect(second.keyset(1).policies.list()).toEqual([
    { pubkey, allowSend: false, allowReceive: true, denied: [] },
  ])
  expect(second.keyset(1).shares.list()).toMatchObject([
    { name: 'Family', savedAt: '1970-01-01T00:00:00.000Z' },
  ])
  expect(second.audit.page({ limit: 5 })).toMatchObject([{ action: 'configure' }])
})

test('a closed store leaves a database without a write-ahead log, and may be closed twice', () => {
  const folder = temporaryFolder()
  const store = openTestStore(folder)
  store.settings.set('name', 'value')

  store.close()
  store.close()

  expect(readdirSync(folder).sort()).toEqual(['floe.db', 'floe.guarded', 'floe.lock', 'secret.key'])
})

test('the database is opened with the settings that durability and safety depend on', () => {
  const db = openDatabase(join(temporaryFolder(), 'floe.db'))
  const pragma = (name: string) => db.pragma(name, { simple: true })

  expect({
    journal: pragma('journal_mode'),
    synchronous: pragma('synchronous'),
    foreignKeys: pragma('foreign_keys'),
    trustedSchema: pragma('trusted_schema'),
    secureDelete: pragma('secure_delete'),
    busyTimeout: pragma('busy_timeout'),
  }).toEqual({
    journal: 'wal',
    synchronous: 2,
    foreignKeys: 1,
    trustedSchema: 0,
    secureDelete: 1,
    busyTimeout: 5_000,
  })
  db.close()
})

test('a file in place of the folder, or of a folder above it, is refused and named', () => {
  const file = join(temporaryFolder(), 'data')
  writeFileSync(file, 'mine')

  for (const folder of [file, join(file, 'below')]) {
    expect(() => reopen(folder)).toThrow(
      expect.objectContaining({ code: 'READ_ONLY', message: expect.stringContaining(file) }),
    )
  }
  expect(readFileSync(file, 'utf8')).toBe('mine')
})

test('a folder or file that we may not write is refused before anything is opened, and its owner is named if that is the reason', async () => {
  const parent = temporaryFolder()
  chmodSync(parent, 0o755)
  const closed = join(parent, 'data')
  mkdirSync(closed)
  chmodSync(closed, 0o555)
  const missing = join(closed, 'below')
  const stored = storedFolder()
  chmodSync(stored, 0o777)
  const file = join(stored, 'floe.db')
  chmodSync(file, 0o444)
  chmodSync(join(stored, 'floe.lock'), 0o666)
  const before = readFileSync(file)

  const child = startChild(['try', closed, missing, stored], { unprivileged: true })
  const refusal = async () => JSON.parse(await child.line())
  const [ofClosed, ofMissing, ofStored] = [await refusal(), await refusal(), await refusal()]

  expect(ofClosed).toEqual({ code: 'READ_ONLY', message: expect.stringContaining(closed) })
  const reason = process.getuid?.() === 0 ? /belongs to user 0 .*65534/ : /permissions/
  expect(ofClosed.message).toMatch(reason)
  expect(ofMissing).toEqual({ code: 'READ_ONLY', message: expect.stringContaining(closed) })
  expect(readdirSync(closed)).toEqual([])
  expect(ofStored).toMatchObject({ code: 'READ_ONLY', message: expect.stringContaining(file) })
  expect(readFileSync(file)).toEqual(before)
})

test('a file that is no database is refused and kept', () => {
  const folder = temporaryFolder()
  const garbage = Buffer.from('this is not a database. '.repeat(500))
  writeFileSync(join(folder, 'floe.db'), garbage)

  expect(() => reopen(folder)).toThrow(code('CORRUPT'))

  expect(readFileSync(join(folder, 'floe.db'))).toEqual(garbage)
})

test('a truncated database is refused and kept', () => {
  const folder = storedFolder()
  const file = join(folder, 'floe.db')
  truncateSync(file, statSync(file).size / 2)
  const before = readFileSync(file)

  expect(() => reopen(folder)).toThrow(code('CORRUPT'))

  expect(readFileSync(file)).toEqual(before)
})

test('damage inside a table is noticed at the start', () => {
  const folder = storedFolder()
  const file = join(folder, 'floe.db')
  const bytes = readFileSync(file)
  const at = bytes.indexOf('GROUP_NAME')
  const page = at - (at % 4096)
  bytes.fill(0xff, page, page + 64)
  writeFileSync(file, bytes)

  expect(() => reopen(folder)).toThrow(code('CORRUPT'))

  expect(readFileSync(file)).toEqual(bytes)
})

test('a refused folder is free for the next try', () => {
  const folder = storedFolder()
  const file = join(folder, 'floe.db')
  const good = readFileSync(file)
  writeFileSync(file, 'garbage'.repeat(1_000))
  expect(() => reopen(folder)).toThrow(code('CORRUPT'))

  writeFileSync(file, good)

  const store = openTestStore(folder)
  expect(store.keyset(1).settings.effectiveEnv({}).SHARE_CRED.value).toBe('share')
})

test('a database of a newer Floe is refused, untouched', () => {
  const folder = storedFolder()
  const db = new Database(join(folder, 'floe.db'))
  db.pragma('user_version = 99')
  db.close()
  const before = readFileSync(join(folder, 'floe.db'))

  expect(() => reopen(folder)).toThrow(
    expect.objectContaining({ code: 'NEWER_DATABASE', message: expect.stringContaining('99') }),
  )

  expect(readFileSync(join(folder, 'floe.db'))).toEqual(before)
})

test('a newer database that was not shut down is refused too, with its log untouched', async () => {
  const folder = storedFolder()
  const newer = startChild(['newer', folder])
  await newer.line()
  newer.kill()
  await newer.exit
  const before = filesOf(folder)

  expect(() => reopen(folder)).toThrow(code('NEWER_DATABASE'))

  const after = filesOf(folder)
  for (const name of ['floe.db', 'floe.db-wal', 'secret.key']) {
    expect(after.get(name)).toEqual(before.get(name))
  }
})

test('without its key file a store with credentials does not start, and no new key is made', () => {
  const folder = storedFolder()
  const key = readFileSync(join(folder, 'secret.key'))
  rmSync(join(folder, 'secret.key'))

  expect(() => reopen(folder)).toThrow(code('NO_KEY'))

  expect(readdirSync(folder)).not.toContain('secret.key')
  writeFileSync(join(folder, 'secret.key'), key)
  expect(openTestStore(folder).keyset(1).settings.effectiveEnv({}).SHARE_CRED.value).toBe('share')
})

test('a key file lost while no credential was sealed is made anew only when the owner says so', () => {
  const folder = temporaryFolder()
  reopen(folder).close()
  rmSync(join(folder, 'secret.key'))

  expect(() => reopen(folder)).toThrow(code('NO_KEY'))
  expect(readdirSync(folder)).not.toContain('secret.key')

  openTestStore(folder, { adopt: true }).close()
  openTestStore(folder).keyset(1).settings.saveEnv({ SHARE_CRED: 'share' })
  expect(readdirSync(folder)).toContain('secret.key')
})

test('another key is refused, and the right one still opens what was sealed', () => {
  const folder = storedFolder('the first secret, long enough to be one')

  expect(() => reopen(folder, 'another secret, also long enough to be one')).toThrow(
    code('WRONG_KEY'),
  )
  expect(() => reopen(folder)).toThrow(code('NO_KEY'))

  const store = openTestStore(folder, { sealingKey: 'the first secret, long enough to be one' })
  expect(store.keyset(1).settings.effectiveEnv({}).SHARE_CRED.value).toBe('share')
})

test('a store with a share record alone does not start without its key', () => {
  const folder = temporaryFolder()
  const store = openTestStore(folder)
  store.keyset(1).shares.save({ shareCredential: 'share', groupCredential: 'group' })
  store.close()
  rmSync(join(folder, 'secret.key'))

  expect(() => reopen(folder)).toThrow(code('NO_KEY'))
})

test('a SECRET_KEY that is too short is refused', () => {
  expect(() => reopen(temporaryFolder(), 'short')).toThrow(code('WEAK_KEY'))
})

test('a warning about the key file does not show the key', () => {
  const folder = storedFolder()
  const { log, lines } = recordingLog()
  const key = readFileSync(join(folder, 'secret.key'), 'utf8').trim()
  chmodSync(join(folder, 'secret.key'), 0o644)

  openTestStore(folder, { log })

  expect(lines).toHaveLength(1)
  expect(JSON.stringify(lines)).not.toContain(key)
})

test('waiting audit rows don’t keep the process from ending', async () => {
  const child = startChild(['leave', temporaryFolder()])

  expect(await child.line()).toBe('leaving')
  expect(await child.exit).toEqual({ code: 0, signal: null })
})
