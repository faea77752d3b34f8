import { randomBytes } from 'node:crypto'
import type { RawData } from 'ws'
import type { Filter } from '#contract/nostr.ts'
import { matches } from '#nostr/filter.ts'
import { Connection, type ConnectionContext, type RelaySocket } from './connection.ts'
import { AUTH_KIND, authProblem, forgery, isEvent, type NostrEvent } from './events.ts'
import { type KeyArrivals, tokenBucket } from './faults.ts'
import { parseFilters } from './filters.ts'
import { garbageFrames, oversizedFrame } from './junk.ts'
import type { EventStore } from './store.ts'

/** NIP-01. */
export const MAX_SUBSCRIPTION_ID = 64
const AUTH_REQUIRED = 'auth-required: authenticate first'
/** What arrived: EVENT and REQ messages, and messages ignored while silent or mute. */
export type Received = { events: number; reqs: number; ignored: number }

/** What a session needs of its relay. */
export type RelayContext = ConnectionContext & {
  readonly store: EventStore
  readonly received: Received
  readonly verify: boolean
  /** When each key's events came, refused ones included; oldest first. */
  readonly arrivals: KeyArrivals
  /** Milliseconds. */
  now(): number
  /** Accepts an event that passed every check: stores it and sends it to all subscriptions. */
  accept(event: NostrEvent): void
  /** An event was refused. */
  refused(event: NostrEvent): void
  /** An event came that is stored already. */
  repeated(event: NostrEvent): void
}

/** `head` is the frame up to the event, made once for each subscription. */
type Subscription = { filters: readonly Filter[]; head: string }

/** One client connection, from the upgrade to the close. */
export class Session {
  readonly #connection: Connection
  readonly #context: RelayContext
  readonly #host: string
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #allows: (rate: number) => boolean
  #challenge: string | undefined
  /** Whose keys the client has proved to have. */
  readonly #identities = new Set<string>()

  /** `host` is the Host header that the client dialled with. */
  constructor(socket: RelaySocket, context: RelayContext, host: string) {
    this.#connection = new Connection(socket, context)
    this.#context = context
    this.#host = host
    this.#allows = tokenBucket(context.now)
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    if (context.faults.requireAuth) this.demandAuth()
  }

  get connection(): Connection {
    return this.#connection
  }

  get subscriptions(): number {
    return this.#subscriptions.size
  }

  /** Whether a subscription asks for events to this key. */
  listensFor(pubkey: string): boolean {
    const all = [...this.#subscriptions.values()].flatMap(({ filters }) => filters)
    return all.some((filter) => filter['#p']?.includes(pubkey))
  }

  /** Hands a live event to the subscriptions it matches. Returns how many there were. */
  deliver(event: NostrEvent, json: string): number {
    const { ignoreFilters, duplicate } = this.#context.faults
    let receivers = 0
    for (const { filters, head } of this.#subscriptions.values()) {
      if (!ignoreFilters && !filters.some((filter) => matches(filter, event))) continue
      receivers += 1
      const frame = `${head}${json}]`
      for (let copy = 0; copy < Math.max(1, duplicate); copy += 1) this.#connection.send(frame)
    }
    return receivers
  }

  /** Tells the client that its subscriptions are closed, and forgets them. */
  closeSubscriptions(reason: string): void {
    for (const id of this.#subscriptions.keys()) this.#connection.answer('CLOSED', id, reason)
    this.#subscriptions.clear()
  }

  /** Forgets who the client is, asks again, and closes what it had open (NIP-42). */
  demandAuth(): void {
    this.#identities.clear()
    this.#challenge = randomBytes(16).toString('hex')
    this.#connection.answer('AUTH', this.#challenge)
    this.closeSubscriptions(AUTH_REQUIRED)
  }

  sendGarbage(): void {
    for (const frame of garbageFrames(this.#firstSubscription().id)) this.#connection.send(frame)
  }

  /** Sends one EVENT frame of this many bytes to the oldest subscription, if any. */
  sendOversized(bytes: number): void {
    this.#connection.send(oversizedFrame(this.#firstSubscription(), bytes, this.#context.now()))
  }

  #firstSubscription(): { id: string; filter: Filter | undefined } {
    for (const [id, { filters }] of this.#subscriptions) return { id, filter: filters[0] }
    return { id: 'none', filter: undefined }
  }

  #notice(reason: string): void {
    this.#connection.answer('NOTICE', reason)
  }

  #receive(data: RawData, isBinary: boolean): void {
    const { silent, mute } = this.#context.faults
    if (silent || mute) {
      this.#context.received.ignored += 1
      return
    }
    const { maxMessageBytes } = this.#context.faults
    if (maxMessageBytes > 0 && (data as Buffer).length > maxMessageBytes) {
      this.#connection.hangUp()
      return
    }
    if (isBinary) {
      this.#notice('invalid: binary frames are not understood')
      return
    }
    const message = parseArray(data.toString())
    switch (message?.[0]) {
      case 'EVENT':
        this.#event(message[1])
        break
      case 'REQ':
        this.#req(message[1], message.slice(2))
        break
      case 'COUNT':
        this.#count(message[1], message.slice(2))
        break
      case 'CLOSE':
        this.#close(message[1])
        break
      case 'AUTH':
        this.#auth(message[1])
        break
      default:
        this.#notice('invalid: not a message that this relay understands')
    }
  }

  #event(value: unknown): void {
    this.#context.received.events += 1
    if (!isEvent(value)) {
      const id = (value as { id?: unknown } | null | undefined)?.id
      const reason = 'invalid: not a well-formed event'
      if (typeof id === 'string') this.#ok(id, false, reason)
      else this.#notice(reason)
      return
    }
    const refusal = this.#refusal(value)
    if (refusal !== undefined) {
      this.#ok(value.id, false, refusal)
      this.#context.refused(value)
    } else if (this.#context.store.has(value.id)) {
      this.#ok(value.id, true, 'duplicate: already have this event')
      this.#context.repeated(value)
    } else {
      this.#ok(value.id, true, '')
      this.#context.accept(value)
    }
  }

  /** Cheapest first: the signature last, and not for an event already known. */
  #refusal(event: NostrEvent): string | undefined {
    const { faults, store, verify } = this.#context
    const refusal = this.#refusalOfKeys([event.pubkey])
    if (refusal !== undefined) return refusal
    if (faults.rateLimit > 0 && !this.#allows(faults.rateLimit)) {
      return 'rate-limited: too many events, slow down'
    }
    if (!this.#context.arrivals.allow(event.pubkey, faults)) return 'rate-limited: slow down'
    if (faults.rejectKinds.includes(event.kind)) return faults.rejectReason
    if (
      faults.maxEventBytes > 0 &&
      Buffer.byteLength(JSON.stringify(event)) > faults.maxEventBytes
    ) {
      return 'invalid: event too large'
    }
    if (event.kind === AUTH_KIND) return `invalid: kind ${AUTH_KIND} is for AUTH only`
    return verify && !store.has(event.id) ? forgery(event) : undefined
  }

  #ok(id: string, accepted: boolean, reason: string): void {
    if (!this.#context.faults.noOk) this.#connection.answer('OK', id, accepted, reason)
  }

  #req(id: unknown, values: unknown[]): void {
    this.#context.received.reqs += 1
    const filters = this.#filters(id, values)
    if (filters === undefined) return
    const head = `["EVENT",${JSON.stringify(id)},`
    this.#subscriptions.set(id as string, { filters, head })
    const asked = this.#context.faults.ignoreFilters ? [{}] : filters
    for (const event of this.#context.store.query(asked)) {
      this.#connection.send(`${head}${JSON.stringify(event)}]`)
    }
    if (!this.#context.faults.noEose) this.#connection.answer('EOSE', id)
  }

  #count(id: unknown, values: unknown[]): void {
    const filters = this.#filters(id, values)
    if (filters) this.#connection.answer('COUNT', id, { count: this.#context.store.count(filters) })
  }

