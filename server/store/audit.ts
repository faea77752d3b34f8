import type Database from 'better-sqlite3'
import { store as texts } from '#contract/codes.ts'
import type { Failure } from '#contract/message.ts'
import type { AuditEntry, AuditPage } from '#contract/operations.ts'
import {
  AUDIT_CAPS,
  type AuditCaps,
  type AuditRow,
  auditClassOf,
  entryFrom,
  type MachineRecord,
  rowOf,
} from './audit-rows.ts'
import { createAuditTable, type UsesOptions } from './audit-table.ts'
import { createAuditArchive } from './audit-trim.ts'
import type { StoreLog } from './database.ts'
import { StoreError } from './errors.ts'
import { type CountingAudit, createKeysetAudit, type KeysetAudit } from './keyset-audit.ts'

export interface AuditHealth {
  /** False while rows can't be written; they are kept in memory and retried. */
  ok: boolean
  /** Why not, for the owner. */
  why?: Failure
  /** Rows dropped since the start because too many were waiting. */
  lost: number
}

export type Audit = ReturnType<typeof createAudit>

export interface AuditOptions {
  db: Database.Database
  log: StoreLog
  /** Milliseconds. */
  now: () => number
  /** The most rows of each class that are kept. */
  caps?: Partial<AuditCaps>
  /** How long a row may wait for others. Milliseconds. */
  groupMs?: number
  /** Once this many rows wait, all are written. */
  groupRows?: number
  /** The most rows that are kept in memory while they can't be written. */
  maxWaiting?: number
  /** Milliseconds between two attempts after a failed one. */
  retryMs?: number
}

/**
 * The audit log in an open, migrated database: of the machine as a whole, and of the keysets, which are in the
 * same table.
 */
export function createAudit(options: AuditOptions) {
  const { db, log, now } = options
  const { groupMs = 100, groupRows = 500 } = options
  const { maxWaiting = 10_000, retryMs = 5_000 } = options
  let isArchiveFailing = false
  const archive = createAuditArchive(db.name, log)
  const table = createAuditTable(db, {
    caps: { ...AUDIT_CAPS, ...options.caps },
    archive: (rows) => {
      try {
        archive(rows.map(entryFrom))
        isArchiveFailing = false
      } catch (err) {
        if (!isArchiveFailing) {
          log.error({ err }, 'old rows of the audit could not be archived: they stay')
        }
        isArchiveFailing = true
      }
      return !isArchiveFailing
    },
  })

  let waiting: AuditRow[] = []
  const byKeyset = new Map<number, CountingAudit>()
  let timer: NodeJS.Timeout | undefined
  let failure: Failure | undefined
  let lost = 0
  let unreported = 0
  let closed = false

  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    const counts = [...byKeyset.values()].flatMap(({ uncounted }) => uncounted() ?? [])
    if (closed || (waiting.length === 0 && counts.length === 0)) return
    const rows = unreported === 0 ? waiting : [...waiting, gapRow(now(), unreported)]
    try {
      table.append(rows, counts)
    } catch (error) {
      failed(error)
      return
    }
    waiting = []
    for (const { counted } of byKeyset.values()) counted()
    if (failure !== undefined) log.info({ lost: unreported }, 'the audit is written again')
    unreported = 0
    failure = undefined
  }

  const failed = (error: unknown): void => {
    if (failure === undefined) log.error({ err: error }, 'the audit could not be written')
    failure = error instanceof StoreError ? error.why : texts.auditFailed
    flushIn(retryMs)
  }

  const flushIn = (ms: number): void => {
    if (!closed) timer ??= setTimeout(flush, ms).unref()
  }

  /** While nothing can be written, an administrator's row replaces one of another class. */
  const hasReplacedOther = ({ action }: AuditRow): boolean => {
    if (auditClassOf(action) !== 'admin') return false
    const at = waiting.findIndex((other) => auditClassOf(other.action) !== 'admin')
    if (at < 0) return false
    waiting.splice(at, 1)
    lost += 1
    unreported += 1
    return true
  }

  const keep = (row: AuditRow): void => {
    if (closed || (waiting.length >= maxWaiting && !hasReplacedOther(row))) {
      lost += 1
      unreported += 1
    } else {
      waiting.push(row)
    }
  }

  const flushSoon = (): void => {
    if (waiting.length >= groupRows && failure === undefined) flush()
    else flushIn(failure === undefined ? groupMs : retryMs)
  }

  /** The audit of a keyset. The first call for one throws a StoreError when it can't be read. */
  const of = (keyset: number): KeysetAudit => {
    const known = byKeyset.get(keyset)
    if (known !== undefined) return known.audit
    const made = createKeysetAudit({ keyset, table, now, keep, flush, flushSoon })
    byKeyset.set(keyset, made)
    return made.audit
  }

  return {
    of,

    /** Commits the row, after those that wait, before it returns. Never throws. */
    record: (record: MachineRecord): void => {
      keep(rowOf(record, now(), null))
      flush()
    },

    /** The same, but commits the row within the group time, with others. Never throws. */
    recordSoon: (record: MachineRecord): void => {
      keep(rowOf(record, now(), null))
      flushSoon()
    },

    /** Newest first; `before` is an entry's id, exclusive; at most 1000. */
    page: ({ before, limit }: { before?: number | undefined; limit: number }): AuditEntry[] => {
      flush()
      return table.page(before, limit)
    },

    /** A page of uses, or of sign-ins and changes: at most 1000 entries. */
    uses: (options: UsesOptions): AuditPage => {
      flush()
      return table.uses(options)
    },

    /** All entries, oldest first, as they are when it begins. */
    export: function* (): Generator<AuditEntry> {
      flush()
      yield* table.all()
    },

    get health(): AuditHealth {
      return failure === undefined ? { ok: true, lost } : { ok: false, why: failure, lost }
    },

    /** Writes what waits and ends the timer. Later rows are lost. */
    close: (): void => {
      flush()
      closed = true
      clearTimeout(timer)
      if (waiting.length > 0) {
        lost += waiting.length
        log.error({ rows: waiting.length }, 'audit rows were lost at stop')
      }
    },
  }
}

/** A row of the audit that reports a gap in it. */
const gapRow = (at: number, rows: number): AuditRow =>
  rowOf({ actor: 'self', action: 'audit.gap', outcome: 'lost', detail: { rows } }, at, null)
