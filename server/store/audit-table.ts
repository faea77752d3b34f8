import type Database from 'better-sqlite3'
import { type AuditClass, auditClassOf, SIGN_INS, UNPROBLEMATIC, USES } from './audit-classes.ts'
import { type Counts, type CountTables, createCountTables } from './audit-counts.ts'
import { type AuditEntry, type AuditRow, COLUMNS, entryFrom, type Stored } from './audit-rows.ts'
import { type AuditBounds, createAuditTrim } from './audit-trim.ts'
import { read, write } from './database.ts'

export interface AuditTable {
  /**
   * Adds rows and raises the counts in one transaction; drops rows above the caps of their classes.
   * Throws a StoreError.
   */
  append(rows: readonly AuditRow[], counts?: readonly Counts[]): void
  /** The newest entries with an id below `before`, newest first. */
  page(before: number | undefined, limit: number): AuditEntry[]
  /**
   * Uses of the key (audit-classes.ts) among the entries with an id below `before`, newest first, and
   * where to go on; undefined when there is nothing more. Looks at so many entries at most.
   */
  uses(options: UsesOptions): { entries: AuditEntry[]; next?: number }
  /** Oldest first, up to the newest at the beginning. */
  all(): Generator<AuditEntry>
  /** What is counted, which `append` raises. */
  readonly counts: Omit<CountTables, 'add'>
}

export type UsesOptions = {
  before?: number | undefined
  limit: number
  /** problems: only those that went wrong, were refused or were not answered; activity: sign-ins too. */
  about: 'uses' | 'problems' | 'activity'
  /** Only what this one asked for. */
  actor?: string | undefined
}

const PAGE_MAX = 1_000
/** Entries that are looked at for one page of uses. */
const USES_SPAN = 20_000
const EXPORT_PAGE = 500

/** The table in a migrated database. Without bounds nothing is ever dropped. */
export function createAuditTable(db: Database.Database, bounds?: AuditBounds): AuditTable {
  const insert = db.prepare<[number, number | null, string, string, string, string, AuditClass]>(
    `INSERT INTO audit (at, keyset, actor, action, outcome, detail, class)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const newestBelow = db.prepare<[number, number], Stored>(
    `SELECT ${COLUMNS} FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?`,
  )
  const oldestAbove = db.prepare<[number, number, number], Stored>(
    `SELECT ${COLUMNS} FROM audit WHERE id > ? AND id <= ? ORDER BY id LIMIT ?`,
  )
  const usesBetween = (actions: readonly string[], more = '') =>
    db.prepare<[number, number, string | null, number], Stored>(
      `SELECT ${COLUMNS} FROM audit WHERE id < ? AND id >= ? AND action IN (${quoted(actions)}) ${more}
       AND actor = ifnull(?, actor)
       ORDER BY id DESC LIMIT ?`,
    )
  const between = {
    uses: usesBetween(USES),
    problems: usesBetween(USES, `AND outcome NOT IN (${quoted(UNPROBLEMATIC)})`),
    activity: usesBetween([...USES, ...SIGN_INS]),
  }
  const oldestId = db.prepare<[], number | null>('SELECT min(id) FROM audit').pluck()
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
            insert.run(at, keyset, actor, action, outcome, JSON.stringify(detail), kind)
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

    uses: ({ about, before = Number.MAX_SAFE_INTEGER, limit, actor = null }) =>
      read(db, () => {
        const end = Math.min(before, (newestId.get() ?? 0) + 1)
        const start = Math.max(end - USES_SPAN, oldestId.get() ?? 0)
        const most = Math.min(limit, PAGE_MAX)
        const entries = between[about].all(end, start, actor, most).map(entryFrom)
        const last = entries.length === most ? entries.at(-1)?.id : undefined
        const next = last ?? start
        return { entries, ...(next > (oldestId.get() ?? 0) && { next }) }
      }),

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

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')