  /** The filters of a REQ or COUNT; undefined when it may not be served, and was answered here. */
  #filters(id: unknown, values: unknown[]): Filter[] | undefined {
    if (typeof id !== 'string' || id === '' || id.length > MAX_SUBSCRIPTION_ID) {
      this.#notice('invalid: bad subscription id')
      return undefined
    }
    const parsed = parseFilters(values)
    const keys = parsed.ok ? parsed.filters.flatMap(keysOf) : []
    const refusal = this.#refusalOfKeys(keys)
    if (refusal !== undefined) {
      this.#connection.answer('CLOSED', id, refusal)
      return undefined
    }
    if (parsed.ok) return parsed.filters
    this.#notice(parsed.reason)
    return undefined
  }

  #close(id: unknown): void {
    if (typeof id === 'string') this.#subscriptions.delete(id)
    else this.#notice('invalid: bad subscription id')
  }

  #auth(value: unknown): void {
    if (!isEvent(value)) {
      this.#notice('invalid: AUTH needs a well-formed event')
      return
    }
    const { oneIdentity } = this.#context.faults
    const isSecond = this.#identities.size > 0 && !this.#identities.has(value.pubkey)
    if (isSecond && oneIdentity === 'cut') {
      this.#connection.end()
      return
    }
    const problem =
      this.#authProblem(value) ??
      (isSecond && oneIdentity === 'refuse' ? 'error: already authenticated' : undefined)
    if (problem === undefined) {
      if (oneIdentity === 'replace') this.#identities.clear()
      this.#identities.add(value.pubkey)
    }
    this.#connection.answer('OK', value.id, problem === undefined, problem ?? '')
  }

  #authProblem(event: NostrEvent): string | undefined {
    const challenge = this.#challenge
    if (challenge === undefined) return 'invalid: no challenge was sent'
    return authProblem(event, { challenge, host: this.#host, now: this.#context.now() })
  }

  /** Why the client may not write or read events of these keys; undefined when it may. */
  #refusalOfKeys(keys: readonly string[]): string | undefined {
    const { requireAuth, ownOnly } = this.#context.faults
    if (!requireAuth) return undefined
    if (this.#identities.size === 0) return AUTH_REQUIRED
    if (ownOnly === '' || keys.every((key) => this.#identities.has(key))) return undefined
    return `${ownOnly}: authenticate as who this is for`
  }
}

/** The keys whose events a filter asks for: its recipients, or else its authors. */
const keysOf = (filter: Filter): string[] => filter['#p'] ?? filter.authors ?? []

function parseArray(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
