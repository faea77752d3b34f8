import type { NostrEvent } from '#contract/nostr.ts'
import { relay as texts } from '#contract/relay-messages.ts'
import { Authentication, type Company } from './authentication.ts'
import type { ClientFrame, RelayFrame } from './frames.ts'
import { Liveness } from './liveness.ts'
import { Publications, type PublishOutcome, type Sending } from './publications.ts'
import { Rejections } from './rejections.ts'
import { isRateLimit, type SlowDown, Sparing } from './slow-down.ts'
import { type LiveFilter, Subscriptions } from './subscriptions.ts'
import type { RelayTimings } from './timings.ts'

export interface ConversationOptions {
  url: string
  timings: RelayTimings
  /** For intervals, and for stamps: Unix milliseconds. */
  now(): number
  wall(): number
  random(): number
  /** Answers a relay's challenge (NIP-42) with a signed event of kind 22242. */
  authenticate?: ((challenge: string, url: string) => NostrEvent) | undefined
  send(frame: ClientFrame): void
  /** A name for a subscription. */
  newId(): string
  /** Who else is on the connection. */
  company(): Company
  /** The relay has accepted our identity. */
  onIdentified(): void
  /** The relay asks all of us on the connection to send less. */
  onThrottled(reason: string): void
  /** The relay does not accept us beside the others on the connection. */
  onUnwelcome(reason: string): void
  /** The relay keeps refusing or ignoring subscriptions: a new connection may help. */
  onSuspect(reason: string): void
  onEvent(subscription: string, event: { id: string }): void
  onChange(): void
}

/**
 * What one line and one relay say to each other, over whichever connection: its subscriptions, its
 * events, its identity, and what the relay has against any of these.
 */
export class Conversation {
  readonly #options: ConversationOptions
  readonly #subscriptions: Subscriptions
  readonly #publications: Publications
  readonly #authentication: Authentication
  readonly #liveness: Liveness
  readonly #rejections = new Rejections()
  readonly #sparing: Sparing
  #problem: string | null = null
  #eventsIn = 0
  #eventsOut = 0

