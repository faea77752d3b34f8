import Database from 'better-sqlite3'
import { backup as texts } from '#contract/codes.ts'
import { schemaVersion } from '../database.ts'
import { StoreError, toStoreError } from '../errors.ts'
import { RESERVED_SHARES_SINCE } from '../guarded-tables.ts'
import type { Guards } from '../guards.ts'
import { BACKUP_NOTE_SQL } from '../migrate.ts'
import { APPLICATION_ID } from '../migrations/001-initial.ts'
import {
  type ReservedShareRow,
  type StoredReservedShare,
  sealerOfReservedShares,
} from '../reserved-shares.ts'
import type { Sealer } from '../sealing.ts'

/**
 * Tables that a back-up leaves out: sessions and links, so that a restore lets nobody in, and approvals with
 * their answers, which are over by then.
 */
const NOT_CARRIED_OVER = ['sessions', 'sign_in_tokens', 'questions', 'answers']

/**
 * Metadata in a table that only back-ups have. Otherwise a back-up is a database like any other, readable
 * with SQLite.
 */
export interface BackupNote {
  /** Milliseconds. */
  madeAt: number
  /** The version of Floe that made it. */
  madeBy: string
  /** The sealing key, encrypted (sealed-key.ts); null if it is not in the back-up. */
  sealedKey: Buffer | null
}

/** When a back-up was made, in milliseconds, and by which Floe. */
export type BackupOrigin = Omit<BackupNote, 'sealedKey'>

/** Undefined for a bare database, which has no note. */
export const originOf = (note: BackupNote | undefined): BackupOrigin | undefined =>
  note && { madeAt: note.madeAt, madeBy: note.madeBy }

/** Opens a copy that no other process uses, without a write-ahead log. Throws a StoreError. */
export function openCopy(file: string): Database.Database {
  let db: Database.Database | undefined
  try {
    db = new Database(file, { timeout: 0, fileMustExist: true })
    db.pragma('trusted_schema = OFF')
    db.pragma('journal_mode = DELETE')
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    // What is deleted leaves no bytes behind.
    db.pragma('secure_delete = ON')
    db.pragma('temp_store = MEMORY')
    return db
  } catch (error) {
    db?.close()
    throw damaged(error, file)
  }
}

export const isFloeDatabase = (db: Database.Database): boolean =>
  Number(db.pragma('application_id', { simple: true })) === APPLICATION_ID

/** Reads every page and every row. Throws CORRUPT. */
export function checkIntegrity(db: Database.Database): void {
  try {
    const found = db.pragma('integrity_check(1)', { simple: true })
    if (found !== 'ok') throw new StoreError('CORRUPT', texts.damaged(String(found)))
    const [orphan] = db.pragma('foreign_key_check') as { table: string }[]
    if (orphan !== undefined) throw new StoreError('CORRUPT', texts.damaged(orphan.table))
  } catch (error) {
    throw damaged(error, db.name)
  }
}

const tablesOf = (db: Database.Database): string[] =>
  db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .pluck()
    .all()

/** Rows of each table. */
export const countRows = (db: Database.Database): Map<string, number> =>
  new Map(
    tablesOf(db).map((table) => [
      table,
      db.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get() ?? 0,
    ]),
  )

/** Deletes what a back-up leaves out, and writes or replaces its note. */
export function writeNote(db: Database.Database, note: BackupNote): void {
  db.transaction(() => {
    deleteTransient(db)
    dropNote(db)
    db.exec(BACKUP_NOTE_SQL)
    db.prepare('INSERT INTO floe_backup (made_at, made_by, sealed_key) VALUES (?, ?, ?)').run(
      note.madeAt,
      note.madeBy,
      note.sealedKey,
    )
  })()
}

/** Undefined for a database that is not a back-up. */
export function readNote(db: Database.Database): BackupNote | undefined {
  if (!tablesOf(db).includes('floe_backup')) return undefined
  return db
    .prepare<[], BackupNote>(
      'SELECT made_at AS madeAt, made_by AS madeBy, sealed_key AS sealedKey FROM floe_backup',
    )
    .get()
}

export function deleteTransient(db: Database.Database): void {
  const tables = tablesOf(db)
  for (const table of NOT_CARRIED_OVER) {
    if (tables.includes(table)) db.exec(`DELETE FROM ${table}`)
  }
  if (tables.includes('guards')) dropGuards(db, NOT_CARRIED_OVER)
}

export const dropNote = (db: Database.Database): void => {
  db.exec('DROP TABLE IF EXISTS floe_backup')
}

/** Reports damage to a copy as damage to the back-up, since the owner does not know our file names. */
export function damaged(error: unknown, file: string): unknown {
  const known = toStoreError(error, file)
  if (!(known instanceof StoreError) || known === error || known.code !== 'CORRUPT') return known
  const reason = error instanceof Error ? error.message : String(error)
  return new StoreError('CORRUPT', texts.damaged(reason), { cause: error })
}

/** Deletes the lists of tables that a copy leaves out; without a list no row of a table counts. */
function dropGuards(db: Database.Database, tables: readonly string[]): void {
  const remove = db.prepare<[string]>('DELETE FROM guards WHERE name = ?')
  for (const table of tables) remove.run(table)
}

export type SealedAccess = { sealer: Sealer; guards: Guards }

/**
 * Removes the secrets of reserved shares from a copy. With them a back-up could sign alone, and a restored one
 * could hand out a share that a device has by then. The rest of each record stays if it can be opened, so that
 * a restore can report which shares are lost.
 *
 * @param access without it, the records are deleted
 * @returns the indices of the shares whose device has not signed yet, in order
 */
export function leaveOutShares(db: Database.Database, access: SealedAccess | undefined): number[] {
  if (schemaVersion(db) < RESERVED_SHARES_SINCE) return []
  return db.transaction(() => {
    const guard = access?.guards.of<ReservedShareRow>('spares')
    const rows = guard?.read().rows ?? []
    const ids = db.prepare<[], string[]>('SELECT keyset, id FROM spares').raw().all()
    db.exec('DELETE FROM spares')
    if (access === undefined || guard === undefined) {
      dropGuards(db, ['spares'])
      return []
    }
    const kept = rows.map((row) => putWithoutShare(db, row, access.sealer))
    guard.record(...ids.map(([keyset, id = '']) => [String(keyset), id]))
    return kept
      .filter(({ provedAt }) => provedAt === null)
      .map(({ idx }) => idx)
      .sort((a, b) => a - b)
  })()
}

function putWithoutShare(
  db: Database.Database,
  row: ReservedShareRow,
  sealer: Sealer,
): StoredReservedShare {
  const { seal, open } = sealerOfReservedShares(sealer, row.keyset)
  const { handedOut, ...reservedShare } = open(row)
  const left: StoredReservedShare = {
    ...reservedShare,
    seckey: null,
    handedOut: handedOut && { ...handedOut, sealed: null },
  }
  db.prepare('INSERT INTO spares (keyset, id, sealed) VALUES (?, ?, ?)').run(
    row.keyset,
    row.id,
    seal(left),
  )
  return left
}
