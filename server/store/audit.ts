import type Database from 'better-sqlite3'
import type { GenerationName } from '../contract/generations.ts'
import { store as texts } from '../contract/messages.ts'
import { parseXOnly } from '../nostr/x-only.ts'
import { createAuditArchive } from './audit-archive.ts'
import { AUDIT_CAPS, type AuditCaps, auditClassOf } from './audit-classes.ts'
import type { AuditEntry, AuditRow, Json } from './audit-rows.ts'
import { createAuditTable } from './audit-table.ts'
import { StoreError } from './errors.ts'
import type { StoreLog } from './log.ts'
import { HOUR, type SignatureHour } from './signature-hours.ts'

export type AuditRecord = {
  /** Who: a user, an API key's name, a peer, `self`. */
  actor: string
  /** What: `login`, `env.save`… */
  action: string
  /** `ok`, or how it failed. */
  outcome: string
  /** Never a secret. */
  detail?: Readonly<Record<string, Json>>
}

export type SignatureRecord = {
  /** The other side, 32 or 33 bytes of hex; of several the first. */
  peer: string
  /** All of them, where there are several. */
  peers?: readonly string[]
  sessionId: string
  hashes: readonly string[]
  /** The session's type. */
  type: string
  /** given: the peer asked and we signed; asked: we asked the peer. */
  direction: 'given' | 'asked'
  /** Of the protocol. */
  generation: GenerationName
  outcome: string
  detail?: Readonly<Record<string, Json>>
}

export type AuditHealth = {
  /** False while rows can't be written; they are kept and tried again. */
  ok: boolean
  /** Why not, for the owner. */
  error?: string
  /** Rows that found no place among those that wait, since the start. */
  lost: number
}

export type Audit = {
  /** Commits the row, and what waits before it, before it returns. Never throws. */
  record(record: AuditRecord): void
  /** The same, but commits the row within the group time, with others. Never throws. */
  recordSoon(record: AuditRecord): void
  /** Commits the row within the group time, with others. Never throws. */
  signature(record: SignatureRecord): void
  /** Newest first; `before` is an entry's id, exclusive; at most 1000. */
  page(options: { before?: number | undefined; limit: number }): AuditEntry[]
  /** All entries, oldest first, as they are when it begins. */
  export(): Generator<AuditEntry>
  readonly health: AuditHealth
  /**
   * Per peer (32 bytes of hex), how many of our partial signatures it has had in 1.x, whose nonces make
   * the third one too many: one for each hash of a record with outcome `ok`, also of those that we
   * asked for, as a co-signer works ours out of the finished one. Kept for good, whatever the cap
   * drops.
   */
  partialSignatures(): Map<string, number>
  /**
   * Signatures of the last week by hour, oldest first, as they were at the start: one for each
   * hash of a record with outcome `ok`.
   */
  readonly signatureHours: readonly SignatureHour[]
  /** Writes what waits and ends the timer. What comes afterwards is lost. */
  close(): void
}

export type AuditOptions = {
  db: Database.Database
  log: StoreLog
  /** Milliseconds. */
  now: () => number
  /** The most rows of each class that are kept. */
  caps?: Partial<AuditCaps>
  /** How long a row that may wait for others does. Milliseconds. */
  groupMs?: number
  /** So many waiting rows don't wait any longer. */
  groupRows?: number
  /** The most rows that are kept in memory while they can't be written. */
  maxWaiting?: number
  /** Milliseconds between two tries after a failed one. */
  retryMs?: number
}