  constructor(options: ConversationOptions) {
    const { url, timings, now, wall, random, authenticate, newId, company, onSuspect } = options
    this.#options = options
    const send = (frame: ClientFrame) => options.send(frame)
    this.#publications = new Publications(send)
    this.#authentication = new Authentication({
      sign: authenticate && ((challenge) => authenticate(challenge, url)),
      send,
      company,
    })
    this.#sparing = new Sparing({
      base: timings.spareBase,
      max: timings.spareMax,
      now,
      onChange: () => options.onChange(),
    })
    this.#liveness = new Liveness({ send, timeout: timings.eoseTimeout, newId })
    this.#subscriptions = new Subscriptions({
      send,
      timings,
      wall,
      random,
      onChange: (problem) => this.#noteProblem(problem),
      onSuspect,
    })
  }

  /** The relay has confirmed every subscription. */
  get isConfirmed(): boolean {
    return this.#subscriptions.confirmed
  }

  /** We have asked for something that the relay has not confirmed. */
  get isAsking(): boolean {
    return !this.#subscriptions.isEmpty && !this.#subscriptions.confirmed
  }

  /** The relay has accepted our identity on this connection. */
  get isIdentified(): boolean {
    return this.#authentication.isAccepted
  }

  /** We have told the relay who we are, and it has not responded yet. */
  get isIdentifying(): boolean {
    return this.#authentication.isPending
  }

  /** Why the relay is not heard on an open connection. */
  get problem(): string | null {
    return this.#problem
  }

  /** Why it refused the last event it refused. */
  get rejection(): string | null {
    return this.#rejections.latest
  }

  /** What it asks of this line, and of no other. */
  get slowDown(): SlowDown | null {
    return this.#sparing.current
  }

  get eventsIn(): number {
    return this.#eventsIn
  }

  get eventsOut(): number {
    return this.#eventsOut
  }

  subscribe(id: string, filters: LiveFilter[]): void {
    if (this.#authentication.canAnswer) this.#authentication.answer()
    this.#subscriptions.add(id, filters)
  }

  unsubscribe(id: string): void {
    this.#subscriptions.remove(id)
  }

  publish(event: NostrEvent, sending?: Sending): Promise<PublishOutcome> {
    return this.#publications.publish(event, this.#options.timings.publishTimeout, sending)
  }

  /** The machine's clock was set. @param by milliseconds forward */
  clockSet(by: number): void {
    this.#subscriptions.clockSet(by)
  }

  /** Whether the relay answers a question about nothing (`Liveness`). */
  probe(): Promise<boolean> {
    return this.#liveness.ask()
  }

  /** There is an open connection. @param challenge the relay's challenge, if it has sent one */
  opened(challenge: string | null): void {
    this.#problem = null
    this.#authentication.reset()
    if (challenge !== null) this.challenged(challenge)
    this.#subscriptions.opened()
    this.#publications.opened()
  }

  /** The connection is lost. */
  closed(): void {
    this.#authentication.reset()
    this.#subscriptions.closed()
    this.#publications.closed()
    this.#liveness.failAll()
  }

  /** We leave a connection that goes on without us. */
  withdraw(): void {
    this.#subscriptions.withdraw()
    this.closed()
  }

  /** Ends it for good, and whatever is under way. */
  stop(): void {
    this.#sparing.stop()
    this.#publications.failAll(texts.closed)
  }

  /** Allows as many answers to challenges as at the start. */
  refill(): void {
    this.#authentication.refill()
  }

  /** The relay wants to know who is on the connection (NIP-42). */
  challenged(challenge: string): void {
    this.#authentication.challenged(challenge, !this.#subscriptions.isEmpty)
  }

  /** Whether a subscription is ours. */
  owns(subscription: string): boolean {
    return this.#subscriptions.has(subscription) || this.#liveness.has(subscription)
  }

  /** What the relay says to one of our subscriptions. */
  receive(frame: Extract<RelayFrame, { subscription: string }>): void {
    const { subscription } = frame
    if (frame.type === 'EVENT') {
      this.#eventsIn += 1
      if (this.#subscriptions.onEvent(subscription, createdAtOf(frame.event))) {
        this.#options.onEvent(subscription, frame.event)
      }
    } else if (this.#liveness.has(subscription)) this.#liveness.answered(subscription)
    else if (frame.type === 'EOSE') this.#subscriptions.onEose(subscription)
    else this.#onClosed(subscription, frame.reason)
  }

  /** What the relay says to an event, which may be ours. */
  onOk(id: string, accepted: boolean, reason: string): void {
    if (this.#authentication.onOk(id, accepted, reason)) this.#onIdentified(accepted)
    else if (!this.#publications.has(id)) return
    else if (accepted || reason.startsWith('duplicate:')) this.#onAccepted(id)
    else this.#onRefused(id, reason === '' ? texts.noReason : reason)
  }

  /** What the relay says to nobody in particular. */
  onNotice(words: string): void {
    this.#subscriptions.onNotice(words)
  }

  /** The relay asks us for less, and no other line on the connection. */
  spare(reason: string): void {
    this.#sparing.asked(reason)
  }

  #onClosed(subscription: string, reason: string): void {
    if (isRateLimit(reason)) {
      if (this.#options.company().isShared) this.spare(reason)
      else this.#options.onThrottled(reason)
    }
    const identification = this.#authentication.refused(reason)
    if (identification === 'displaced') {
      this.#options.onUnwelcome(texts.oneIdentity)
      return
    }
    const words = identification === 'none' ? reason : (this.#authentication.refusal ?? reason)
    this.#subscriptions.onClosed(subscription, words, identification === 'given')
  }

  #onIdentified(isAccepted: boolean): void {
    const { onIdentified, onUnwelcome, company } = this.#options
    const { refusal } = this.#authentication
    if (isAccepted) onIdentified()
    else if (company().knowsAnother) {
      onUnwelcome(refusal ?? texts.oneIdentity)
      return
    } else this.#noteProblem(refusal)
    // After a refusal too: the relay then refuses each of them explicitly.
    this.#subscriptions.retryNow()
    this.#publications.resend()
  }

  #onAccepted(id: string): void {
    const event = this.#publications.onOk(id, { accepted: true })
    if (event === null) return
    this.#eventsOut += 1
    if (this.#rejections.accepted(event.kind)) this.#options.onChange()
  }

  #onRefused(id: string, reason: string): void {
    const identification = this.#authentication.refused(reason)
    if (identification === 'given') return
    if (identification === 'displaced') {
      this.#options.onUnwelcome(texts.oneIdentity)
      return
    }
    const event = this.#publications.onOk(id, { accepted: false, answered: true, reason })
    if (event === null) return
    if (isRateLimit(reason)) this.#options.onThrottled(reason)
    else if (this.#rejections.refused(event.kind, reason)) this.#options.onChange()
  }

  #noteProblem(problem: string | null): void {
    this.#problem = problem
    this.#options.onChange()
  }
}

/** Fields are not checked here: an event without a date is let through. */
const createdAtOf = (event: { created_at?: unknown }): number =>
  typeof event.created_at === 'number' ? event.created_at : Number.POSITIVE_INFINITY
