import type { GenerationName } from '../contract/generations.ts'
import { parseXOnly } from '../nostr/x-only.ts'
import type { AuditRecord } from './audit.ts'
import type { AuditRow, Json } from './audit-rows.ts'
import type { AuditTable, Counts } from './audit-table.ts'
import { HOUR, type SignatureHour } from './signature-hours.ts'

export interface SignatureRecord {
  /** The other side, 32 or 33 bytes of hex; the first of several. */
  peer: string
  /** All of them, where there are several. */
  peers?: readonly string[]
  sessionId: string
  hashes: readonly string[]
  /** The session's type. */
  type: string
  /** given: the peer asked and we signed; asked: we asked the peer. */
  direction: 'given' | 'asked'
  /** The generation of the protocol. */
  generation: GenerationName
  outcome: string
  detail?: Readonly<Record<string, Json>>
}

/** The audit of one keyset. */
export interface KeysetAudit {
  /** Commits the row, after those that wait, before it returns. Never throws. */
  record(record: AuditRecord): void
  /** The same, but commits the row within the group time, with others. Never throws. */
  recordSoon(record: AuditRecord): void
  /** Commits the row within the group time, with others. Never throws. */
  signature(record: SignatureRecord): void
  /**
   * Per peer (32 bytes of hex), how many of our partial signatures it has had in 1.x, whose nonces make
   * the third one too many: one for each hash of a record with outcome `ok`, including those that we
   * asked for, as a co-signer can work out ours from the finished signature. Kept for good, whatever
   * the cap drops.
   */
  partialSignatures(): Map<string, number>
  /**
   * Signatures of the last week by hour, oldest first, as they were at the start: one for each
   * hash of a record with outcome `ok`.
   */
  readonly signatureHours: readonly SignatureHour[]
}

export interface KeysetAuditOptions {
  keyset: number
  table: Pick<AuditTable, 'counts' | 'hours'>
  /** Milliseconds. */
  now(): number
  /** Keeps a row until it is written. */
  keep(row: AuditRow): void
  /** Writes the kept rows, at once or within the group time. */
  flush(): void
  flushSoon(): void
}

/** The audit of a keyset, with what its counts have gained since they were last written. */
export interface CountingAudit {
  audit: KeysetAudit
  /** Undefined when there is nothing to add. */
  uncounted(): Counts | undefined
  /** The counts were written. */
  counted(): void
}

/** Throws a StoreError when the counts can't be read. */
export function createKeysetAudit(options: KeysetAuditOptions): CountingAudit {
  const { keyset, table, now, keep, flush, flushSoon } = options
  const given = table.counts(keyset)
  const signatureHours = table.hours(keyset)
  let uncounted = noCounts()

  const keepRecord = ({ actor, action, outcome, detail = {} }: AuditRecord): void =>
    keep({ at: now(), keyset, actor, action, outcome, detail })

  const countGiven = (peer: string, signatures: number): void => {
    given.set(peer, (given.get(peer) ?? 0) + signatures)
    uncounted.peers.set(peer, (uncounted.peers.get(peer) ?? 0) + signatures)
  }

  const countHour = (lastAt: number, signatures: number): void => {
    const hour = Math.floor(lastAt / HOUR)
    const before = uncounted.hours.get(hour)?.signatures ?? 0
    uncounted.hours.set(hour, { hour, signatures: before + signatures, lastAt })
  }

  const audit: KeysetAudit = {
    record: (record) => {
      keepRecord(record)
      flush()
    },

    recordSoon: (record) => {
      keepRecord(record)
      flushSoon()
    },

    signature: (record) => {
      const { peer, sessionId, hashes, type, direction, generation, outcome, detail } = record
      const pubkey = parseXOnly(peer) ?? peer
      const at = now()
      keep({
        at,
        keyset,
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

    partialSignatures: () => new Map(given),

    signatureHours,
  }

  return {
    audit,
    uncounted: () =>
      uncounted.hours.size === 0
        ? undefined
        : { keyset, peers: uncounted.peers, hours: uncounted.hours.values() },
    counted: () => {
      uncounted = noCounts()
    },
  }
}

/** The hours are bounded by how long a full disk stays full, the peers by the group's size. */
const noCounts = () => ({
  peers: new Map<string, number>(),
  hours: new Map<number, SignatureHour>(),
})
