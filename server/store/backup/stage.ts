import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { guards as guardTexts, backup as texts } from '#contract/codes.ts'
import { type AuditRecord, rowOf } from '../audit-rows.ts'
import { createAuditTable } from '../audit-table.ts'
import { BUSY_TIMEOUT, type StoreLog, schemaVersion } from '../database.ts'
import { StoreError } from '../errors.ts'
import { syncFile, syncFolder, writeAtomically } from '../files.ts'
import { createGuards, type Guards } from '../guards.ts'
import { EVENT_IDS } from '../process-settings.ts'
import { checkSealed, isGuarded, reseal } from '../sealed-values.ts'
import { createSealer } from '../sealing.ts'
import { keyFileText } from '../sealing-key.ts'
import { furtherMark, markIn, putMark, type SpentMark } from '../spent-mark.ts'
import { adoptedRecord, tamperRecord, upgrade } from '../upgrade.ts'
import {
  type BackupNote,
  type BackupOrigin,
  damaged,
  deleteTransient,
  dropNote,
  leaveOutShares,
  originOf,
  readNote,
} from './copy.ts'
import { pendingNames } from './pending.ts'
import { discardCopy, keyFor, openReceived, type ReceivedOptions } from './receive.ts'

export interface RestoreOptions extends ReceivedOptions {
  /** Who restores, for the audit. */
  actor: string
  /** Milliseconds. */
  now: number
}

export interface Restored {
  origin: BackupOrigin | undefined
  /** Whether the back-up's key replaces the folder's. */
  withKey: boolean
  /** The indices of shares that were reserved when it was made; their secrets are in no back-up. */
  lostShares: number[]
}

/** How many ids of a counter the running server may use until it stops. */
const idsAhead = (counter: string): number => (counter === EVENT_IDS ? 100_000 : 100)

/**
 * Checks what receiveBackup saved, turns it into the next database, and decides the restore; finishRestore
 * does the rest, now or at the next start. Until then, and if this throws, nothing in the folder changes.
 *
 * The checks: the checksum, if there is one; every page and row; that the back-up is Floe's, of no newer schema,
 * and has exactly the objects of its schema; that every sealed value opens with the key that will be in force; and
 * the guarded rows (foreign ones are deleted; those of an unguarded back-up are accepted). The back-up is migrated
 * to the newest schema. Sessions, sign-in links and approvals end; ids of events and rules go on rising. A stop
 * that is in force stays (stop.ts).
 *
 * Throws NO_BACKUP, CORRUPT, NEWER_DATABASE, MIGRATION_FAILED, NO_PASSPHRASE, WRONG_PASSPHRASE,
 * WRONG_KEY, NO_KEY, and errors of the file system.
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
    deleteTransient(copy)
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
    return { origin: originOf(note), withKey: isNew && isGiven, lostShares }
  } catch (error) {
    copy?.close()
    discardCopy(dataDir)
    rmSync(pending.key, { force: true })
    throw damaged(asOfBackup(error), pending.copy)
  }
}

/** Seals everything with the environment's key: values first, then the lists, which have their digests. */
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
 * Takes counters and the nonce file's mark over from the replaced database, as they must only rise: consoles
 * ask for events after the last id that they saw and delete rules by id, and nonces from before the restore
 * that are put back must be recognised as older.
 */
function raiseCounters(db: Database.Database, dataDir: string): void {
  const raise = db.prepare<[string, number]>(
    `INSERT INTO counters (name, value) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)`,
  )
  const { counters, mark } = readCounters(join(dataDir, 'floe.db'))
  for (const { name, value } of counters) raise.run(name, value + idsAhead(name))
  const further = furtherMark(markIn(db), mark)
  if (further !== undefined) putMark(db, further)
}

type Counters = { counters: { name: string; value: number }[]; mark?: SpentMark | undefined }

/** Empty if the file can't be read, which may be the reason for the restore. */
function readCounters(file: string): Counters {
  if (!existsSync(file)) return { counters: [] }
  try {
    const current = new Database(file, { readonly: true, timeout: BUSY_TIMEOUT })
    try {
      const rows = current.prepare<[], Counters['counters'][number]>('SELECT * FROM counters')
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