/** The audit log in an open, migrated database. */
export function createAudit(options: AuditOptions): Audit {
  const { db, log, now } = options
  const { groupMs = 100, groupRows = 500 } = options
  const { maxWaiting = 10_000, retryMs = 5_000 } = options
  let isArchiveFailing = false
  const archive = createAuditArchive(db.name, log)
  const table = createAuditTable(db, {
    caps: { ...AUDIT_CAPS, ...options.caps },
    archive: (entries) => {
      archive(entries)
      isArchiveFailing = false
    },
    onArchiveFailed: (err) => {
      if (!isArchiveFailing)
        log.error({ err }, 'old rows of the audit could not be put aside: they stay')
      isArchiveFailing = true
    },
  })

  let waiting: AuditRow[] = []
  let uncounted = noCounts()
  const given = table.counts()
  const signatureHours = table.hours()
  let timer: NodeJS.Timeout | undefined
  let failure: string | undefined
  let lost = 0
  let lostAndUntold = 0
  let closed = false

  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (closed || (waiting.length === 0 && uncounted.hours.size === 0)) return
    const rows = lostAndUntold === 0 ? waiting : [...waiting, gapRow(now(), lostAndUntold)]
    try {
      table.append(rows, { peers: uncounted.peers, hours: uncounted.hours.values() })
    } catch (error) {
      failed(error)
      return
    }
    waiting = []
    uncounted = noCounts()
    if (failure !== undefined) log.info({ lost: lostAndUntold }, 'the audit is written again')
    lostAndUntold = 0
    failure = undefined
  }

  const failed = (error: unknown): void => {
    const reason = error instanceof StoreError ? error.message : texts.auditFailed
    if (failure === undefined) log.error({ err: error }, 'the audit could not be written')
    failure = reason
    flushIn(retryMs)
  }

  const flushIn = (ms: number): void => {
    if (!closed) timer ??= setTimeout(flush, ms).unref()
  }

  /** While nothing can be written, what an administrator does takes the place of another class's row. */
  const hasMadeRoomFor = ({ action }: AuditRow): boolean => {
    if (auditClassOf(action) !== 'admin') return false
    const at = waiting.findIndex((other) => auditClassOf(other.action) !== 'admin')
    if (at < 0) return false
    waiting.splice(at, 1)
    lost += 1
    lostAndUntold += 1
    return true
  }

  const keep = (row: AuditRow): void => {
    if (closed || (waiting.length >= maxWaiting && !hasMadeRoomFor(row))) {
      lost += 1
      lostAndUntold += 1
    } else {
      waiting.push(row)
    }
  }

  const flushSoon = (): void => {
    if (waiting.length >= groupRows && failure === undefined) flush()
    else flushIn(failure === undefined ? groupMs : retryMs)
  }

  const rowOf = ({ actor, action, outcome, detail = {} }: AuditRecord): AuditRow => ({
    at: now(),
    actor,
    action,
    outcome,
    detail,
  })

  const countGiven = (peer: string, signatures: number): void => {
    given.set(peer, (given.get(peer) ?? 0) + signatures)
    uncounted.peers.set(peer, (uncounted.peers.get(peer) ?? 0) + signatures)
  }

  const countHour = (lastAt: number, signatures: number): void => {
    const hour = Math.floor(lastAt / HOUR)
    const before = uncounted.hours.get(hour)?.signatures ?? 0
    uncounted.hours.set(hour, { hour, signatures: before + signatures, lastAt })
  }

  return {
    record: (record) => {
      keep(rowOf(record))
      flush()
    },

    recordSoon: (record) => {
      keep(rowOf(record))
      flushSoon()
    },

    signature: (record) => {
      const { peer, sessionId, hashes, type, direction, generation, outcome, detail } = record
      const pubkey = parseXOnly(peer) ?? peer
      const at = now()
      keep({
        at,
        actor: direction === 'given' ? pubkey : 'self',
        action: `signature.${direction}`,
        outcome,
        detail: { ...detail, generation, peer: pubkey, sessionId, type, hashes: [...hashes] },
      })
      if (outcome === 'ok') {
        countHour(at, hashes.length)
        if (generation === '1.x') {
          for (const other of record.peers ?? [peer])
            countGiven(parseXOnly(other) ?? other, hashes.length)
        }
      }
      flushSoon()
    },

    page: ({ before, limit }) => {
      flush()
      return table.page(before, limit)
    },

    export: function* () {
      flush()
      yield* table.all()
    },

    get health() {
      return failure === undefined ? { ok: true, lost } : { ok: false, error: failure, lost }
    },

    partialSignatures: () => new Map(given),

    signatureHours,

    close: () => {
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

/** The hours are bounded by how long a full disk stays full, the peers by the group's size. */
const noCounts = () => ({
  peers: new Map<string, number>(),
  hours: new Map<number, SignatureHour>(),
})

/** The audit itself says where it has a gap. */
const gapRow = (at: number, rows: number): AuditRow => ({
  at,
  actor: 'self',
  action: 'audit.gap',
  outcome: 'lost',
  detail: { rows },
})
