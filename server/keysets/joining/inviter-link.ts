import { V2_EVENT_KIND } from '#contract/limits.ts'
import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { TokenBuckets } from '#lib/token-bucket.ts'
import { signEvent } from '#nostr/event.ts'
import { MAX_STAMP_SKEW_S } from '#protocol/limits.ts'
import { checkAddress, checkSentAt, type Envelope, newRequestId } from '#protocol/v2/envelope.ts'

import type { Nonce } from '#protocol/v2/messages.ts'
import { authTemplate } from '#relay/authentication.ts'
import { type DialPolicy, hostOf } from '#relay/dial-policy.ts'
import type { RelayPool } from '#relay/pool.ts'
import { SeenIds } from '#relay/seen.ts'
import type { RelaySession } from '#relay/session.ts'
import { Guard } from '#signer/guard.ts'
import { PeerBook } from '#signer/peers/peers.ts'
import { Reporter } from '#signer/reporter.ts'
import { notPublished } from '#signer/signing/ask-peers.ts'
import { Messenger } from '#signer/v2/messenger.ts'

/** What the inviter may send over one relay: an answer is one event. */
const RATE = { capacity: 20, perSecond: 1 }

export interface InviterLinkOptions {
  /** Our share's secret, 32 bytes, hex; and its x-only key. */
  seckey: string
  self: string
  /** X-only key. */
  inviter: string
  /** Normalised, without duplicates. */
  relays: readonly string[]
  dialPolicy(url: string): DialPolicy
  relayPool: RelayPool
  log: KeysetLog
  /** What the inviter says to one of our questions. */
  onAnswer(envelope: Envelope): void
  /** A relay's state has changed. */
  onRelays(): void
  /** For intervals: Unix milliseconds of a clock that nobody sets. */
  now: () => number
  /** For stamps: what the machine's clock says, Unix milliseconds. */
  wall: () => number
}

/**
 * The way to the one member we know before we know the group: over the relays in the package, with the
 * checks that every message of a peer's goes through. It asks, hears the answers to its questions, and
 * answers nobody.
 */
export class InviterLink {
  readonly #options: InviterLinkOptions
  readonly #line: RelaySession
  readonly #guard: Guard
  readonly #messenger: Messenger
  readonly #asked = new Set<string>()

  constructor(options: InviterLinkOptions) {
    const { seckey, self, inviter, relays, dialPolicy, relayPool, log, now, wall } = options
    this.#options = options
    const sign = (template: EventTemplate) => signEvent(template, seckey, self)
    this.#line = relayPool.line({
      urls: relays,
      dialPolicy,
      authenticate: (challenge, url) => sign(authTemplate(challenge, url, wall())),
      onChange: () => options.onRelays(),
    })
    this.#messenger = new Messenger({
      seckey,
      sign,
      publish: (event) => this.#line.publish(event),
      wall,
    })
    this.#guard = new Guard({
      self,
      peers: bookOf(inviter, self, now),
      kinds: new Set([V2_EVENT_KIND]),
      seen: this.#line.seen,
      own: new SeenIds(),
      buckets: new TokenBuckets(RATE, now),
      reporter: new Reporter(log, now),
      wall,
      onPeerEvent: (event) => this.#receive(event),
      onStale: () => {},
      onOwnEvent: () => {},
      onReturned: () => {},
      onForged: (relay, forged) => this.#line.chargeForged(relay, forged),
    })
  }

  /** A relay has confirmed our subscription: what is sent to us is heard. */
  get isHeard(): boolean {
    return this.#line.heard > 0
  }

  /** What is wrong with the relays that are not heard, as one text without their paths. */
  get relayProblems(): string {
    const problems = this.#line.statuses.flatMap(({ url, heard, error }) =>
      heard ? [] : [`${hostOf(url)}: ${error ?? 'no answer'}`],
    )
    return problems.join(', ')
  }

  start(): void {
    const { self, inviter } = this.#options
    const filter = { kinds: [V2_EVENT_KIND], authors: [inviter], '#p': [self] }
    this.#line.subscribe([filter, { ...filter, lag: MAX_STAMP_SKEW_S }], (event, relay) =>
      this.#guard.receive(event, relay),
    )
    this.#line.start()
  }

  async stop(): Promise<void> {
    this.#guard.stop()
    await this.#line.stop()
  }

  /**
   * Asks to be taken in. Never rejects.
   *
   * @param nonces ours, which the inviter may use from then on
   * @returns why no relay took it, or null
   */
  async ask(nonces: Nonce[]): Promise<string | null> {
    const id = newRequestId()
    this.#asked.add(id)
    const data = { version: 1 as const, nonces }
    const sent = await this.#messenger.send(this.#options.inviter, id, {
      type: 'OnboardRequest',
      data,
    })
    if (sent.ok) return null
    return notPublished(sent.failures.map((one) => ({ ...one, relay: hostOf(one.relay) })))
  }

  #receive(event: NostrEvent): void {
    const { self, inviter, wall } = this.#options
    const peers = { has: (pubkey: string) => pubkey === inviter }
    if (checkAddress(event, { self, peers }) !== null) return
    const opened = this.#messenger.open(event)
    if (!opened.ok || checkSentAt(opened.value.sentAt, Math.floor(wall() / 1000)) !== null) return
    if (this.#asked.has(opened.value.id)) this.#options.onAnswer(opened.value)
  }
}

/** The inviter is all that is known of the group: neither its index nor its parity matters here. */
function bookOf(inviter: string, self: string, now: () => number): PeerBook {
  return new PeerBook({
    members: [{ idx: 0, pubkey: `02${inviter}` }],
    self,
    policies: new Map(),
    partialSignatures: new Map(),
    now,
  })
}
