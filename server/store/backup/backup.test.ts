import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { CallerSettings } from '#policy/caller-settings.ts'
import { CHEAP_HASHING } from '#tests/support/cheap-hashing.ts'
import { isLong } from '#tests/support/long.ts'
import { findSecrets, formsOf } from '#tests/support/secret-search.ts'
import { openDatabase } from '../database.ts'
import { GUARDED_SINCE, KEYSETS_SINCE, RULES_SINCE } from '../guarded-tables.ts'
import { createGuards } from '../guards.ts'
import { migrations } from '../migrations/index.ts'
import { IDENTITY, PEER, publicNonces, secretNonces } from '../nonces/testing/nonces.ts'
import { KEY_BYTES } from '../sealing.ts'
import { keyFileText } from '../sealing-key.ts'
import { guardAsBefore } from '../testing/guarded-before.ts'
import { openTestStore, recordingLog, startChild, temporaryFolder } from '../testing/support.ts'
import { addChecksum, takeChecksum } from './checksum.ts'
import { type BackupOptions, makeBackup } from './make.ts'
import { finishRestore, pendingNames } from './pending.ts'
import { receiveBackup } from './receive.ts'
import { type RestoreOptions, stageRestore } from './stage.ts'

const { log } = recordingLog()
const MADE_AT = Date.UTC(2026, 7, 1)
const PASSPHRASE = 'correct horse battery'
const GROUP = `bfgroup1${'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.repeat(16)}`
const SHARE = `bfshare1${'l7aum6echk45nj3s0wdvt2fg8x9yrzpq'.repeat(5)}`

const backUp = (dataDir: string, target: string, options: Partial<BackupOptions> = {}) =>
  makeBackup({
    ...{ dataDir, target, replace: false, secret: undefined, passphrase: undefined },
    ...{ madeBy: '0.1.0', now: MADE_AT, log, passphraseCost: CHEAP_HASHING.passphrase },
    ...options,
  })

const bytesOf = async function* (bytes: Uint8Array) {
  yield bytes
}

async function restore(
  bytes: Uint8Array,
  dataDir: string,
  options: Partial<RestoreOptions & { given: string }> = {},
) {
  const { given, ...rest } = options
  await receiveBackup(bytesOf(bytes), dataDir)
  return stageRestore({
    ...{ dataDir, secret: undefined, oldKey: undefined, passphrase: async () => given },
    ...{ actor: 'olga', now: MADE_AT, log },
    ...rest,
  })
}

const STOP = { since: MADE_AT, until: null }
const RULE = { whom: 'everyone', verdict: 'ask', createdAt: MADE_AT, until: null } as const
const STANDING: CallerSettings = {
  caller: { door: 'peer', id: PEER },
  name: 'a phone',
  preset: null,
  isSuspended: true,
}
const SEEN = {
  hour: Math.floor(Date.now() / 3_600_000),
  subject: PEER,
  watched: 60_000,
  there: 30_000,
}
const USE = { rule: 1, caller: `peer:${PEER}`, at: Date.now(), times: 3 }

/** Opens a question in a running store, and another one that is answered. */
function ask(store: ReturnType<typeof openTestStore>): void {
  const { approvals: questions } = store.keyset(1)
  const { caller } = STANDING
  for (const id of ['question1', 'question2']) {
    const asked = { caller, operation: 'ecdh', subject: id, parts: [{}] } as const
    questions.open({ id, asked, askedAt: MADE_AT, runsOutAt: MADE_AT })
  }
  const [request, until] = ['r'.repeat(43), MADE_AT + 1e12]
  questions.end('question2', { id: 'question2', request, end: 'allowed', until })
}

const stopIn = (dataDir: string) => {
  const store = openTestStore(dataDir)
  const stop = store.stop.get()
  store.close()
  return stop
}

