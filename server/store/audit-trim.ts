import type Database from 'better-sqlite3'
import type { AuditCaps, AuditClass } from './audit-classes.ts'
import { type AuditEntry, COLUMNS, entryFrom, type Stored } from './audit-rows.ts'

/** Rows above a cap go a hundredth of it at a time, so that only some writes pay for it. */
const DROPPED_AT_ONCE = 0.01

/** What keeps the table from growing. */
export interface AuditBounds {
  caps: AuditCaps
  /** Takes administrators' rows before they are dropped; when it throws, they stay. */
  archive(rows: readonly AuditEntry[]): void
  /** Hears what `archive` threw. */
  onArchiveFailed(error: unknown): void
}

export interface AuditTrim {
  /** Called before rows are added, inside their transaction. */
  begin(): void
  /** A row was added. */
  added(kind: AuditClass, actor: string): void
  /** Drops what is above the caps, inside the same transaction. */
  end(): void
  /** The transaction was rolled back. */
  forget(): void
}

/**
 * Keeps the audit within the caps of its classes (audit-classes.ts). How many rows each actor has is
 * counted once and then kept in memory; what a command adds beside the server is not counted until
 * the next start.
 */
export function createAuditTrim(
  db: Database.Database,
  { caps, archive, onArchiveFailed }: AuditBounds,
): AuditTrim {
  const countAll = db.prepare<[], { kind: AuditClass; actor: string; rows: number }>(
    'SELECT class AS kind, actor, count(*) AS rows FROM audit GROUP BY class, actor',
  )
  const oldestOf = db.prepare<[AuditClass, number], Stored>(
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

  const dropOfLoudest = (kind: AuditClass, atOnce: number): void => {
    const [loudest] = [...(counts?.get(kind) ?? [])].sort(([, one], [, other]) => other - one)
    if (loudest === undefined) return
    const [actor, rows] = loudest
    const { changes } = dropOldestOf.run(kind, actor, Math.min(atOnce, rows))
    // Fewer than counted if somebody else removed some.
    count(kind, actor, changes === 0 ? -rows : -changes)
  }

  /** @returns false when they have to stay */
  const dropOldest = (kind: AuditClass, atOnce: number): boolean => {
    const rows = oldestOf.all(kind, atOnce)
    try {
      archive(rows.map(entryFrom))
    } catch (error) {
      onArchiveFailed(error)
      return false
    }
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
      if (kind !== 'admin') dropOfLoudest(kind, atOnce)
      else if (!dropOldest(kind, atOnce)) return
    }
  }

  return {
    begin: () => {
      if (counts !== undefined) return
      counts = new Map()
      for (const { kind, actor, rows } of countAll.all()) count(kind, actor, rows)
    },
    added: (kind, actor) => count(kind, actor, 1),
    end: () => {
      for (const kind of counts?.keys() ?? []) trim(kind)
    },
    forget: () => {
      counts = undefined
    },
  }
}

const sumOf = (counts: ReadonlyMap<string, number> = new Map()): number =>
  [...counts.values()].reduce((sum, rows) => sum + rows, 0)
