import {
  closeSync,
  constants,
  createWriteStream,
  existsSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import Database from 'better-sqlite3'
import { guards as guardTexts, backup as texts } from '#contract/messages.ts'
import { type AuditRecord, rowOf } from '../audit-rows.ts'
import { createAuditTable } from '../audit-table.ts'
import { EVENT_IDS } from '../counters.ts'
import { BUSY_TIMEOUT, schemaVersion } from '../database.ts'
import { StoreError, toStoreError } from '../errors.ts'
import { createPrivately, openOwn, syncFile, syncFolder, writeAtomically } from '../files.ts'
import { createGuards, type Guards } from '../guards.ts'
import type { StoreLog } from '../log.ts'
import { makeSchema } from '../migrate.ts'
import { migrations } from '../migrations/index.ts'
import { checkSealed, reseal } from '../reseal.ts'
import { foreignObject } from '../schema.ts'
import { isGuarded } from '../sealed-by.ts'
import { createSealer } from '../sealing.ts'
import { keyFileText } from '../sealing-key.ts'
import { sizeLimit } from '../size-limit.ts'
import { furtherMark, markIn, putMark, type SpentMark } from '../spent-mark.ts'
import { adoptedRecord, tamperRecord, upgrade } from '../upgrade.ts'
import { takeChecksum } from './checksum.ts'
import {
  type BackupNote,
  checkWhole,
  damaged,
  dropNote,
  dropPassing,
  isFloeDatabase,
  leaveOutShares,
  openCopy,
  readNote,
} from './copy.ts'
import { keyFor } from './key-for.ts'
import { pendingNames } from './pending.ts'

export interface RestoreOptions {
  dataDir: string
  /**
   * SECRET_KEY, when the environment gives one: a back-up sealed with another key is sealed anew
   * with it.
   */
  secret: string | undefined
  /** The key that the back-up is sealed with: the text of a secret.key, or the SECRET_KEY of that time. */
  oldKey: string | undefined
  /**
   * Asked for only when the back-up holds a key that is needed. Without it such a back-up is
   * refused.
   */
  passphrase(): Promise<string | undefined>
  /** Who restores, for the audit. */
  actor: string
  /** Milliseconds. */
  now: number
  log: StoreLog
}

export interface Restored {
  /** When the back-up was made, in milliseconds, and by which Floe; undefined for a bare database. */
  note: { madeAt: number; madeBy: string } | undefined
  /** Whether the back-up's key replaces the folder's. */
  withKey: boolean
  /** The indices of shares that were kept for other devices when it was made, which no back-up holds. */
  lostShares: number[]
}

const SQLITE_HEAD = Buffer.from('SQLite format 3\0')
/** Ids that the running server may take of a counter until it stops. */
const idsAhead = (counter: string): number => (counter === EVENT_IDS ? 100_000 : 100)

/**
 * Brings a back-up's bytes into the data folder, where stageRestore looks at them. The caller owns
 * the folder. Throws TOO_LARGE, NO_BACKUP for what is no database at all, and what the file system
 * says; nothing is left behind then.
 */
export async function receiveBackup(
  source: AsyncIterable<Uint8Array>,
  dataDir: string,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { copy } = pendingNames(dataDir)
  const limit = sizeLimit(
    maxBytes,
    () => new StoreError('TOO_LARGE', texts.tooLarge(Math.floor(maxBytes / 1_048_576))),
  )
  try {
    discardCopy(dataDir)
    createPrivately(copy)
    await pipeline(source, limit, createWriteStream(copy, { fd: openOwn(copy, constants.O_RDWR) }))
    requireSqlite(copy)
  } catch (error) {
    discardCopy(dataDir)
    throw toStoreError(error, copy)
  }
}

/** Removes what receiveBackup brought. */
export function discardCopy(dataDir: string): void {
  const { copy } = pendingNames(dataDir)
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(copy + suffix, { force: true })
}

/**
 * Checks what receiveBackup brought, makes of it the database that is to be, and decides the
 * restore: finishRestore does the rest, now or at the next start. Until then nothing in the folder
 * changes, and nothing ever will when this throws.
 *
 * What is checked: its checksum, if it has one; every page and row; that it is Floe's, of no newer schema, and of exactly the
 * shape that its schema has; that every sealed value opens with the key that will be in force; that Floe
 * has written the rows that let in or allow (others are taken out; of a back-up from before there were
 * lists of them, all are taken in). It is brought up to this version's schema. Sessions, sign-in links and
 * questions end; ids of events and rules go on rising. A stop that is in force stays so (stop.ts).
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
    copy = openReceived(pending.copy)
    const note = readNote(copy)
    const { key, isNew, isGiven, own } = await keyFor(copy, note, options)
    const sealer = createSealer(key)
    checkSealed(copy, sealer)
    dropPassing(copy)
    dropNote(copy)
    const guards = createGuards(copy, key, log)
    const from = schemaVersion(copy)
    const adopted = upgrade({ db: copy, guards, sealer, log, keepCopy: false })
    const lostShares = leaveOutShares(copy, { sealer, guards })
    if (own !== undefined) sealWithOwn(copy, { guards, from: key, to: own, log })
    raiseCounters(copy, dataDir)
    noteInAudit(copy, { actor, now, note, lostShares }, [
      ...(adopted ? [adoptedRecord(from)] : []),
      ...guards.tampering.reports.map(tamperRecord),
    ])
    copy.close()
    syncFile(pending.copy)
    if (isNew) writeAtomically(pending.key, keyFileText(key))
    renameSync(pending.copy, pending.database)
    syncFolder(dataDir)
    const { madeAt, madeBy } = note ?? {}
    return {
      note: madeAt === undefined || madeBy === undefined ? undefined : { madeAt, madeBy },
      withKey: isNew && isGiven,
      lostShares,
    }
  } catch (error) {
    copy?.close()
    discardCopy(dataDir)
    rmSync(pending.key, { force: true })
    throw damaged(asOfBackup(error), pending.copy)
  }
}

/** Opens a copy that was received, once it is known to be whole and ours. Throws what stageRestore does. */
export function openReceived(file: string): Database.Database {
  takeChecksum(file)
  const copy = openCopy(file)
  try {
    if (!isFloeDatabase(copy)) throw new StoreError('NO_BACKUP', texts.notBackup('another program'))
    refuseNewerBackup(copy)
    // First: even a check of its rows would run what is in it.
    requireOwnSchema(copy)
    checkWhole(copy)
    return copy
  } catch (error) {
    copy.close()
    throw error
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

/** What somebody added or changed would run inside our statements. */
function requireOwnSchema(db: Database.Database): void {
  const foreign = foreignObject(db, (empty) => makeSchema(empty, migrations, schemaVersion(db)))
  if (foreign !== undefined) throw new StoreError('NO_BACKUP', texts.notBackup(foreign))
}

/** Seals all with the environment's key: credentials, then the lists of rows, which hold their digests. */
function sealWithOwn(
  db: Database.Database,
  { guards, from, to, log }: { guards: Guards; from: Buffer; to: Buffer; log: StoreLog },
): void {
  reseal(db, createSealer(from), createSealer(to))
  db.transaction(() => {
    createGuards(db, to, log).rebuild(guards.lostRows(schemaVersion(db)))
  })()
}

function asOfBackup(error: unknown): unknown {
  if (!(error instanceof StoreError) || error.code !== 'FORGED') return error
  return new StoreError('CORRUPT', texts.damaged(guardTexts.inBackup), { cause: error })
}

/**
 * What only rises, from the database that gives way: consoles ask for what came after the last event id
 * that they saw, and delete rules by the ids that they show; and nonces of before the restore that are put back are to be older than what is known.
 */
function raiseCounters(db: Database.Database, dataDir: string): void {
  const raise = db.prepare<[string, number]>(
    `INSERT INTO counters (name, value) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)`,
  )
  const { counters, mark } = risenIn(join(dataDir, 'floe.db'))
  for (const { name, value } of counters) raise.run(name, value + idsAhead(name))
  const further = furtherMark(markIn(db), mark)
  if (further !== undefined) putMark(db, further)
}

type Risen = { counters: { name: string; value: number }[]; mark?: SpentMark | undefined }

/** Nothing when the file can't be read, which may be why it is replaced. */
function risenIn(file: string): Risen {
  if (!existsSync(file)) return { counters: [] }
  try {
    const current = new Database(file, { readonly: true, timeout: BUSY_TIMEOUT })
    try {
      const rows = current.prepare<[], Risen['counters'][number]>('SELECT * FROM counters')
      return { counters: rows.all(), mark: isGuarded(current) ? markIn(current) : undefined }
    } finally {
      current.close()
    }
  } catch {
    return { counters: [] }
  }
}

function noteInAudit(
  db: Database.Database,
  {
    actor,
    now,
    note,
    lostShares,
  }: Pick<RestoreOptions, 'actor' | 'now'> & { note: BackupNote | undefined; lostShares: number[] },
  found: readonly AuditRecord[],
): void {
  const detail = {
    ...(note !== undefined && { madeAt: new Date(note.madeAt).toISOString() }),
    ...(lostShares.length > 0 && { lostShares }),
  }
  createAuditTable(db).append([
    rowOf({ actor, action: 'restore', outcome: 'ok', detail }, now, null),
    ...found.map((record) => rowOf(record, now, null)),
  ])
}