/** A folder with credentials, rules, a question, a login, an API key and an audit, closed. */
function writtenFolder(): string {
  const folder = temporaryFolder()
  const store = openTestStore(folder)
  store.keyset(1).settings.saveEnv({ GROUP_CRED: GROUP, SHARE_CRED: SHARE, GROUP_NAME: 'Ours' })
  store.keyset(1).shares.save({ groupCredential: GROUP, shareCredential: SHARE, name: 'Ours' })
  store.audit.of(1).record({ actor: 'olga', action: 'env.save', outcome: 'ok' })
  store.sessions.add({
    ...{ hash: 's'.repeat(43), userId: 'olga', scope: 'admin', openedBy: 'owner' },
    ...{ createdAt: MADE_AT, lastUsedAt: MADE_AT, expiresAt: MADE_AT + 1e12 },
    ...{ address: null, browser: null },
  })
  store.signInTokens.add({ hash: 't'.repeat(43), expiresAt: MADE_AT + 1e12 }, MADE_AT)
  store.apiKeys.add({
    ...{ id: 'key', name: 'bot', hash: 'k'.repeat(43), scope: 'sign' },
    ...{ createdAt: MADE_AT, lastUsedAt: null },
  })
  store.keyset(1).rules.add(RULE)
  store.keyset(1).callerSettings.set(STANDING)
  store.keyset(1).uses.add(USE)
  store.keyset(1).presence.add({ hours: [SEEN], states: [] })
  ask(store)
  store.close()
  return folder
}

/** Closes a store, and returns the credentials that it had. */
function credentialsOf(store: ReturnType<typeof openTestStore>) {
  const { SHARE_CRED, GROUP_CRED } = store.keyset(1).settings.effectiveEnv({})
  const [record] = store.keyset(1).shares.list()
  store.close()
  return [SHARE_CRED.value, GROUP_CRED.value, record?.shareCredential]
}

/** Three reserved shares: one kept, one handed out, and one whose device has signed. */
function reservedShares() {
  const of = (idx: number) => ({
    ...{ id: String(idx).repeat(64), group: 'e'.repeat(64), idx, provedAt: null },
    seckey: `${idx}d`.repeat(32),
  })
  const sealed = { package: 'bfonboard1', password: 'of it', relays: [] }
  const handedOut = { at: MADE_AT, actor: 'olga', name: 'Laptop', rule: 1, joinedAt: null }
  return [
    { ...of(2), handedOut: null },
    { ...of(3), handedOut: { ...handedOut, sealed } },
    { ...of(4), seckey: null, provedAt: MADE_AT, handedOut: { ...handedOut, sealed: null } },
  ] as const
}

/** A folder with other contents, which the restore replaces. */
function otherFolder(): string {
  const folder = temporaryFolder()
  const store = openTestStore(folder)
  store.keyset(1).settings.saveEnv({ SHARE_CRED: 'another', GROUP_NAME: 'Other' })
  store.close()
  return folder
}

const nameIn = (dataDir: string): string | undefined => {
  const store = openTestStore(dataDir)
  const { value } = store.keyset(1).settings.effectiveEnv({}).GROUP_NAME
  store.close()
  return value
}

async function backupOf(folder: string, options: Partial<BackupOptions> = {}): Promise<Buffer> {
  const target = join(temporaryFolder(), 'backup.db')
  await backUp(folder, target, options)
  return readFileSync(target)
}

/** A back-up that somebody has changed, with a checksum that fits. */
async function changedBackup(sql: string): Promise<Buffer> {
  const target = join(temporaryFolder(), 'backup.db')
  await backUp(writtenFolder(), target)
  takeChecksum(target)
  const db = new Database(target)
  db.exec(sql)
  db.close()
  addChecksum(target)
  return readFileSync(target)
}

/** The encrypted sealing key in a back-up (sealed-key.ts). */
function sealedKeyIn(bytes: Uint8Array): Buffer {
  const file = join(temporaryFolder(), 'backup.db')
  writeFileSync(file, bytes)
  const db = new Database(file, { readonly: true })
  const sealed = db.prepare('SELECT sealed_key FROM floe_backup').pluck().get()
  db.close()
  return sealed as Buffer
}

/** A back-up of a folder, and the key file that opens it on another machine. */
async function carried(folder: string) {
  const oldKey = readFileSync(join(folder, 'secret.key'), 'utf8')
  return { bytes: await backupOf(folder), by: { oldKey } }
}

