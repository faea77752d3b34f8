import type Database from 'better-sqlite3'
import type { AuditEntry, AuditPage } from '#contract/operations.ts'
import { createCountTables, type NewCounts } from './audit-counts.ts'
import {
  type AuditClass,
  type AuditRow,
  type AuditShown,
  auditClassOf,
  auditShownAs,
  COLUMNS,
  entryFrom,
  type StoredRow,
} from './audit-rows.ts'
import { type AuditBounds, createAuditTrim } from './audit-trim.ts'
import { read, write } from './database.ts'

export type AuditTable = ReturnType<typeof createAuditTable>

const PAGE_MAX = 1_000
const EXPORT_PAGE = 500

/** The table in a migrated database. Without bounds nothing is ever deleted. */
export function createAuditTable(db: Database.Database, bounds?: AuditBounds) {
  const insert = db.prepare<
    [number, number | null, string, string, string, string, AuditClass, AuditShown | null]
  >(
    `INSERT INTO audit (at, keyset, actor, action, outcome, detail, class, shown)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const newestBelow = db.prepare<[number, number], StoredRow>(
    `SELECT ${COLUMNS} FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?`,
  )
  const oldestAbove = db.prepare<[number, number, number], StoredRow>(
    `SELECT ${COLUMNS} FROM audit WHERE id > ? AND id <= ? ORDER BY id LIMIT ?`,
  )
  const uses = createUsesReader(db)
  const newestId = db.prepare<[], number | null>('SELECT max(id) FROM audit').pluck()
  const tables = createCountTables(db)
  const trim = bounds && createAuditTrim(db, bounds)

  return {
    /**
     * Adds rows and raises the counts in one transaction; drops rows above the caps of their classes.
     * Throws a StoreError.
     */
    append: (rows: readonly AuditRow[], counts: readonly NewCounts[] = []): void => {
      try {
        write(db, () => {
          trim?.begin()
          for (const { at, keyset, actor, action, outcome, detail } of rows) {
            const kind = auditClassOf(action)
            const shown = auditShownAs(action, outcome)
            insert.run(at, keyset, actor, action, outcome, JSON.stringify(detail), kind, shown)
            trim?.added(kind, actor)
          }
          for (const count of counts) tables.add(count)
          trim?.end()
        })
      } catch (error) {
        // Its counts include rows that were rolled back.
        trim?.forget()
        throw error
      }
    },

    /** The newest entries with an id below `before`, newest first. */
    page: (before = Number.MAX_SAFE_INTEGER, limit: number): AuditEntry[] =>
      read(db, () => newestBelow.all(before, Math.min(limit, PAGE_MAX)).map(entryFrom)),

    /** At most 1000 uses of the key, newest first. */
    uses: (options: UsesOptions): AuditPage =>
      uses({ ...options, limit: Math.min(options.limit, PAGE_MAX) }),

    /** All entries as of its start, oldest first. Read in pages: an open statement would block writers. */
    all: function* (): Generator<AuditEntry> {
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

    /** The counts that `append` raises. */
    counts: tables,
  }
}

export type UsesOptions = {
  /** The id of an entry, exclusive. */
  before?: number | undefined
  limit: number
  /**
   * problems: only those that failed, were denied or were not answered; activity: sign-ins too; security:
   * sign-ins and what administrators did.
   */
  about: 'uses' | 'problems' | 'activity' | 'security'
  /** Only by this actor. */
  actor?: string | undefined
  /** Only what this peer asked for or took part in. */
  device?: string | undefined
  /** Only of this kind of events. */
  kind?: number | undefined
  /** Milliseconds; `until` is exclusive. */
  from?: number | undefined
  until?: number | undefined
}

const SHOWN: Record<Exclude<UsesOptions['about'], 'security'>, readonly AuditShown[]> = {
  uses: ['use', 'problem'],
  problems: ['problem'],
  activity: ['use', 'problem', 'sign-in'],
}

/** Reads the ids from an index alone (audit_by_class). */
const SECURITY = `SELECT id FROM audit WHERE class IN ('admin', 'login')`

/**
 * Reads each part from an index, newest first, so that a page costs as many rows as it has. For security the
 * ids are sorted, which are few.
 */
export function usesSql(about: UsesOptions['about'], { ofActor }: { ofActor: boolean }): string {
  const bounds = `${ofActor ? ' AND actor = @actor' : ''} AND id < @before`
  const newest = 'ORDER BY id DESC LIMIT @most'
  if (about === 'security') {
    const ids = `${SECURITY}${bounds} ${newest}`
    return `SELECT ${COLUMNS} FROM audit WHERE id IN (${ids}) ORDER BY id DESC`
  }
  const parts = SHOWN[about].map(
    (shown) => `SELECT ${COLUMNS} FROM audit WHERE shown = '${shown}'${bounds}`,
  )
  return `${parts.join(' UNION ALL ')} ${newest}`
}

/** How many rows a filtered page looks through at most: their details have no index. */
const LOOKED_THROUGH = 5_000

/** Reads uses of the key from a migrated database. The function throws a StoreError. */
export function createUsesReader(db: Database.Database): (options: UsesOptions) => AuditPage {
  const idsBetween = db.prepare<
    [{ from: number; until: number }],
    { first: number | null; last: number | null }
  >('SELECT min(id) AS first, max(id) AS last FROM audit WHERE at >= @from AND at < @until')

  return ({ about, before = Number.MAX_SAFE_INTEGER, limit, actor, ...wanted }) => {
    const { device, kind, from = 0, until = Number.MAX_SAFE_INTEGER } = wanted
    const isOfSomeTime = wanted.from !== undefined || wanted.until !== undefined
    const isFiltered = device !== undefined || kind !== undefined || isOfSomeTime
    return read(db, () => {
      const ids = isOfSomeTime ? idsBetween.get({ from, until }) : undefined
      const begin = ids?.first ?? 0
      const end = isOfSomeTime ? Math.min(before, (ids?.last ?? -1) + 1) : before
      const most = isFiltered ? Math.max(LOOKED_THROUGH, limit) : limit
      const newest = db.prepare<[{ before: number; most: number; actor?: string }], StoredRow>(
        usesSql(about, { ofActor: actor !== undefined }),
      )
      const rows = newest.iterate({
        ...{ before: end, most: most + 1 },
        ...(actor !== undefined && { actor }),
      })
      const entries: AuditEntry[] = []
      let last: number | undefined
      let seen = 0
      for (const row of rows) {
        if (row.id < begin) return { entries }
        // There is a next page.
        if (seen === most || entries.length === limit)
          return { entries, ...(last && { next: last }) }
        const entry = entryFrom(row)
        // Where a clock was set back, rows of other days are among them.
        const isThen = from <= row.at && row.at < until
        if (isThen && isWanted(entry, { device, kind })) entries.push(entry)
        last = row.id
        seen += 1
      }
      return { entries }
    })
  }
}

/** Whether an entry concerns the device and is of the kind, by its details. */
function isWanted(
  { actor, detail }: AuditEntry,
  { device, kind }: Pick<UsesOptions, 'device' | 'kind'>,
): boolean {
  const { peers, kinds } = detail
  const isOfDevice =
    device === undefined || actor === device || (Array.isArray(peers) && peers.includes(device))
  if (!isOfDevice || kind === undefined) return isOfDevice
  return detail['kind'] === kind || (Array.isArray(kinds) && kinds.includes(kind))
}
