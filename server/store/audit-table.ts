import type Database from 'better-sqlite3'
import { type AuditClass, type AuditShown, auditClassOf, auditShownAs } from './audit-classes.ts'
import { type Counts, type CountTables, createCountTables } from './audit-counts.ts'
import { type AuditEntry, type AuditRow, COLUMNS, entryFrom, type Stored } from './audit-rows.ts'
import { type AuditBounds, createAuditTrim } from './audit-trim.ts'
import { createUsesReader, type Uses, type UsesOptions } from './audit-uses.ts'
import { read, write } from './database.ts'

export interface AuditTable {
  /**
   * Adds rows and raises the counts in one transaction; drops rows above the caps of their classes.
   * Throws a StoreError.
   */
  append(rows: readonly AuditRow[], counts?: readonly Counts[]): void
  /** The newest entries with an id below `before`, newest first. */
  page(before: number | undefined, limit: number): AuditEntry[]
  /** At most 1000. */
  uses(options: UsesOptions): Uses
  /** Oldest first, up to the newest at the beginning. */
  all(): Generator<AuditEntry>
  /** What is counted, which `append` raises. */
  readonly counts: Omit<CountTables, 'add'>
}

const PAGE_MAX = 1_000
const EXPORT_PAGE = 500

/** The table in a migrated database. Without bounds nothing is ever dropped. */
export function createAuditTable(db: Database.Database, bounds?: AuditBounds): AuditTable {
  const insert = db.prepare<
    [number, number | null, string, string, string, string, AuditClass, AuditShown | null]
  >(
    `INSERT INTO audit (at, keyset, actor, action, outcome, detail, class, shown)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const newestBelow = db.prepare<[number, number], Stored>(
    `SELECT ${COLUMNS} FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?`,
  )
  const oldestAbove = db.prepare<[number, number, number], Stored>(
    `SELECT ${COLUMNS} FROM audit WHERE id > ? AND id <= ? ORDER BY id LIMIT ?`,
  )
  const uses = createUsesReader(db)
  const newestId = db.prepare<[], number | null>('SELECT max(id) FROM audit').pluck()
  const tables = createCountTables(db)
  const trim = bounds && createAuditTrim(db, bounds)

  return {
    append: (rows, counts = []) => {
      try {
        write(db, () => {
          trim?.begin()
          for (const { at, keyset, actor, action, outcome, detail } of rows) {
            const kind = auditClassOf(action)
            const shown = auditShownAs(action, outcome)
            insert.run(at, keyset, actor, action, outcome, JSON.stringify(detail), kind, shown)
            trim?.added(kind, actor)
          }
          for (const of of counts) tables.add(of)
          trim?.end()
        })
      } catch (error) {
        // The counts include rows that were rolled back.
        trim?.forget()
        throw error
      }
    },

    page: (before = Number.MAX_SAFE_INTEGER, limit) =>
      read(db, () => newestBelow.all(before, Math.min(limit, PAGE_MAX)).map(entryFrom)),

    uses: (options) => uses({ ...options, limit: Math.min(options.limit, PAGE_MAX) }),

    // In pages: a statement that is still being read would keep everyone from writing.
    all: function* () {
      const last = read(db, () => newestId.get()) ?? 0
      let after = 0
      for (;;) {
        const rows = read(db, () => oldestAbove.all(after, last, EXPORT_PAGE))
        yield* rows.map(entryFrom)
        const end = rows.at(-1)
        if (end === undefined) return
        after = end.id
      }
    },

    counts: tables,
  }
}