describe('A back-up', () => {
  test('is one SQLite file that only its owner may read, with every row of that instant', async () => {
    const folder = writtenFolder()
    const target = join(temporaryFolder(), 'backup.db')

    await backUp(folder, target)

    expect(statSync(target).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(target, '..'))).toEqual(['backup.db'])
    const db = new Database(target, { readonly: true })
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.prepare('SELECT count(*) FROM share_records').pluck().get()).toBe(1)
    expect(db.prepare('SELECT name FROM api_keys').pluck().all()).toEqual(['bot'])
    expect(db.prepare('SELECT there FROM presence_hours').pluck().all()).toEqual([SEEN.there])
    expect(db.prepare('SELECT * FROM floe_backup').all()).toEqual([
      { made_at: MADE_AT, made_by: '0.1.0', sealed_key: null },
    ])
    db.close()
  })

  test('holds no session and no sign-in link, not even as bytes', async () => {
    const bytes = await backupOf(writtenFolder())

    for (const letter of ['s', 't']) expect(bytes.includes(letter.repeat(43))).toBe(false)
    expect(bytes.includes('k'.repeat(43))).toBe(true)
  })

  test('holds no question and no answer, not even as bytes', async () => {
    const bytes = await backupOf(writtenFolder())

    for (const text of ['question1', 'question2', 'r'.repeat(43)]) {
      expect(bytes.includes(text)).toBe(false)
    }
  })

  test('holds no nonce, nor a place for one, beside a server that keeps some', async () => {
    const folder = temporaryFolder()
    const { nonces } = openTestStore(folder).keyset(1)
    const [own, held] = [secretNonces(3), publicNonces(3)]
    nonces.of(IDENTITY).add(PEER, own)
    nonces.of(IDENTITY).keepPeerNonces(PEER, { held, used: [] })

    const bytes = await backupOf(folder)

    for (const { code } of [...own, ...held]) {
      for (const form of [code, Buffer.from(code, 'hex')]) expect(bytes.includes(form)).toBe(false)
    }
    for (const text of [PEER, 'nonces']) expect(bytes.includes(text)).toBe(false)
    expect(bytes.includes('share_records')).toBe(true)
  })

  test('holds no credential and no key in the clear, with the key or without', async () => {
    const folder = writtenFolder()
    const key = Buffer.from(readFileSync(join(folder, 'secret.key'), 'utf8').trim(), 'hex')
    const forms = formsOf({
      group: GROUP,
      share: SHARE,
      key,
      passphrase: Buffer.from(PASSPHRASE.padEnd(32)),
    })
    const plain = await backupOf(folder)
    const withKey = await backupOf(folder, { passphrase: PASSPHRASE })

    expect(findSecrets(forms, { plain, withKey })).toEqual([])
    expect(findSecrets(forms, { key })).not.toEqual([])
  })

  test('is of one instant, even while a server writes', async () => {
    const folder = temporaryFolder()
    const child = startChild(['write', folder])
    await child.line()
    await child.line()

    const copies = [await backupOf(folder), await backupOf(folder), await backupOf(folder)]
    child.kill()
    await child.exit

    for (const bytes of copies) {
      const target = temporaryFolder()
      writeFileSync(join(target, 'secret.key'), readFileSync(join(folder, 'secret.key')))
      await restore(bytes, target)
      finishRestore(target, log)
      const store = openTestStore(target)
      const { GROUP_CRED, SHARE_CRED, GROUP_NAME } = store.keyset(1).settings.effectiveEnv({})
      expect([GROUP_CRED.value, SHARE_CRED.value]).toEqual([
        `group ${GROUP_NAME.value}`,
        `share ${GROUP_NAME.value}`,
      ])
      store.close()
    }
  })

  test('does not overwrite a file unless told to', async () => {
    const folder = writtenFolder()
    const target = join(temporaryFolder(), 'mine')
    writeFileSync(target, 'mine')

    await expect(backUp(folder, target)).rejects.toMatchObject({ code: 'EXISTS' })
    expect(readFileSync(target, 'utf8')).toBe('mine')
    await backUp(folder, target, { replace: true })

    expect(readFileSync(target).includes('SQLite format 3')).toBe(true)
  })

  test('of a database that is damaged is refused, and leaves nothing', async () => {
    const folder = writtenFolder()
    const file = join(folder, 'floe.db')
    const db = openDatabase(file)
    db.exec("INSERT INTO audit (at, actor, action, outcome, detail) SELECT 0, 'x', 'x', 'x', '{}'")
    db.pragma('wal_checkpoint(TRUNCATE)')
    const page = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'audit'").pluck().get()
    db.close()
    const bytes = readFileSync(file)
    bytes.fill(0xa5, (Number(page) - 1) * 4_096, Number(page) * 4_096)
    writeFileSync(file, bytes)
    const out = temporaryFolder()

    await expect(backUp(folder, join(out, 'b.db'))).rejects.toMatchObject({ code: 'CORRUPT' })

    expect(readdirSync(out)).toEqual([])
  })

  test('whose credentials the key at hand can’t open is refused', async () => {
    const folder = writtenFolder()
    const target = join(temporaryFolder(), 'b.db')

    const made = backUp(folder, target, { secret: 'ab'.repeat(32) })

    await expect(made).rejects.toMatchObject({ code: 'WRONG_KEY' })
    expect(existsSync(target)).toBe(false)
  })
})

