import type { ProtocolName } from '#contract/protocols.ts'
import { NewCounts } from './audit-counts.ts'
import { type AuditRecord, type AuditRow, rowOf, type UseRecord } from './audit-rows.ts'
import type { AuditTable } from './audit-table.ts'

/** A signature that was given to a peer, or asked of peers. */
export interface SignatureRecord {
  direction: 'given' | 'asked'
  generation: ProtocolName
  /** X-only keys of the other side. */
  peers: readonly string[]
  sessionId: string
  hashes: readonly string[]
  /** The session's type. */
  type: string
  /** The kinds of the signed events, where they are known. */
  kinds?: readonly number[]
  outcome: string
  /** Why it was given. */
  by?: string
  /** Milliseconds. */
  took: number
}

export type CountingAudit = ReturnType<typeof createKeysetAudit>
export type KeysetAudit = CountingAudit['audit']

export interface KeysetAuditOptions {
  keyset: number
  table: Pick<AuditTable, 'counts'>
  /** Milliseconds. */
  now(): number
  /** Keeps a row until it is written. */
  keep(row: AuditRow): void
  /** Writes the kept rows, at once or within the group time. */
  flush(): void
  flushSoon(): void
}

/**
 * The audit of a keyset, with the counts that are not written yet. Throws a StoreError when the counts can't be
 * read.
 */
export function createKeysetAudit(options: KeysetAuditOptions) {
  const { keyset, table, now, keep, flush, flushSoon } = options
  const given = table.counts.given(keyset)
  const signatureHours = table.counts.hours(keyset)
  let uncounted = new NewCounts(keyset)

  const keepRecord = (record: AuditRecord): void => keep(rowOf(record, now(), keyset))

  const countGiven = (peer: string, signatures: number): void => {
    given.set(peer, (given.get(peer) ?? 0) + signatures)
    uncounted.addGiven(peer, signatures)
  }

  const audit = {
    /** Commits the row, after those that wait, before it returns. Never throws. */
    record: (record: AuditRecord): void => {
      keepRecord(record)
      flush()
    },

    /** The same, but commits the row within the group time, with others. Never throws. */
    recordSoon: (record: AuditRecord): void => {
      keepRecord(record)
      flushSoon()
    },

    /** The same for a use of the key. */
    use: ({ caller, times, ...record }: UseRecord): void => {
      keepRecord(record)
      if (record.outcome === 'ok') uncounted.addUse(now(), caller, times)
      flushSoon()
    },

    /** The same for a signature: one that was given is a use of its peer. */
    signature: (record: SignatureRecord): void => {
      const { direction, generation, peers, sessionId, hashes, type } = record
      const { kinds, outcome, by, took } = record
      const [peer = 'self'] = peers
      const at = now()
      keep({
        at,
        keyset,
        actor: direction === 'given' ? peer : 'self',
        action: `signature.${direction}`,
        outcome,
        detail: {
          took,
          ...(peers.length > 1 && { peers }),
          ...(kinds && { kinds }),
          ...(by !== undefined && { by }),
          ...{ generation, peer, sessionId, type, hashes: [...hashes] },
        },
      })
      if (outcome === 'ok') {
        uncounted.addSigned(at, hashes.length, took)
        for (const other of peers) {
          if (generation === '1.x') countGiven(other, hashes.length)
          // Answers to our requests are checked; what becomes of our own answers is not known.
          if (direction === 'asked') uncounted.proofs.set(other, at)
        }
        if (direction === 'given') uncounted.addUse(at, { door: 'peer', id: peer }, hashes.length)
      }
      flushSoon()
    },

    /**
     * How many of our partial signatures of 1.x each peer (32 bytes of hex) has: with more than two it can
     * compute our share. One for each hash of a record with outcome `ok`, including requests of ours, as a
     * co-signer can compute our part from the finished signature. Never deleted, whatever the cap deletes.
     */
    partialSignatures: () => new Map(given),

    /**
     * Signatures of the last week by hour, oldest first, as they were at the start: one for each
     * hash of a record with outcome `ok`.
     */
    signatureHours,

    /** The counts between two days, inclusive, after writing those that wait. Throws a StoreError. */
    history: (from: number, to: number) => {
      flush()
      return {
        uses: table.counts.uses(keyset, from, to),
        answers: table.counts.answers(keyset, from, to),
        proofs: table.counts.proofs(keyset),
      }
    },
  }

  return {
    audit,
    /** Undefined when there is nothing to add. */
    uncounted: () => (uncounted.isEmpty ? undefined : uncounted),
    /** The counts were written. */
    counted: (): void => {
      uncounted = new NewCounts(keyset)
    },
  }
}
