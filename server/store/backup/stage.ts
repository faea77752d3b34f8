import {
  closeSync,
  createWriteStream,
  existsSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Database from 'better-sqlite3'
import { backup as texts } from '../../contract/messages.ts'
import { createAuditTable } from '../audit-table.ts'
import { BUSY_TIMEOUT, schemaVersion } from '../database.ts'
import { StoreError, toStoreError } from '../errors.ts'
import { createPrivately, syncFolder, writeAtomically } from '../files.ts'
import type { StoreLog } from '../log.ts'
import { makeSchema, migrate } from '../migrate.ts'
import { migrations } from '../migrations/index.ts'
import { foreignObject } from '../schema.ts'
import { sealedKeyIds } from '../sealed-by.ts'
import { createSealer, keyIdOf } from '../sealing.ts'
import { findSealingKey, keyFileText, keyFromSecret } from '../sealing-key.ts'
import {
  type BackupNote,
  checkSealed,
  checkWhole,
  damaged,
  dropNote,
  dropSessions,
  isFloeDatabase,
  openCopy,
  readNote,
} from './copy.ts'
import { syncFile } from './make.ts'
import { pendingNames } from './pending.ts'
import { reseal } from './reseal.ts'
import { openKey } from './sealed-key.ts'

export type RestoreOptions = {
  dataDir: string
  /**
   * SECRET_KEY, when the environment gives one: a back-up that another key has sealed is sealed anew
   * with it.
   */
  secret: string | undefined
  /** The key that the back-up is sealed with: a secret.key's text, or SECRET_KEY of that time. */
  oldKey: string | undefined
  /**
   * Asked for only when the back-up holds a key that is needed. Undefined: there is none, and the
   * back-up is refused.
   */
  passphrase(): Promise<string | undefined>
  /** Who restores, for the audit. */
  actor: string
  /** Milliseconds. */
  now: number
  log: StoreLog
}

export type Restored = {
  /** When the back-up was made, in milliseconds, and by which Floe; undefined for a bare database. */
  note: { madeAt: number; madeBy: string } | undefined
  /** Whether the key in the back-up takes the place of the folder's. */
  withKey: boolean
}

const SQLITE_HEAD = Buffer.from('SQLite format 3\0')
/** Event ids that the running server may take until it stops. */
const IDS_AHEAD = 100_000

/**
 * Brings a back-up's bytes into the data folder, where stageRestore looks at them. The caller owns
 * the folder. Throws TOO_LARGE, NO_BACKUP for what is no database at all, and what the file system
 * says; nothing is left then.
 */
export async function receiveBackup(
  source: AsyncIterable<Uint8Array>,
  dataDir: string,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { copy } = pendingNames(dataDir)
  let size = 0
  const limit = new Transform({
    transform: (chunk: Uint8Array, _, pass) => {
      size += chunk.length
      if (size <= maxBytes) pass(null, chunk)
      else pass(new StoreError('TOO_LARGE', texts.tooLarge(Math.floor(maxBytes / 1_048_576))))
    },
  })
  try {
    discardCopy(dataDir)
    createPrivately(copy)
    await pipeline(source, limit, createWriteStream(copy, { flags: 'r+' }))
    requireSqlite(copy)
  } catch (error) {
    discardCopy(dataDir)
    throw toStoreError(error, copy)
  }
}

/** Gives up what receiveBackup has brought. */
export function discardCopy(dataDir: string): void {
  const { copy } = pendingNames(dataDir)
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(copy + suffix, { force: true })
}

/**
 * Checks what receiveBackup has brought, makes of it the database that is to be, and decides the
 * restore: finishRestore does the rest, now or at the next start. Until then nothing in the folder
 * has changed; when this throws, nothing ever will have.
 *
 * What is checked: every page and row; that it is Floe's, of no newer schema, and of exactly the
 * shape that its schema has; that every sealed value opens with the key that will be in force. It is
 * brought up to this version's schema. Sessions and sign-in links end; event ids go on rising.
 *
 * Throws NO_BACKUP, CORRUPT, NEWER_DATABASE, MIGRATION_FAILED, NO_PASSPHRASE, WRONG_PASSPHRASE,
 * WRONG_KEY, NO_KEY, and what the file system says.
 */
export async function stageRestore(options: RestoreOptions): Promise<Restored> {
  const { dataDir, actor, now, log } = options
  const pending = pendingNames(dataDir)
  let copy: Database.Database | undefined
  try {
    rmSync(pending.key, { force: true })
    copy = openCopy(pending.copy)
    if (!isFloeDatabase(copy)) throw new StoreError('NO_BACKUP', texts.notBackup('another program'))
    refuseNewerBackup(copy)
    // First: already a check of its rows would run what is in it.
    requireOwnSchema(copy)
    checkWhole(copy)
    const note = readNote(copy)
    const { key, isNew, own } = await keyFor(copy, note, options)
    if (key !== undefined) checkSealed(copy, createSealer(key))
    dropSessions(copy)
    dropNote(copy)
    migrate(copy, migrations, log, { keepCopy: false })
    if (key !== undefined && own !== undefined) reseal(copy, createSealer(key), createSealer(own))
    raiseCounters(copy, dataDir)
    noteInAudit(copy, { actor, now, note })
    copy.close()
    syncFile(pending.copy)
    if (isNew && key !== undefined) writeAtomically(pending.key, keyFileText(key))
    renameSync(pending.copy, pending.database)
    syncFolder(dataDir)
    const { madeAt, madeBy } = note ?? {}
    return {
      note: madeAt === undefined || madeBy === undefined ? undefined : { madeAt, madeBy },
      withKey: isNew,
    }
  } catch (error) {
    copy?.close()
    discardCopy(dataDir)
    rmSync(pending.key, { force: true })
    throw damaged(error, pending.copy)
  }
}

function requireSqlite(file: string): void {
  const head = Buffer.alloc(SQLITE_HEAD.length)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, head)
  } finally {
    closeSync(handle)
  }
  if (!head.equals(SQLITE_HEAD)) throw new StoreError('NO_BACKUP', texts.notBackup('no database'))
}

