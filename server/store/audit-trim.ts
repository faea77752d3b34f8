import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { type AuditCaps, type AuditClass, COLUMNS, type StoredRow } from './audit-rows.ts'
import type { StoreLog } from './database.ts'
import { openOwn, syncFolder } from './files.ts'

/** Deletes a hundredth of a cap at a time, so that only some writes pay for it. */
const DROPPED_AT_ONCE = 0.01

export interface AuditBounds {
  caps: AuditCaps
  /** Takes administrators' rows before they are dropped. False: it could not, and they stay. */
  archive(rows: readonly StoredRow[]): boolean
}

/**
 * Keeps the audit within the caps of its classes (audit-rows.ts). The rows of each actor are counted once and
 * then in memory; rows that a command adds beside the server are not counted until the next start.
 */
export function createAuditTrim(db: Database.Database, { caps, archive }: AuditBounds) {
  const countAll = db.prepare<[], { kind: AuditClass; actor: string; rows: number }>(
    'SELECT class AS kind, actor, count(*) AS rows FROM audit GROUP BY class, actor',
  )
  const oldestOf = db.prepare<[AuditClass, number], StoredRow>(
    `SELECT ${COLUMNS} FROM audit WHERE class = ? ORDER BY id LIMIT ?`,
  )
  const drop = db.prepare<[number]>('DELETE FROM audit WHERE id = ?')
  const dropOldestOf = db.prepare<[AuditClass, string, number]>(
    `DELETE FROM audit WHERE id IN
       (SELECT id FROM audit WHERE class = ? AND actor = ? ORDER BY id LIMIT ?)`,
  )
  let counts: Map<AuditClass, Map<string, number>> | undefined

  const count = (kind: AuditClass, actor: string, rows: number): void => {
    const ofClass = counts?.get(kind) ?? new Map<string, number>()
    counts?.set(kind, ofClass)
    const left = (ofClass.get(actor) ?? 0) + rows
    if (left > 0) ofClass.set(actor, left)
    else ofClass.delete(actor)
  }

  const dropOfLargest = (kind: AuditClass, atOnce: number): void => {
    const [largest] = [...(counts?.get(kind) ?? [])].sort(([, one], [, other]) => other - one)
    if (largest === undefined) return
    const [actor, rows] = largest
    const { changes } = dropOldestOf.run(kind, actor, Math.min(atOnce, rows))
    // Fewer than counted if another process removed some.
    count(kind, actor, changes === 0 ? -rows : -changes)
  }

  /** @returns false if they could not be archived */
  const dropOldest = (kind: AuditClass, atOnce: number): boolean => {
    const rows = oldestOf.all(kind, atOnce)
    if (!archive(rows)) return false
    for (const { id, actor } of rows) {
      drop.run(id)
      count(kind, actor, -1)
    }
    return rows.length > 0
  }

  const trim = (kind: AuditClass): void => {
    const cap = caps[kind]
    const atOnce = Math.max(1, Math.floor(cap * DROPPED_AT_ONCE))
    while (sumOf(counts?.get(kind)) > cap) {
      if (kind !== 'admin') dropOfLargest(kind, atOnce)
      else if (!dropOldest(kind, atOnce)) return
    }
  }

  return {
    /** Called before rows are added, inside their transaction. */
    begin: (): void => {
      if (counts !== undefined) return
      counts = new Map()
      for (const { kind, actor, rows } of countAll.all()) count(kind, actor, rows)
    },
    /** A row was added. */
    added: (kind: AuditClass, actor: string) => count(kind, actor, 1),
    /** Drops what is above the caps, inside the same transaction. */
    end: (): void => {
      for (const kind of counts?.keys() ?? []) trim(kind)
    },
    /** The transaction was rolled back. */
    forget: (): void => {
      counts = undefined
    },
  }
}

const sumOf = (counts: ReadonlyMap<string, number> = new Map()): number =>
  [...counts.values()].reduce((sum, rows) => sum + rows, 0)

/** In the data folder. Not in back-ups: earlier back-ups have its rows. */
export const ARCHIVE_FILE = 'audit-old.ndjson'
/** What a full file is renamed to, replacing the one before it. */
const FULL_FILE = 'audit-old.1.ndjson'
/** About 300,000 rows. */
const ARCHIVE_BYTES_MAX = 64 * 1024 * 1024

/**
 * Appends rows to a file (0600) before they are deleted: one JSON object a line, oldest first, on the disk
 * when the call returns. After a crash a row may be in both places. A full file is renamed, and replaces the
 * full one before it.
 *
 * @returns a function that appends rows; it throws errors of the file system
 */
export function createAuditArchive(
  database: string,
  log: StoreLog,
  maxBytes = ARCHIVE_BYTES_MAX,
): (rows: readonly object[]) => void {
  const folder = dirname(database)
  const file = join(folder, ARCHIVE_FILE)

  const replaceFull = (): void => {
    const full = join(folder, FULL_FILE)
    const replaces = existsSync(full)
    renameSync(file, full)
    log.warn(
      { full, replaces },
      'old rows of the audit fill a file: copy it if you want to keep it',
    )
  }

  return (rows) => {
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    const isNew = !existsSync(file)
    const handle = openOwn(file, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT)
    let size: number
    try {
      const before = fstatSync(handle).size
      writeAll(handle, endsLine(handle, before) ? text : `\n${text}`)
      fsyncSync(handle)
      size = fstatSync(handle).size
    } finally {
      closeSync(handle)
    }
    if (isNew) syncFolder(folder)
    if (size >= maxBytes) replaceFull()
  }
}

/** False after a write that a crash or a full disk cut off. */
function endsLine(handle: number, size: number): boolean {
  if (size === 0) return true
  const last = Buffer.alloc(1)
  readSync(handle, last, 0, 1, size - 1)
  return last.toString() === '\n'
}

function writeAll(handle: number, text: string): void {
  let rest = Buffer.from(text)
  while (rest.length > 0) rest = rest.subarray(writeSync(handle, rest))
}
