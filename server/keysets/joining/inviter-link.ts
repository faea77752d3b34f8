import { V2_EVENT_KIND } from '#contract/limits.ts'
import { type Message, saidBy, several } from '#contract/message.ts'
import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { steadyNow } from '#lib/clock.ts'
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
import { Reporter } from '#signer/protocol-log.ts'
import { notPublished } from '#signer/signing/ask-peers.ts'
import { Messenger } from '#signer/v2/messenger.ts'

/** Events that the inviter may send over one relay. An answer is one event. */
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
  /** The inviter has answered one of our requests. */
  onAnswer(envelope: Envelope): void
  /** A relay's state has changed. */
  onRelays(): void
}

/**
 * The connection to the inviter, the only member we know before we have the group: over the relays of the
 * package, with the checks that all messages of peers go through. It sends requests and receives their answers.
 */
export class InviterLink {
  readonly #options: InviterLinkOptions
  readonly #session: RelaySession
  readonly #guard: Guard
  readonly #messenger: Messenger
  readonly #asked = new Set<string>()

  constructor(options: InviterLinkOptions) {
    const { seckey, self, inviter, relays, dialPolicy, relayPool, log } = options
    this.#options = options
    const sign = (template: EventTemplate) => signEvent(template, seckey, self)
    this.#session = relayPool.session({
      urls: relays,
      dialPolicy,
      authenticate: (challenge, url) => sign(authTemplate(challenge, url, Date.now())),
      onChange: () => options.onRelays(),
    })
    this.#messenger = new Messenger({
      seckey,
      sign,
      publish: (event) => this.#session.publish(event),
      wall: Date.now,
    })
    this.#guard = new Guard({
      self,
      peers: peersOf(inviter, self),
      kinds: new Map([[V2_EVENT_KIND, { receive: (event) => this.#receive(event) }]]),
      seen: this.#session.seen,
      own: new SeenIds(),
      buckets: new TokenBuckets(RATE, steadyNow),
      reporter: new Reporter(log, steadyNow),
      wall: Date.now,
      onPeerEvent: () => {},
      onStale: () => {},
      onOwnEvent: () => {},
      onReturned: () => {},
      onForged: (relay, forged) => this.#session.chargeForged(relay, forged),
    })
  }

  /** Whether a relay has confirmed our subscription: answers arrive. */
  get isHeard(): boolean {
    return this.#session.heard > 0
  }

  /** The errors of the relays that are not heard, without the paths of their URLs. */
  get relayProblems(): Message {
    const problems = this.#session.statuses.flatMap(({ url, heard, error }) =>
      heard ? [] : [saidBy(hostOf(url), error ?? { error: 'no answer' })],
    )
    return several(', ', problems)
  }

  start(): void {
    const { self, inviter } = this.#options
    const filter = { kinds: [V2_EVENT_KIND], authors: [inviter], '#p': [self] }
    this.#session.subscribe([filter, { ...filter, lag: MAX_STAMP_SKEW_S }], (event, relay) =>
      this.#guard.receive(event, relay),
    )
    this.#session.start()
  }

  async stop(): Promise<void> {
    this.#guard.stop()
    await this.#session.stop()
  }

  /**
   * Sends a request to join. Never rejects.
   *
   * @param nonces ours, which the inviter may use from then on
   * @returns why no relay accepted it, or null
   */
  async ask(nonces: Nonce[]): Promise<Message | null> {
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
    const { self, inviter } = this.#options
    const peers = { has: (pubkey: string) => pubkey === inviter }
    if (checkAddress(event, { self, peers }) !== null) return
    const opened = this.#messenger.open(event)
    if (!opened.ok || checkSentAt(opened.value.sentAt, Math.floor(Date.now() / 1000)) !== null)
      return
    if (this.#asked.has(opened.value.id)) this.#options.onAnswer(opened.value)
  }
}

/** Only the inviter is known of the group; its index and parity do not matter here. */
function peersOf(inviter: string, self: string): PeerBook {
  return new PeerBook({
    members: [{ idx: 0, pubkey: `02${inviter}` }],
    self,
    policies: new Map(),
    partialSignatures: new Map(),
    now: steadyNow,
  })
}