function refuseNewerBackup(db: Database.Database): void {
  const found = schemaVersion(db)
  const known = migrations.length
  if (found > known) throw new StoreError('NEWER_DATABASE', texts.newer(found, known))
  if (found < 1) throw new StoreError('NO_BACKUP', texts.notBackup('empty'))
}

/** What somebody has added or changed would run inside of ours. */
function requireOwnSchema(db: Database.Database): void {
  const foreign = foreignObject(db, (empty) => makeSchema(empty, migrations, schemaVersion(db)))
  if (foreign !== undefined) throw new StoreError('NO_BACKUP', texts.notBackup(foreign))
}

/**
 * The key that the copy is sealed with. `isNew`: it takes the place of the folder's; `own`: it does
 * not, as the environment gives another one, which all is to be sealed with anew.
 */
async function keyFor(
  db: Database.Database,
  note: BackupNote | undefined,
  { dataDir, secret, oldKey, passphrase, log }: RestoreOptions,
): Promise<{ key: Buffer | undefined; isNew: boolean; own?: Buffer }> {
  const sealedBy = sealedKeyIds(db)
  const fits = (key: Uint8Array) => sealedBy.every((id) => keyIdOf(key).equals(id))
  const own = findSealingKey({ dataDir, secret, log })
  // Whoever restores where the back-up was made is asked for nothing.
  if (own !== undefined && fits(own)) return { key: own, isNew: false }
  if (sealedBy.length === 0) return { key: undefined, isNew: false }
  const key =
    oldKey === undefined ? await keyInside(note, { passphrase, own, fits }) : keyGiven(oldKey, fits)
  // What the environment gives would win over a key file at the next start.
  return secret === undefined || own === undefined
    ? { key, isNew: true }
    : { key, isNew: false, own }
}

async function keyInside(
  note: BackupNote | undefined,
  options: {
    passphrase: RestoreOptions['passphrase']
    own: Buffer | undefined
    fits(key: Uint8Array): boolean
  },
): Promise<Buffer> {
  const { passphrase, own, fits } = options
  const sealedKey = note?.sealedKey ?? null
  if (sealedKey === null) {
    throw new StoreError(own === undefined ? 'NO_KEY' : 'WRONG_KEY', texts.wrongKey)
  }
  const given = await passphrase()
  if (given === undefined) throw new StoreError('NO_PASSPHRASE', texts.passphraseNeeded)
  const key = await openKey(sealedKey, given)
  if (!fits(key)) throw new StoreError('CORRUPT', texts.damaged('sealing key'))
  return key
}

function keyGiven(text: string, fits: (key: Uint8Array) => boolean): Buffer {
  let key: Buffer | undefined
  try {
    key = keyFromSecret(text)
  } catch (cause) {
    throw new StoreError('WRONG_KEY', texts.oldKeyWrong, { cause })
  }
  if (!fits(key)) throw new StoreError('WRONG_KEY', texts.oldKeyWrong)
  return key
}

/** Consoles ask for what came after the last event id that they saw: ids never go back. */
function raiseCounters(db: Database.Database, dataDir: string): void {
  const raise = db.prepare<[string, number]>(
    `INSERT INTO counters (name, value) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)`,
  )
  for (const [name, value] of countersIn(join(dataDir, 'floe.db'))) {
    raise.run(name, value + IDS_AHEAD)
  }
}

/** Of the database that gives way; none when it can't be read, which may be why it does. */
function countersIn(file: string): [string, number][] {
  if (!existsSync(file)) return []
  try {
    const current = new Database(file, { readonly: true, timeout: BUSY_TIMEOUT })
    try {
      const rows = current.prepare<[], { name: string; value: number }>('SELECT * FROM counters')
      return rows.all().map(({ name, value }) => [name, value])
    } finally {
      current.close()
    }
  } catch {
    return []
  }
}

function noteInAudit(
  db: Database.Database,
  { actor, now, note }: { actor: string; now: number; note: BackupNote | undefined },
): void {
  const detail = note === undefined ? {} : { madeAt: new Date(note.madeAt).toISOString() }
  createAuditTable(db, Number.POSITIVE_INFINITY).append(
    [{ at: now, actor, action: 'restore', outcome: 'ok', detail }],
    { peers: new Map(), hours: [] },
  )
}
