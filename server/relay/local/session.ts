import { randomBytes } from 'node:crypto'
import { EVENT_KIND, V2_EVENT_KIND } from '#contract/limits.ts'
import type { Filter, NostrEvent } from '#contract/nostr.ts'
import { eventId, isNostrEvent, verifySignature } from '#nostr/event.ts'
import { matches } from '#nostr/filter.ts'
import { isAboutMembers, readFilters } from './filters.ts'
import { MAX_AUTH_SKEW_S, MAX_SUBSCRIPTIONS, NAME_CHARS_MAX } from './limits.ts'

/** NIP-42. */
const AUTH_KIND = 22_242
/** Kinds that peers may publish and read without having authenticated. */
const PROTOCOL_KINDS = [EVENT_KIND, V2_EVENT_KIND]

type Frame = [string, ...unknown[]]

export interface SessionOptions {
  /** The request's Host header: `host` or `host:port`. */
  host: string | undefined
  /** Whether this is a peer of a keyset here, by the x-only key of its share. */
  isMember(pubkey: string): boolean
  /** Whether one more event may be verified now. */
  mayVerify(): boolean
  isKnown(id: string): boolean
  kept(filters: readonly Filter[]): NostrEvent[]
  /** A new event of a peer, verified. */
  onEvent(event: NostrEvent): void
  send(frame: Frame): void
  /** The machine's clock, Unix milliseconds. */
  wall(): number
}

/** NIP-01 and NIP-42 for one connection: what it may publish, and what it is sent. */
export class Session {
  readonly #options: SessionOptions
  readonly #challenge = randomBytes(16).toString('hex')
  readonly #subscriptions = new Map<string, readonly Filter[]>()
  #member: string | null = null
  #hasShown = false

  constructor(options: SessionOptions) {
    this.#options = options
    options.send(['AUTH', this.#challenge])
  }

  /** It has authenticated as a peer. */
  get isIdentified(): boolean {
    return this.#member !== null
  }

  /** It has proved to be a peer: by authenticating, or by a signed event. */
  get hasShownMembership(): boolean {
    return this.#hasShown
  }

  get isSubscribed(): boolean {
    return this.#subscriptions.size > 0
  }

  /** @param frame as parsed: anything */
  receive(frame: unknown): void {
    const [type, ...rest] = Array.isArray(frame) ? (frame as unknown[]) : []
    if (type === 'EVENT') this.#publish(rest[0])
    else if (type === 'AUTH') this.#identify(rest[0])
    else if (type === 'REQ') this.#subscribe(rest[0], rest.slice(1))
    else if (type === 'CLOSE') this.#subscriptions.delete(String(rest[0]))
    else this.#options.send(['NOTICE', 'invalid: not a message that clients send'])
  }

  /** Sends an event to each of its subscriptions that matches it. */
  offer(event: NostrEvent): void {
    for (const [name, filters] of this.#subscriptions) {
      if (this.#mayRead(event) && filters.some((filter) => matches(filter, event))) {
        this.#options.send(['EVENT', name, event])
      }
    }
  }

  #publish(value: unknown): void {
    const event = this.#accepted(value, (given) => this.#refusalOf(given))
    if (event !== null && !this.#options.isKnown(event.id)) this.#options.onEvent(event)
  }

  #identify(value: unknown): void {
    const answer = this.#accepted(value, (given) => this.#refusalOfAnswer(given))
    if (answer !== null) this.#member = answer.pubkey
  }

  /** Answers an event with OK. @returns the event; null when it is refused, or the value is not an event */
  #accepted(value: unknown, refusalOf: (event: NostrEvent) => string | null): NostrEvent | null {
    const { send } = this.#options
    if (!isNostrEvent(value)) {
      send(['NOTICE', 'invalid: no event'])
      return null
    }
    const refusal = refusalOf(value)
    send(['OK', value.id, refusal === null, refusal ?? ''])
    if (refusal !== null) return null
    this.#hasShown = true
    return value
  }

  /** The cheapest check first: nothing is verified for strangers. */
  #refusalOf(event: NostrEvent): string | null {
    if (!this.#options.isMember(event.pubkey)) return 'restricted: not of a member of the group'
    const isOpen = PROTOCOL_KINDS.includes(event.kind)
    if (!isOpen && this.#member === null) return 'auth-required: for other kinds'
    return this.#problemOf(event)
  }

  #refusalOfAnswer(event: NostrEvent): string | null {
    const { isMember, wall } = this.#options
    if (!isMember(event.pubkey)) return 'restricted: not a member of the group'
    const tag = (name: string) => event.tags.find(([first]) => first === name)?.[1]
    const fits =
      event.kind === AUTH_KIND &&
      tag('challenge') === this.#challenge &&
      this.#isOurHost(tag('relay')) &&
      Math.abs(wall() / 1_000 - event.created_at) <= MAX_AUTH_SKEW_S
    return fits ? this.#problemOf(event) : 'invalid: not an answer to our challenge'
  }

  #subscribe(name: unknown, values: readonly unknown[]): void {
    const { send, kept } = this.#options
    if (typeof name !== 'string' || name === '' || name.length > NAME_CHARS_MAX) {
      send(['NOTICE', 'invalid: no name of a subscription'])
      return
    }
    const filters = readFilters(values) ?? []
    const refusal = this.#refusalOfFilters(name, filters)
    if (refusal !== null) {
      send(['CLOSED', name, refusal])
      return
    }
    this.#subscriptions.set(name, filters)
    for (const event of kept(filters)) {
      if (this.#mayRead(event)) send(['EVENT', name, event])
    }
    send(['EOSE', name])
  }

  #refusalOfFilters(name: string, filters: readonly Filter[]): string | null {
    if (filters.length === 0) return 'invalid: no filter, or too much of one'
    const isOwn = filters.every((filter) => isAboutMembers(filter, this.#options.isMember))
    if (!isOwn && this.#member === null) return 'auth-required: for members of the group'
    const isNew = !this.#subscriptions.has(name)
    return isNew && this.#subscriptions.size >= MAX_SUBSCRIPTIONS
      ? 'rate-limited: too many subscriptions'
      : null
  }

  #mayRead({ kind }: NostrEvent): boolean {
    return this.#member !== null || PROTOCOL_KINDS.includes(kind)
  }

  #problemOf(event: NostrEvent): string | null {
    if (!this.#options.mayVerify()) return 'rate-limited: slow down'
    const isGenuine =
      eventId(event) === event.id && verifySignature(event.sig, event.id, event.pubkey)
    return isGenuine ? null : 'invalid: bad id or signature'
  }

  /** Compares the host only: scheme and path may differ behind a proxy. */
  #isOurHost(relay = ''): boolean {
    const { host } = this.#options
    return host !== undefined && URL.parse(relay)?.host === URL.parse(`ws://${host}`)?.host
  }
}
