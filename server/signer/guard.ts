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

/** Protocol messages have one or two tags. */
const MAX_TAGS = 32

export interface GuardOptions {
  /** Our own x-only key. */
  self: string
  peers: PeerBook
  /** Handlers of peers' events that have passed, by event kind. */
  kinds: ReadonlyMap<number, { receive(event: NostrEvent, peer: PeerEntry): void }>
  /** Ids of verified events; the relay pool drops further copies of these. */
  seen: SeenIds
  /** Ids of events that we have sent. */
  own: SeenIds
  buckets: TokenBuckets
  reporter: Reporter
  /** The machine's clock: Unix milliseconds. */
  wall: () => number
  /** A peer's event has passed, and is about to be read. */
  onPeerEvent(event: NostrEvent, peer: PeerEntry): void
  /** A peer's verified event, rejected because its `created_at` is too far from our clock. */
  onStale(event: NostrEvent, peer: PeerEntry): void
  onOwnEvent(event: NostrEvent): void
  onReturned(eventId: string, relay: string): void
  /** A relay delivered a forged event; the check cost this much. */
  onForged(relay: string, forged: Forged): void
}

/**
 * Checks every incoming event, cheapest check first: size, kind, recipient, sender in the group, replay,
 * rate limit, event id, Schnorr signature. Only events that pass are decrypted. An id counts as seen only
 * after its signature is verified: otherwise a relay could suppress an event by sending a forged copy first.
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
    // Keys outside the group are reported by relay: there are too many to report each in the log.
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

  /** Resolves when all events that have arrived so far are handled. */
  idle(): Promise<void> {
    return this.#inbox.idle()
  }

  stop(): void {
    this.#inbox.stop()
  }

  #verify({ event, relay }: Arrival): void {
    const { self, peers, kinds, seen, buckets, reporter, wall } = this.#options
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
      kinds.get(event.kind)?.receive(event, peer)
      return
    }
    reporter.bounced(refusal.staleStamp, event.pubkey)
    this.#options.onStale(event, peer)
  }
}

/** Why an event is forged; null if it is genuine. */
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

/** How many events of one source may wait; further ones are dropped. */
const MAX_WAITING = 256

export interface Arrival {
  event: NostrEvent
  relay: string
}

/**
 * Queue of events to be verified, which is expensive. Sources take turns; a source is one sender on one relay. So a
 * relay that floods us in a peer's name delays neither other peers nor that peer's events from other relays.
 */
export class Inbox {
  readonly #sources = new Map<string, Arrival[]>()
  readonly #handle: (arrival: Arrival) => void
  readonly #idle: (() => void)[] = []
  #running = false

  constructor(handle: (arrival: Arrival) => void) {
    this.#handle = handle
  }

  /** Adds an event; false when too many events of its source are waiting. */
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

  /** Resolves when the queue is empty. */
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
    // A source that had its turn is moved to the end of the map, which this loop still reaches.
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