describe('A restore', () => {
  test('brings settings, records, keys and audit to an empty folder that has the key', async () => {
    const folder = writtenFolder()
    const bytes = await backupOf(folder)
    const target = temporaryFolder()
    writeFileSync(join(target, 'secret.key'), readFileSync(join(folder, 'secret.key')))

    const restored = await restore(bytes, target)
    finishRestore(target, log)

    expect(restored).toEqual({
      origin: { madeAt: MADE_AT, madeBy: '0.1.0' },
      withKey: false,
      lostShares: [],
    })
    const store = openTestStore(target)
    const { GROUP_CRED, SHARE_CRED } = store.keyset(1).settings.effectiveEnv({})
    expect([GROUP_CRED.value, SHARE_CRED.value]).toEqual([GROUP, SHARE])
    expect(store.keyset(1).shares.list()).toMatchObject([{ shareCredential: SHARE, name: 'Ours' }])
    expect(store.apiKeys.list()).toMatchObject([{ name: 'bot' }])
    expect(store.keyset(1).rules.list()).toMatchObject([RULE])
    expect(store.keyset(1).callerSettings.list()).toEqual([STANDING])
    expect(store.keyset(1).uses.list()).toEqual([USE])
    expect(store.keyset(1).approvals.list()).toEqual({ open: [], answers: [] })
    expect(store.stop.get()).toBeNull()
    expect(store.tampering.reports).toEqual([])
    expect(store.sessions.list()).toEqual([])
    expect(store.audit.page({ limit: 2 })).toMatchObject([
      { actor: 'olga', action: 'restore', detail: { madeAt: '2026-08-01T00:00:00.000Z' } },
      { action: 'env.save' },
    ])
  })

  test('takes the key from the back-up with its passphrase, encrypted as strongly as promised', async () => {
    const folder = writtenFolder()
    const passphraseCost = undefined
    const bytes = await backupOf(folder, { passphrase: PASSPHRASE, passphraseCost })
    const target = temporaryFolder()

    expect(sealedKeyIn(bytes).subarray(0, 4)).toEqual(Buffer.of(1, 16, 3, 4))

    await restore(bytes, target, { given: PASSPHRASE })
    finishRestore(target, log)

    const key = join(target, 'secret.key')
    expect(readFileSync(key)).toEqual(readFileSync(join(folder, 'secret.key')))
    expect(statSync(key).mode & 0o777).toBe(0o600)
    expect(nameIn(target)).toBe('Ours')
    expect(readFileSync(join(target, 'floe.db')).includes('floe_backup')).toBe(false)
  })

  test('keeps the replaced database beside the new one, with its key', async () => {
    const { bytes, by } = await carried(writtenFolder())
    const target = otherFolder()
    const oldKey = readFileSync(join(target, 'secret.key'))

    await restore(bytes, target, by)
    finishRestore(target, log)

    const names = readdirSync(target)
    const [kept = ''] = names.filter((name) => /^floe\.db\.before-restore-\d+T\d+Z$/.test(name))
    const [key = ''] = names.filter((name) => name.startsWith('secret.key.before-restore-'))
    expect(readFileSync(join(target, key))).toEqual(oldKey)
    const again = temporaryFolder()
    writeFileSync(join(again, 'secret.key'), oldKey)
    await restore(readFileSync(join(target, kept)), again)
    finishRestore(again, log)
    expect(nameIn(again)).toBe('Other')
  })

  test('deletes the nonces of the folder, with their logs and files that were moved aside', async () => {
    const { bytes, by } = await carried(writtenFolder())
    const target = otherFolder()
    const store = openTestStore(target)
    store.keyset(1).nonces.of(IDENTITY).add(PEER, secretNonces(1))
    store.close()
    const logs = ['-wal', '-shm', '-journal', '.damaged', '.damaged-wal']
    for (const suffix of logs) writeFileSync(join(target, `nonces.db${suffix}`), '')

    await restore(bytes, target, by)
    expect(noncesIn(target)).toHaveLength(1 + logs.length)
    finishRestore(target, log)

    expect(noncesIn(target)).toEqual([])
  })

  test('deletes databases that were replaced long ago, except the newest', async () => {
    const { bytes, by } = await carried(writtenFolder())
    const target = otherFolder()
    const old = [1, 2, 3].map((n) => `floe.db.before-restore-2020010${n}T000000Z`)
    for (const name of old) writeFileSync(join(target, name), '')

    await restore(bytes, target, by)
    finishRestore(target, log)

    expect(keptIn(target, /Z$/)).toHaveLength(3)
    expect(keptIn(target, /-2020/).sort()).toEqual(old.slice(1))
  })

  test('never lets event ids go back', async () => {
    const bytes = await backupOf(writtenFolder())
    const target = otherFolder()
    const store = openTestStore(target)
    const last = store.settings.reserveEventIds(5_000) + 5_000
    store.close()

    // Its key does not open the back-up's credentials.
    await expect(restore(bytes, target)).rejects.toMatchObject({ code: 'WRONG_KEY' })
    const other = await carried(otherFolder())
    await restore(other.bytes, target, other.by)
    finishRestore(target, log)

    expect(openTestStore(target).settings.reserveEventIds(1)).toBeGreaterThan(last)
  })

  test('makes nonces from before it count as old when they are put back', async () => {
    const folder = temporaryFolder()
    const first = openTestStore(folder)
    first.keyset(1).nonces.of(IDENTITY)
    first.close()
    const bytes = await backupOf(folder)
    const second = openTestStore(folder)
    const { nonces } = second.keyset(1)
    // After the back-up their file is made anew twice.
    for (let times = 0; times < 2; times += 1) {
      nonces.of(IDENTITY)
      nonces.forget(IDENTITY)
    }
    nonces.of(IDENTITY).add(PEER, secretNonces(5))
    second.close()
    const old = noncesIn(folder).map((name) => [name, readFileSync(join(folder, name))] as const)
    await restore(bytes, folder)
    finishRestore(folder, log)
    const third = openTestStore(folder)
    third.keyset(1).nonces.of(IDENTITY)
    third.close()
    for (const [name, content] of old) writeFileSync(join(folder, name), content)

    expect(openTestStore(folder).keyset(1).nonces.of(IDENTITY).unspent(PEER)).toEqual([])
  })

  test('never gives the id of a rule again', async () => {
    const folder = temporaryFolder()
    openTestStore(folder).close()
    const bytes = await backupOf(folder)
    const store = openTestStore(folder)
    const id = store.keyset(1).rules.add(RULE)
    await restore(bytes, folder)
    // The server runs on until it starts again.
    const last = store.keyset(1).rules.add(RULE)
    store.close()
    finishRestore(folder, log)

    const after = openTestStore(folder)

    expect(after.keyset(1).rules.list()).toEqual([])
    expect(after.keyset(1).rules.add(RULE)).toBeGreaterThan(Math.max(id, last))
  })

  test('lifts no stop, whether it was set before the restore was decided or after', async () => {
    const { bytes, by } = await carried(writtenFolder())
    for (const isOlder of [true, false]) {
      const target = otherFolder()
      const store = openTestStore(target)
      if (isOlder) store.stop.set(STOP)
      await restore(bytes, target, by)
      if (!isOlder) store.stop.set(STOP)
      store.close()
      finishRestore(target, log)

      expect([isOlder, nameIn(target), stopIn(target)]).toEqual([isOlder, 'Ours', STOP])
      // Back-ups of the restored database have the stop too.
      const elsewhere = temporaryFolder()
      const again = await carried(target)
      await restore(again.bytes, elsewhere, again.by)
      finishRestore(elsewhere, log)
      expect(stopIn(elsewhere)).toEqual(STOP)
    }
  })

  test.each(['a back-up', 'a bare database'])(
    'says which reserved shares %s has not brought back',
    async (kind) => {
      const [kept, handedOut, done] = reservedShares()
      const folder = writtenFolder()
      const store = openTestStore(folder)
      for (const reservedShare of [kept, handedOut, done])
        store.keyset(1).reservedShares.set(reservedShare)
      store.close()
      const carry = await carried(folder)
      const bytes = kind === 'a back-up' ? carry.bytes : readFileSync(join(folder, 'floe.db'))
      const target = temporaryFolder()

      const { lostShares } = await restore(bytes, target, carry.by)
      finishRestore(target, log)

      expect(lostShares).toEqual([2, 3])
      const restored = openTestStore(target)
      expect(restored.keyset(1).reservedShares.list()).toEqual([
        { ...kept, seckey: null },
        { ...handedOut, seckey: null, handedOut: { ...handedOut.handedOut, sealed: null } },
        done,
      ])
      expect(restored.audit.page({ limit: 1 })).toMatchObject([
        { action: 'restore', detail: { lostShares: [2, 3] } },
      ])
      restored.close()
    },
  )

  test('of a back-up that was made without the key names no lost share, and brings none', async () => {
    const folder = writtenFolder()
    const store = openTestStore(folder)
    store.keyset(1).reservedShares.set(reservedShares()[0])
    store.close()
    const oldKey = readFileSync(join(folder, 'secret.key'), 'utf8')
    rmSync(join(folder, 'secret.key'))
    const target = temporaryFolder()

    const { lostShares } = await restore(await backupOf(folder), target, { oldKey })
    finishRestore(target, log)

    expect(lostShares).toEqual([])
    const restored = openTestStore(target)
    expect(restored.keyset(1).reservedShares.list()).toEqual([])
    restored.close()
  })

  test('brings back a stop that the back-up was made under', async () => {
    const folder = writtenFolder()
    const store = openTestStore(folder)
    store.stop.set(STOP)
    const bytes = await backupOf(folder)
    store.stop.set(null)
    await restore(bytes, folder)
    store.close()
    expect(stopIn(folder)).toEqual(STOP)
  })

  const refused = async (code: string, bytes: Uint8Array, options = {}) => {
    const target = otherFolder()
    const before = readdirSync(target).sort()
    await expect(restore(bytes, target, options)).rejects.toMatchObject({ code })
    expect(readdirSync(target).sort()).toEqual(before)
    finishRestore(target, log)
    expect(nameIn(target)).toBe('Other')
  }

  test('of a file that is no back-up is refused, and changes nothing', async () => {
    await refused('NO_BACKUP', Buffer.alloc(0))
    await refused('NO_BACKUP', Buffer.from('a text'))
    const file = join(temporaryFolder(), 'x.db')
    const db = new Database(file)
    db.exec('CREATE TABLE notes (text TEXT)')
    db.close()
    await refused('NO_BACKUP', readFileSync(file))
  })

  test('of a back-up with an object that is not Floe’s is refused', async () => {
    const changed = await changedBackup(
      'CREATE TRIGGER own AFTER INSERT ON audit BEGIN DELETE FROM peer_policies; END',
    )

    await refused('NO_BACKUP', changed)
  })

  test('of a damaged or truncated back-up is refused, and changes nothing', async () => {
    const bytes = await backupOf(writtenFolder())
    const broken = Buffer.from(bytes)
    broken.fill(0xa5, 3 * 4_096, 5 * 4_096)

    await refused('CORRUPT', broken)
    await refused('CORRUPT', bytes.subarray(0, bytes.length - 4_096))
  })

  test('of a newer Floe’s back-up is refused, and changes nothing', async () => {
    const changed = await changedBackup(`PRAGMA user_version = ${migrations.length + 1}`)

    await refused('NEWER_DATABASE', changed)
  })

  test('without the right key or passphrase is refused, and changes nothing', async () => {
    const folder = writtenFolder()
    const plain = await backupOf(folder)
    const withKey = await backupOf(folder, { passphrase: PASSPHRASE })

    await refused('WRONG_KEY', plain)
    await refused('WRONG_KEY', plain, { secret: 'cd'.repeat(32) })
    await refused('WRONG_KEY', plain, { oldKey: 'ef'.repeat(32) })
    await refused('WRONG_KEY', plain, { oldKey: 'no key' })
    await refused('NO_PASSPHRASE', withKey, { secret: 'cd'.repeat(32) })
    await refused('NO_PASSPHRASE', withKey)
    await refused('WRONG_PASSPHRASE', withKey, { given: `${PASSPHRASE}.` })
  })

  test('opens with the key file of the old machine, which is then the key here', async () => {
    const folder = writtenFolder()
    const oldKey = readFileSync(join(folder, 'secret.key'), 'utf8')
    const target = otherFolder()

    const { withKey } = await restore(await backupOf(folder), target, { oldKey })
    finishRestore(target, log)

    expect(withKey).toBe(true)
    expect(readFileSync(join(target, 'secret.key'), 'utf8')).toBe(oldKey)
    expect(credentialsOf(openTestStore(target))).toEqual([SHARE, GROUP, SHARE])
  })

  test('is sealed again with SECRET_KEY if that is another key', async () => {
    const folder = writtenFolder()
    const secret = 'cd'.repeat(32)
    const oldKey = readFileSync(join(folder, 'secret.key'), 'utf8')
    const plain = await backupOf(folder)
    const withKey = await backupOf(folder, { passphrase: PASSPHRASE })

    for (const [bytes, given] of [
      [plain, { oldKey }],
      [withKey, { given: PASSPHRASE }],
    ] as const) {
      const target = temporaryFolder()
      const restored = await restore(bytes, target, { secret, ...given })
      finishRestore(target, log)

      expect(restored.withKey).toBe(false)
      expect(existsSync(join(target, 'secret.key'))).toBe(false)
      const store = openTestStore(target, { sealingKey: secret })
      expect(store.keyset(1).rules.list()).toMatchObject([RULE])
      expect(store.keyset(1).callerSettings.list()).toEqual([STANDING])
      expect(store.tampering.reports).toEqual([])
      expect(credentialsOf(store)).toEqual([SHARE, GROUP, SHARE])
    }
  })

  test('brings an older schema up to date', async () => {
    for (let version = 1; version < migrations.length; version += 1) {
      const old = temporaryFolder()
      const db = openDatabase(join(old, 'floe.db'))
      for (const migration of migrations.slice(0, version)) migration.up(db)
      db.pragma(`user_version = ${version}`)
      const table = version < KEYSETS_SINCE ? 'settings' : 'process_settings'
      db.exec(`INSERT INTO ${table} (name, value) VALUES ('kept', 'as it was')`)
      const target = temporaryFolder()
      if (version >= GUARDED_SINCE) {
        const key = Buffer.alloc(KEY_BYTES, version)
        if (version < RULES_SINCE) guardAsBefore(db, key)
        else createGuards(db, key, log).rebuild()
        for (const folder of [old, target]) {
          writeFileSync(join(folder, 'secret.key'), keyFileText(key), { mode: 0o600 })
        }
      }
      db.close()

      await restore(await backupOf(old), target)
      finishRestore(target, log)

      const store = openTestStore(target)
      expect(store.settings.get('kept')).toBe('as it was')
      store.close()
    }
  })
})

const noncesIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.startsWith('nonces.db'))

/** The folder of a stopped Floe whose server was killed: its last writes are only in the write-ahead log. */
async function crashedFolder(): Promise<string> {
  const folder = otherFolder()
  const stopped = openTestStore(folder)
  stopped.stop.set(STOP)
  stopped.close()
  const server = startChild(['sign', folder, 'group', 'newest', 'name'])
  await server.line()
  server.kill()
  await server.exit
  return folder
}

/** What a start after a kill finds in the store, and leaves in the folder. */
function startedIn(target: string) {
  const store = openTestStore(target)
  const { GROUP_NAME, SHARE_CRED } = store.keyset(1).settings.effectiveEnv({})
  const stop = store.stop.get()
  store.close()
  const names = readdirSync(target)
  const kept = names.filter((name) => /^floe\.db\.before-restore-\w+$/.test(name))
  return {
    name: GROUP_NAME.value,
    share: SHARE_CRED.value,
    stop,
    leftOver: names.filter((name) => /restoring|\.restore$/.test(name)),
    nonces: noncesIn(target).length > 0,
    kept: kept.map((name) => {
      const db = new Database(join(target, name))
      const records = db.prepare('SELECT count(*) FROM share_records').pluck().get()
      db.close()
      return records
    }),
  }
}

