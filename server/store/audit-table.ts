import type Database from 'better-sqlite3'
import { read, write } from './database.ts'
import { createSignatureHours, type SignatureHour } from './signature-hours.ts'

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

export type AuditRow = {
  /** Milliseconds. */
  at: number
  actor: string
  action: string
  outcome: string
  detail: Readonly<Record<string, Json>>
}

/** What is to be added to the counts, which the cap leaves alone. */
export type Counts = {
  /** Partial signatures given, by peer. */
  peers: ReadonlyMap<string, number>
  /** Signatures, by hour. */
  hours: Iterable<SignatureHour>
}

export type AuditEntry = Omit<AuditRow, 'at'> & {
  /** Rises with time; never used twice. */
  id: number
  /** ISO 8601. */
  at: string
}

export type AuditTable = {
  /**
   * Adds rows, and raises the counts, in one transaction; drops the oldest rows above the cap.
   * Throws a StoreError.
   */
  append(rows: readonly AuditRow[], counts: Counts): void
  /** The newest entries with an id below `before`, newest first. */
  page(before: number | undefined, limit: number): AuditEntry[]
  /** Oldest first, up to the newest at the beginning. */
  all(): Generator<AuditEntry>
  /** Partial signatures given, by peer. */
  counts(): Map<string, number>
  /** Signatures of the last week by hour, oldest first. */
  hours(): SignatureHour[]
}

const PAGE_MAX = 1_000
const EXPORT_PAGE = 500
/** Rows above the cap go a hundredth of it at a time, so that not every write drops some. */
const DROPPED_AT_ONCE = 0.01

type Stored = {
  id: number
  at: number
  actor: string
  action: string
  outcome: string
  detail: string
}

const entryFrom = (row: Stored): AuditEntry => ({
  ...row,
  at: new Date(row.at).toISOString(),
  detail: JSON.parse(row.detail),
})

export function createAuditTable(db: Database.Database, maxRows: number): AuditTable {
  const insert = db.prepare<[number, string, string, string, string]>(
    'INSERT INTO audit (at, actor, action, outcome, detail) VALUES (?, ?, ?, ?, ?)',
  )
  const addCount = db.prepare<[string, number]>(
    `INSERT INTO partial_signatures (peer, given) VALUES (?, ?)
     ON CONFLICT (peer) DO UPDATE SET given = given + excluded.given`,
  )
  const allCounts = db.prepare<[], { peer: string; given: number }>(
    'SELECT peer, given FROM partial_signatures',
  )
  const newestBelow = db.prepare<[number, number], Stored>(
    'SELECT * FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?',
  )
  const oldestAbove = db.prepare<[number, number, number], Stored>(
    'SELECT * FROM audit WHERE id > ? AND id <= ? ORDER BY id LIMIT ?',
  )
  const span = db.prepare<[], { oldest: number | null; newest: number | null }>(
    'SELECT (SELECT min(id) FROM audit) AS oldest, (SELECT max(id) FROM audit) AS newest',
  )
  const hours = createSignatureHours(db)
  const dropUpTo = db.prepare<[number]>('DELETE FROM audit WHERE id <= ?')

  /** Ids have no gaps (a failed transaction takes its own back), so their span is the count. */
  const trim = (): void => {
    const { oldest, newest } = span.get() ?? { oldest: null, newest: null }
    if (oldest === null || newest === null || newest - oldest < maxRows) return
    dropUpTo.run(newest - maxRows + Math.floor(maxRows * DROPPED_AT_ONCE))
  }

  return {
    append: (rows, counts) => {
      write(db, () => {
        for (const { at, actor, action, outcome, detail } of rows) {
          insert.run(at, actor, action, outcome, JSON.stringify(detail))
        }
        for (const [peer, signatures] of counts.peers) addCount.run(peer, signatures)
        hours.add(counts.hours)
        trim()
      })
    },

    page: (before = Number.MAX_SAFE_INTEGER, limit) =>
      read(db, () => newestBelow.all(before, Math.min(limit, PAGE_MAX)).map(entryFrom)),

    // In pages: a statement that is still being read would keep everyone from writing.
    all: function* () {
      const last = read(db, () => span.get())?.newest ?? 0
      let after = 0
      for (;;) {
        const rows = read(db, () => oldestAbove.all(after, last, EXPORT_PAGE))
        yield* rows.map(entryFrom)
        const end = rows.at(-1)
        if (end === undefined) return
        after = end.id
      }
    },

    hours: hours.list,

    counts: () => new Map(read(db, () => allCounts.all()).map(({ peer, given }) => [peer, given])),
  }
}
