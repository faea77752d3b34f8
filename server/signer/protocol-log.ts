import { ownerEvent, protocolTexts } from '#contract/messages.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { type RefusedBy, reasonName, refusalText } from '#policy/reasons.ts'
import type { PeerEntry } from './peers/peers.ts'

/** Audit record of a key exchange in which a peer gets our part. */
export interface ExchangeRecord {
  generation: ProtocolName
  /** X-only key of the peer that asked. */
  peer: string
  /** The other parties' public keys, x-only, hex. */
  keys: string[]
  /** Why it was allowed (`reasonName`). */
  by: string
  /** Milliseconds. */
  took: number
}

/** Audit record of signatures: given to a peer, or asked of peers. */
export interface SignatureRecord {
  direction: 'given' | 'asked'
  generation: ProtocolName
  /** X-only keys of the peers in the session. */
  peers: string[]
  sessionId: string
  hashes: string[]
  type: string
  /** The kinds of the signed events, in order, if the session contains them. */
  kinds?: number[]
  outcome: 'ok' | 'failed'
  /** Given: why it was allowed (`reasonName`). */
  by?: string
  /** Milliseconds. */
  took: number
}

/** Log and audit of one protocol: adds the protocol's name to every entry and record. */
export interface ProtocolLog {
  log: Pick<KeysetLog, 'add'>
  reporter: Reporter
  audit(record: Omit<SignatureRecord, 'generation'>): void
  auditExchange(record: Omit<ExchangeRecord, 'generation'>): void
}

export function createProtocolLog(
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
): ProtocolLog {
  const named: ProtocolLog['log'] = {
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
 * Logs that a request of ours succeeded.
 *
 * @param took milliseconds
 */
export function logCompleted(
  { log }: Pick<ProtocolLog, 'log'>,
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
    /** Of a key exchange for several keys. */
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

/**
 * Logs that an answer to a peer's request was sent.
 *
 * @param took milliseconds
 */
export function logSent(
  { log }: Pick<ProtocolLog, 'log'>,
  type: 'sign' | 'ecdh',
  peer: PeerEntry,
  details: { session?: string; took: number },
): void {
  const what = type === 'sign' ? 'Signature' : 'ECDH'
  const message = `${what} response sent, ${details.took} ms`
  log.add(type, message, { peer: peer.pubkey, ...details })
}

/** How long the same reason of one sender is not logged again. Milliseconds. */
const QUIET = 60_000

const MAX_TRACKED = 1_000

interface Tracked {
  since: number
  suppressed: number
}

/**
 * Logs rejected messages without letting a flood fill the log: each reason once a minute for each sender,
 * with the number of messages in between.
 */
export class Reporter {
  readonly #log: Pick<KeysetLog, 'add'>
  readonly #now: () => number
  readonly #tracked = new Map<string, Tracked>()

  constructor(log: Pick<KeysetLog, 'add'>, now: () => number) {
    this.#log = log
    this.#now = now
  }

  /**
   * A message was rejected.
   *
   * @param sender an x-only key, verified or claimed, or a relay's URL
   */
  bounced(reason: string, sender: string, data: Record<string, unknown> = {}): void {
    this.#report('Message bounced', reason, sender, data)
  }

  /** A request was read, and then denied or failed. */
  rejected(tag: string, reason: string, sender: string, data: Record<string, unknown> = {}): void {
    this.#report(`Request ${tag} rejected`, reason, sender, data)
  }

  /** The policy engine has denied a request. */
  refused(tag: string, reason: RefusedBy, sender: string): void {
    const by = reasonName(reason)
    if (reason.by === 'switch') this.bounced(protocolTexts.unauthorized, sender, { tag, by })
    else this.rejected(tag, refusalText(reason).error, sender, { by })
  }

  /** A request waits for the owner. */
  held(tag: string, reason: RefusedBy, sender: string): void {
    const by = reasonName(reason)
    this.#report(`Request ${tag} held`, ownerEvent.waitsForAnswer, sender, { by })
  }

  #report(what: string, reason: string, sender: string, data: Record<string, unknown>): void {
    const key = `${what}|${reason}|${sender}`
    const now = this.#now()
    const tracked = this.#tracked.get(key)
    if (tracked && now - tracked.since < QUIET) {
      tracked.suppressed += 1
      return
    }
    this.#tracked.delete(key)
    this.#tracked.set(key, { since: now, suppressed: 0 })
    if (this.#tracked.size > MAX_TRACKED) {
      const oldest = this.#tracked.keys().next()
      if (!oldest.done) this.#tracked.delete(oldest.value)
    }
    const more = tracked?.suppressed ?? 0
    const suffix = more === 0 ? '' : ` (${more} more in the last minutes)`
    this.#log.add('bifrost', `${what}: ${reason}, from ${nameOf(sender)}${suffix}`, {
      reason,
      peer: sender,
      ...data,
      ...(more === 0 ? {} : { suppressed: more }),
    })
  }
}

const nameOf = (sender: string): string => (sender.includes('://') ? sender : sender.slice(0, 8))