/** Puts a decided restore into the folder of a killed server. */
async function decidedOver(crashed: string): Promise<string> {
  const { bytes, by } = await carried(writtenFolder())
  const other = temporaryFolder()
  await restore(bytes, other, by)
  const { database, key } = pendingNames(other)
  for (const file of [database, key]) cpSync(file, join(crashed, basename(file)))
  return crashed
}

const keptIn = (folder: string, suffix: RegExp): string[] =>
  readdirSync(folder).filter((name) => name.startsWith('floe.db.before-') && suffix.test(name))

test('a back-up in which a single bit has flipped is never restored', async () => {
  const { bytes: sound, by } = await carried(writtenFolder())
  const target = otherFolder()
  const flips = Array.from({ length: 40 }, (_, n) => Math.floor(((n + 0.5) / 40) * sound.length))

  for (const at of flips) {
    const flipped = Buffer.from(sound)
    flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (at % 8)), at)
    await expect(restore(flipped, target, by), `byte ${at}`).rejects.toMatchObject({
      code: 'CORRUPT',
    })
  }

  // Without a checksum, as older back-ups and copies by SQLite's own tools are.
  const bare = sound.subarray(0, -40)
  await expect(restore(bare, target, by)).resolves.toMatchObject({ origin: { madeAt: MADE_AT } })
})

