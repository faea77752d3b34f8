import { protocolTexts, refusal } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import type { TokenBuckets } from '#lib/token-bucket.ts'
import { eventId, isNostrEvent, verifySignature } from '#nostr/event.ts'
import { MAX_STAMP_SKEW_S } from '#protocol/limits.ts'
import { cpuTime, type Forged } from '#relay/reading-budget.ts'
import type { SeenIds } from '#relay/seen.ts'
import { LOOP_SLICE, MAX_CONTENT_CHARS } from './limits.ts'
import type { PeerBook, PeerEntry } from './peers/peers.ts'
import type { Reporter } from './protocol-log.ts'

/** No message of the protocol has more than one or two tags. */
const MAX_TAGS = 32

export interface GuardOptions {
  /** Our own x-only key. */
  self: string
  peers: PeerBook
  kinds: ReadonlySet<number>
  /** Ids of verified events, shared with the relays, which drop these. */
  seen: SeenIds
  /** Ids of events that we have sent. */
  own: SeenIds
  buckets: TokenBuckets
  reporter: Reporter
  /** What the machine's clock says: Unix milliseconds. */
  wall: () => number
  onPeerEvent(event: NostrEvent, peer: PeerEntry): void
  /** A peer's verified event whose created_at is too far from our clock to be accepted. */
  onStale(event: NostrEvent, peer: PeerEntry): void
  onOwnEvent(event: NostrEvent): void
  onReturned(eventId: string, relay: string): void
  /** A relay brought an event that its sender never signed; finding out cost this much. */
  onForged(relay: string, forged: Forged): void
}

/**
 * What every event must pass, cheapest check first: size, kind, recipient, sender in the group, not
 * a replay, the sender's token bucket, event id, one Schnorr verification. Only what passes is
 * decrypted. An id counts as seen only once its signature is verified: otherwise a relay could send
 * a forged copy first and so suppress the real one.
 */
export class Guard {
  readonly #options: GuardOptions
  readonly #inbox: Inbox

  constructor(options: GuardOptions) {
    this.#options = options
    this.#inbox = new Inbox((arrival) => this.#verify(arrival))
  }

  receive(value: { id: string }, relay: string): void {
    const { self, peers, kinds, seen, own, reporter } = this.#options
    if (own.has(value.id)) {
      this.#options.onReturned(value.id, relay)
      return
    }
    if (isOversized(value)) {
      reporter.bounced(refusal.contentTooLarge, relay)
      return
    }
    if (!isNostrEvent(value)) {
      reporter.bounced(protocolTexts.eventSchema, relay)
      return
    }
    // Strangers are countless, and a relay that sends us their events must not fill the log.
    const isMember = value.pubkey === self || peers.get(value.pubkey) !== undefined
    const source = isMember ? value.pubkey : relay
    if (!kinds.has(value.kind)) {
      reporter.bounced(refusal.wrongKind, source)
      return
    }
    if (value.pubkey !== self && !value.tags.some((tag) => tag[0] === 'p' && tag[1] === self)) {
      reporter.bounced(refusal.notRecipient, source)
      return
    }
    if (!isMember) {
      reporter.bounced(protocolTexts.notAPeer, source)
      return
    }
    if (seen.has(value.id)) return
    if (!this.#inbox.push({ event: value, relay })) {
      reporter.bounced(refusal.rateLimited, value.pubkey)
    }
  }

  /** Resolves when every event that has arrived so far is accepted or refused. */
  idle(): Promise<void> {
    return this.#inbox.idle()
  }

  stop(): void {
    this.#inbox.stop()
  }

  #verify({ event, relay }: Arrival): void {
    const { self, peers, seen, buckets, reporter, wall } = this.#options
    if (seen.has(event.id)) return
    if (!buckets.take(event.pubkey, relay)) {
      reporter.bounced(refusal.rateLimited, event.pubkey)
      return
    }
    const begun = cpuTime()
    const forgery = forgeryOf(event)
    if (forgery !== null) {
      reporter.bounced(forgery, event.pubkey)
      this.#options.onForged(relay, { bytes: event.content.length, ms: cpuTime() - begun })
      return
    }
    seen.add(event.id)
    if (event.pubkey === self) {
      this.#options.onOwnEvent(event)
      return
    }
    const peer = peers.get(event.pubkey)
    if (!peer) return
    if (Math.abs(event.created_at - wall() / 1000) <= MAX_STAMP_SKEW_S) {
      this.#options.onPeerEvent(event, peer)
      return
    }
    reporter.bounced(refusal.staleStamp, event.pubkey)
    this.#options.onStale(event, peer)
  }
}

/** Why an event is not its sender's; null if nothing shows that. */
function forgeryOf(event: NostrEvent): string | null {
  if (eventId(event) !== event.id) return protocolTexts.eventIdMismatch
  return verifySignature(event.sig, event.id, event.pubkey)
    ? null
    : protocolTexts.invalidEventSignature
}

function isOversized(value: object): boolean {
  const { content, tags } = value as Partial<Record<keyof NostrEvent, unknown>>
  return (
    (typeof content === 'string' && content.length > MAX_CONTENT_CHARS) ||
    (Array.isArray(tags) && tags.length > MAX_TAGS)
  )
}

/** How many events of one source may wait to be verified; further ones are dropped unread. */
const MAX_WAITING = 256

export interface Arrival {
  event: NostrEvent
  relay: string
}

/**
 * Events on their way to verification, the one costly check that a stranger can cause. Sources,
 * each a sender on a relay, take turns, so that a flood in a peer's name holds up neither the
 * others nor what the peer sends over other relays.
 */
export class Inbox {
  readonly #sources = new Map<string, Arrival[]>()
  readonly #handle: (arrival: Arrival) => void
  readonly #idle: (() => void)[] = []
  #running = false

  constructor(handle: (arrival: Arrival) => void) {
    this.#handle = handle
  }

  /** False when too many of its source's events are waiting. */
  push(arrival: Arrival): boolean {
    const source = `${arrival.event.pubkey} ${arrival.relay}`
    const waiting = this.#sources.get(source)
    if (waiting === undefined) this.#sources.set(source, [arrival])
    else if (waiting.length >= MAX_WAITING) return false
    else waiting.push(arrival)
    if (!this.#running) {
      this.#running = true
      setImmediate(() => this.#drain())
    }
    return true
  }

  /** Resolves when everything that has arrived so far has been handled. */
  idle(): Promise<void> {
    return this.#running
      ? new Promise((resolve) => {
          this.#idle.push(resolve)
        })
      : Promise.resolve()
  }

  stop(): void {
    this.#sources.clear()
  }

  #drain(): void {
    const end = performance.now() + LOOP_SLICE
    // A source that had its turn goes to the end of the line, which this loop follows.
    for (const [source, arrivals] of this.#sources) {
      const arrival = arrivals.shift()
      this.#sources.delete(source)
      if (arrivals.length > 0) this.#sources.set(source, arrivals)
      if (arrival) this.#handle(arrival)
      if (performance.now() >= end) break
    }
    this.#running = this.#sources.size > 0
    if (this.#running) setImmediate(() => this.#drain())
    else for (const resolve of this.#idle.splice(0)) resolve()
  }
}
