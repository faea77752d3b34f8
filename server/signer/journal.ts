import type { ProtocolName } from '#contract/protocols.ts'
import type { KeysetLog } from '#events/event-log.ts'
import type { ExchangeRecord } from './ecdh/exchange-record.ts'
import type { PeerEntry } from './peers/peers.ts'
import { Reporter } from './reporter.ts'
import type { SignatureRecord } from './signing/signature-record.ts'

/** Where a generation reports what it has done: every entry and record names the generation. */
export interface Journal {
  log: Pick<KeysetLog, 'add'>
  reporter: Reporter
  audit(record: Omit<SignatureRecord, 'generation'>): void
  auditExchange(record: Omit<ExchangeRecord, 'generation'>): void
}

export function journalOf(
  generation: ProtocolName,
  log: KeysetLog,
  {
    audit,
    auditExchange,
    now,
  }: {
    audit(record: SignatureRecord): void
    auditExchange(record: ExchangeRecord): void
    now: () => number
  },
): Journal {
  const named: Journal['log'] = {
    add: (type, message, data) => log.add(type, message, { ...data, generation }),
  }
  return {
    log: named,
    reporter: new Reporter(named, now),
    audit: (record) => audit({ ...record, generation }),
    auditExchange: (record) => auditExchange({ ...record, generation }),
  }
}

/**
 * Reports that peers have answered everything that we asked them for.
 *
 * @param took milliseconds
 */
export function tellCompleted(
  { log }: Pick<Journal, 'log'>,
  type: 'sign' | 'ecdh',
  {
    peers,
    took,
    ...details
  }: {
    peers: readonly PeerEntry[]
    took: number
    session?: string
    hashes?: number
    /** Of a key exchange that is about several. */
    keys?: number
    kinds?: number[]
  },
): void {
  const what = type === 'sign' ? 'Signature' : 'ECDH'
  const names = peers.map((peer) => peer.pubkey.slice(0, 8)).join(', ')
  const withWhom = peers.length === 0 ? '' : ` with ${names}`
  log.add(type, `${what} completed${withWhom}, ${took} ms`, {
    peers: peers.map((peer) => peer.pubkey),
    ...details,
    took,
  })
}