test('the write-ahead log of a replaced database goes into the kept database, and never into the new one', async () => {
  const folder = await decidedOver(await crashedFolder())
  expect(statSync(join(folder, 'floe.db-wal')).size).toBeGreaterThan(0)

  finishRestore(folder, log)

  const [kept = ''] = keptIn(folder, /Z$/)
  const old = new Database(join(folder, kept), { readonly: true })
  expect(old.prepare('SELECT count(*) FROM share_records').pluck().get()).toBe(1)
  old.close()
  expect(keptIn(folder, /-wal$/)).toEqual([])
  expect(nameIn(folder)).toBe('Ours')
})

test('a database that is too damaged to be opened is kept with its log beside it, and no stop is lifted', async () => {
  const folder = await decidedOver(await crashedFolder())
  const file = join(folder, 'floe.db')
  const [bytes, wal] = [readFileSync(file), readFileSync(`${file}-wal`)]
  // Both: SQLite would rebuild the first page from a sound log.
  bytes.fill(0xa5, 0, 200)
  wal.fill(0xa5, 0, 32)
  writeFileSync(file, bytes)
  writeFileSync(`${file}-wal`, wal)
  rmSync(`${file}-shm`)

  finishRestore(folder, log)

  const [kept = ''] = keptIn(folder, /Z$/)
  expect(readFileSync(join(folder, kept))).toEqual(bytes)
  expect(keptIn(folder, /Z-wal$/).map((name) => readFileSync(join(folder, name)))).toEqual([wal])
  expect(nameIn(folder)).toBe('Ours')
  expect(stopIn(folder)).toEqual(STOP)
})

