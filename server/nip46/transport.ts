import { relay as texts } from '#contract/codes.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { statedMessageBytes } from '#http-client/relay-document.ts'
import { signEvent } from '#nostr/event.ts'
import { authTemplate } from '#relay/authentication.ts'
import { type DialPolicy, dialPolicyForSeen, type Resolve } from '#relay/dial-policy.ts'
import type { RelayPool } from '#relay/pool.ts'
import type { PublishFailure, RelaySession } from '#relay/session.ts'
import type { RelayStatus } from '#relay/status.ts'
import { BEHIND_S, MESSAGE_BYTES_COMMON, OVERLAP, READ_BACK_S, SKEW_MAX } from './limits.ts'
import {
  mayPassLater,
  messageBytes,
  RelayLimit,
  refusesSize,
  type TooLarge,
} from './relay-limit.ts'

/** Remote signing (NIP-46). */
export const APP_EVENT_KIND = 24_133

/** A key that messages are addressed to. */
export interface Listener {
  /** x-only, hex. */
  pubkey: string
  /** 32 bytes, hex. */
  seckey: string
  /** Where we listen for it. */
  relays: readonly string[]
  /** The owner has set none of these relays. */
  isUntrusted: boolean
}

/** The result of publishing an event to one relay. */
export type Delivery =
  | { ok: true }
  | {
      ok: false
      /** The relay refused it. */
      isRefused: boolean
      /** The relay did not answer, and may have taken it. */
      wasSent: boolean
      /** It is probably larger than the relay takes, and is not to be sent again. */
      isTooLarge: boolean
    }

const UNSENT = { ok: false, isRefused: false, wasSent: false, isTooLarge: false } as const

export interface TransportOptions {
  relayPool: RelayPool
  /** An event that may be for one of the keys; unchecked. */
  onEvent(event: { id: string }, relay: string): void
  /** A relay's status has changed. */
  onChange?(): void
  /** Looks up host names. Only tests replace it. */
  resolve?: Resolve | undefined
  /** Unix milliseconds. */
  now: () => number
}

/**
 * The relays of all apps. Each relay gets one subscription for all keys on it; a relay that requires
 * authentication (NIP-42) gets a session per key, authenticated with that key.
 */
export class Transport {
  readonly #options: TransportOptions
  readonly #relays = new Map<string, AppRelay>()

  constructor(options: TransportOptions) {
    this.#options = options
  }