test('kill -9 before any step of a restore leaves the old or the new database, whole and with its key', async () => {
  const backup = join(temporaryFolder(), 'b.db')
  const { bytes, by } = await carried(writtenFolder())
  writeFileSync(backup, bytes)
  const crashed = await crashedFolder()
  const restoreIn = async (copies: string, last: number) => {
    const target = temporaryFolder()
    cpSync(crashed, target, { recursive: true })
    const child = startChild(['restore', target, backup, by.oldKey, copies, String(last)])
    const { signal } = await child.exit
    return { target, signal }
  }
  const older = { name: 'Other', share: 'newest', stop: STOP, leftOver: [], nonces: true, kept: [] }
  // The replaced database has the share record too, which was written last.
  const newer = { name: 'Ours', share: SHARE, stop: STOP, leftOver: [], nonces: false, kept: [1] }

  // A copy of the folder stands for a kill at that instant: a killed process would leave the same files.
  const copies = temporaryFolder()
  const whole = await restoreIn(copies, 0)
  const ends = readdirSync(copies).map((step) => ({
    step: Number(step),
    ...startedIn(join(copies, step)),
  }))
  ends.sort((one, other) => one.step - other.step)

  expect(whole.signal).toBeNull()
  for (const { step, ...end } of ends) {
    expect([step, end]).toBeOneOf([
      [step, older],
      [step, newer],
    ])
  }
  const names = ends.map(({ name }) => name)
  expect(names.filter((name) => name === 'Other').length).toBeGreaterThan(3)
  expect(names.filter((name) => name === 'Ours').length).toBeGreaterThan(3)
  const turn = names.indexOf('Ours')
  expect(names.lastIndexOf('Other')).toBeLessThan(turn)
  const steps = isLong ? ends.map(({ step }) => step) : [turn, turn + 1]
  for (const step of steps) {
    const { target, signal } = await restoreIn('', step)
    expect([signal, step, startedIn(target)]).toEqual([
      ...['SIGKILL', step],
      step > turn ? newer : older,
    ])
  }
})