  /** Replaces the keys we listen for, and their relays. Subscriptions that stay are not interrupted. */
  set(listeners: readonly Listener[]): void {
    const byRelay = new Map<string, Listener[]>()
    for (const listener of listeners) {
      for (const url of listener.relays)
        byRelay.set(url, mergeListener(byRelay.get(url) ?? [], listener))
    }
    for (const [url, relay] of this.#relays) {
      if (byRelay.has(url)) continue
      this.#relays.delete(url)
      void relay.stop()
    }
    for (const [url, ofRelay] of byRelay) {
      let relay = this.#relays.get(url)
      if (relay === undefined) {
        relay = new AppRelay(url, this.#options)
        this.#relays.set(url, relay)
      }
      relay.set(ofRelay)
    }
  }

  status(pubkey: string, url: string): RelayStatus | undefined {
    return this.#relays.get(url)?.status(pubkey)
  }

  /** Marks an event as seen: no relay delivers it any more. */
  seen(id: string): void {
    for (const relay of this.#relays.values()) relay.seen(id)
  }

  /** Publishes an event of one of the keys to a relay; never rejects. */
  publish(event: NostrEvent, url: string, signal: AbortSignal): Promise<Delivery> {
    return this.#relays.get(url)?.publish(event, signal) ?? Promise.resolve(UNSENT)
  }

  /** Whether a message of so many bytes exceeds a relay's limit; null: it may pass. Never rejects. */
  tooLarge(bytes: number, url: string): Promise<TooLarge | null> {
    return this.#relays.get(url)?.limit.against(bytes) ?? Promise.resolve(null)
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#relays.values()].map((relay) => relay.stop()))
    this.#relays.clear()
  }
}

/** Adds a key, once for all its apps; it is trusted if the owner has set the relay for any of them. */
function mergeListener(listeners: readonly Listener[], listener: Listener): Listener[] {
  const same = listeners.find(({ pubkey }) => pubkey === listener.pubkey)
  const isUntrusted = listener.isUntrusted && (same?.isUntrusted ?? true)
  return [...listeners.filter((other) => other !== same), { ...listener, isUntrusted }]
}

/** One relay: one session for all keys, or one session per key. */
class AppRelay {
  readonly limit: RelayLimit
  readonly #url: string
  readonly #options: TransportOptions
  readonly #sessions = new Map<string, KeySession>()
  #listeners: readonly Listener[] = []
  #needsAuth = false

  constructor(url: string, options: TransportOptions) {
    this.#url = url
    this.#options = options
    this.limit = new RelayLimit(() =>
      statedMessageBytes(url, this.#dialPolicy(this.#listeners)?.(url)),
    )
  }

  set(listeners: readonly Listener[]): void {
    this.#listeners = listeners
    this.#arrange()
  }

  status(pubkey: string): RelayStatus | undefined {
    return this.#sessionOf(pubkey)?.session.statuses[0]
  }

  seen(id: string): void {
    for (const { session } of this.#sessions.values()) session.seen.add(id)
  }

  async publish(event: NostrEvent, signal: AbortSignal): Promise<Delivery> {
    const bytes = messageBytes(event)
    if ((await this.limit.against(bytes)) !== null) return { ...UNSENT, isTooLarge: true }
    const isLarge = bytes > MESSAGE_BYTES_COMMON
    const result = await this.#sessionOf(event.pubkey)?.session.publish(event, { signal, isLarge })
    if (result === undefined) return UNSENT
    if (result.ok) return { ok: true }
    const [failure] = result.failures
    if (failure === undefined) return UNSENT
    this.#checkForAuth(failure.why.error)
    return this.#notTaken(failure, bytes)
  }

  #notTaken({ answered, why, ...failure }: PublishFailure, bytes: number): Delivery {
    const isLarge = bytes > MESSAGE_BYTES_COMMON
    const wasSent = failure.wasSent ?? false
    const isForSize =
      answered && (refusesSize(why.error) || (isLarge && why.code === texts.closed.code))
    if (isForSize) this.limit.refused(bytes)
    const isDoubted = isLarge && (answered ? !mayPassLater(why.error) : wasSent)
    return { ok: false, isRefused: answered, wasSent, isTooLarge: isForSize || isDoubted }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ session }) => session.stop()))
    this.#sessions.clear()
  }

  #sessionOf(pubkey: string): KeySession | undefined {
    return this.#sessions.get(this.#needsAuth ? pubkey : ALL_KEYS)
  }

  #arrange(): void {
    const bySession = new Map<string, readonly Listener[]>(
      this.#needsAuth
        ? this.#listeners.map((listener) => [listener.pubkey, [listener]])
        : [[ALL_KEYS, this.#listeners]],
    )
    for (const [name, { session }] of this.#sessions) {
      if (bySession.has(name)) continue
      this.#sessions.delete(name)
      void session.stop()
    }
    for (const [name, listeners] of bySession) this.#listen(name, listeners)
  }

  /**
   * Subscribes to the messages for these keys. The previous subscription ends a little later: an event for it
   * may be on its way.
   */
  #listen(name: string, listeners: readonly Listener[]): void {
    const before = this.#sessions.get(name)
    const keys = listeners.map(({ pubkey }) => pubkey).toSorted()
    if (before?.keys.join() === keys.join()) return
    const session = before?.session ?? this.#newSession(listeners)
    const end = session.subscribe(
      [{ kinds: [APP_EVENT_KIND], '#p': keys, readBack: READ_BACK_S, lag: BEHIND_S }],
      (event, relay) => {
        const isNew = session.statuses.some(({ heard }) => heard)
        if (isNew || !this.#isStale(event)) this.#options.onEvent(event, relay)
      },
    )
    before?.endPrevious()
    const endPrevious = before === undefined ? () => {} : soon(before.end)
    this.#sessions.set(name, { session, keys, end, endPrevious })
    if (before === undefined) session.start()
  }

  #newSession(listeners: readonly Listener[]): RelaySession {
    const { relayPool, now } = this.#options
    const [key] = listeners
    const dialPolicy = this.#dialPolicy(listeners)
    return relayPool.session({
      urls: [this.#url],
      ...(this.#needsAuth &&
        key && {
          authenticate: (challenge, url) =>
            signEvent(authTemplate(challenge, url, now()), key.seckey, key.pubkey),
        }),
      ...(dialPolicy && { dialPolicy }),
      onChange: ({ error }) => {
        if (error !== null) this.#checkForAuth(error.error)
        this.#options.onChange?.()
      },
    })
  }

  #dialPolicy(listeners: readonly Listener[]): ((url: string) => DialPolicy) | undefined {
    const isUntrusted = listeners.every((listener) => listener.isUntrusted)
    return isUntrusted ? dialPolicyForSeen(false, this.#options.resolve) : undefined
  }

  /** Whether a stored event is too old. A live event may be as old: its author's clock is behind. */
  #isStale(event: object): boolean {
    const at = 'created_at' in event && Number(event.created_at) * 1000
    return at === false || at < this.#options.now() - SKEW_MAX
  }

  /** Uses a session per key once the relay requires authentication. */
  #checkForAuth(text: string): void {
    if (this.#needsAuth || !text.includes('auth-required:')) return
    this.#needsAuth = true
    this.#arrange()
  }
}

interface KeySession {
  session: RelaySession
  keys: readonly string[]
  end(): void
  /** Ends the previous subscription at once; further calls do nothing. */
  endPrevious(): void
}

/** The name of the session for all keys: no key is empty. */
const ALL_KEYS = ''

/** Calls `end` in a while. @returns calls it now */
function soon(end: () => void): () => void {
  const timer = setTimeout(end, OVERLAP).unref()
  return () => {
    clearTimeout(timer)
    end()
  }
}
