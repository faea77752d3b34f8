import type { NostrEvent } from '#contract/nostr.ts'
import { eventId, isNostrEvent, verifySignature } from '#nostr/event.ts'
import { SeenIds } from '#relay/seen.ts'
import {
  ATTEMPTS,
  ATTEMPTS_OF_KEY,
  ATTEMPTS_PERIOD,
  READ_SLICE,
  STRANGER_BYTES_MAX,
  WAITING_BYTES_MAX,
} from './limits.ts'
import type { RegisteredApp, Registry } from './registry.ts'
import { APP_EVENT_KIND } from './transport.ts'

/** A verified message that has not come before. */
export interface Arrival {
  app: RegisteredApp
  event: NostrEvent
  /** Its author is the client that the app is paired with. */
  isClient: boolean
  /** The relay it came from first; undefined: from before a restart. */
  relay?: string | undefined
}

export interface InboxOptions {
  registry: Pick<Registry, 'bySigner'>
  /** Whether another request of this app can begin; if not, it waits, and other apps go first. */
  hasCapacity(app: string): boolean
  /** Must not throw. */
  onArrival(arrival: Arrival): void
  /** An event was verified, and need not be delivered any more. */
  onSeen(id: string): void
  /** Monotonic milliseconds. */
  clock?: () => number
}

interface Waiting {
  event: NostrEvent
  relay: string | undefined
}

/** Waiting messages of one app. */
interface Queue {
  waiting: Waiting[]
  bytes: number
}

/**
 * Receives messages for apps. Each is verified once; apps take turns. Messages of clients that are not paired
 * are limited in size and number before any signature is verified.
 */
export class Inbox {
  readonly #options: InboxOptions
  readonly #clock: () => number
  readonly #seen = new SeenIds()
  readonly #queues = new Map<string, Queue>()
  readonly #attempts: AttemptLimiter
  #isPumping = false

  constructor(options: InboxOptions) {
    this.#options = options
    this.#clock = options.clock ?? (() => performance.now())
    this.#attempts = new AttemptLimiter(this.#clock)
  }

  /** An event as a relay has brought it. */
  receive(event: object, relay: string): void {
    if (!isNostrEvent(event) || event.kind !== APP_EVENT_KIND) return
    if (this.#seen.has(event.id)) return
    const app = this.#recipientOf(event)
    if (app === undefined) return
    if (event.pubkey === app.client) this.#enqueue(app.id, { event, relay })
    else if (event.content.length <= STRANGER_BYTES_MAX && this.#mayTry(app, event.pubkey)) {
      this.#arrive(app, { event, relay }, false)
    }
  }

  /** Continues with waiting messages. */
  pump(): void {
    if (this.#isPumping || this.#queues.size === 0) return
    this.#isPumping = true
    setImmediate(() => {
      this.#isPumping = false
      this.#read()
    })
  }

  /** Among the apps of the same key: the one whose client is the author, else one that can be paired. */
  #recipientOf({ tags, pubkey }: NostrEvent): RegisteredApp | undefined {
    for (const [name, value = ''] of tags) {
      const apps = name === 'p' ? this.#options.registry.bySigner(value) : []
      if (apps.length === 0) continue
      const own = apps.find(({ client }) => client === pubkey)
      return own ?? apps.find(({ invitation }) => invitation !== null) ?? apps[0]
    }
    return undefined
  }

  #enqueue(app: string, waiting: Waiting): void {
    const queue = this.#queues.get(app) ?? { waiting: [], bytes: 0 }
    const bytes = queue.bytes + waiting.event.content.length
    if (bytes > WAITING_BYTES_MAX) return
    queue.waiting.push(waiting)
    queue.bytes = bytes
    this.#queues.set(app, queue)
    this.pump()
  }

  /** Takes one message of each app in turn, for a few milliseconds. */
  #read(): void {
    const end = this.#clock() + READ_SLICE
    let isIdle = false
    while (!isIdle && this.#clock() < end) {
      isIdle = true
      for (const [id, queue] of [...this.#queues]) {
        if (!this.#options.hasCapacity(id)) continue
        const waiting = queue.waiting.shift()
        if (queue.waiting.length === 0) this.#queues.delete(id)
        if (waiting === undefined) continue
        queue.bytes -= waiting.event.content.length
        isIdle = false
        const app = this.#recipientOf(waiting.event)
        if (app?.id === id) this.#arrive(app, waiting, waiting.event.pubkey === app.client)
      }
    }
    if (!isIdle) this.pump()
  }

  #arrive(app: RegisteredApp, { event, relay }: Waiting, isClient: boolean): void {
    // Copies may have come over other relays meanwhile.
    if (this.#seen.has(event.id)) return
    if (eventId(event) !== event.id || !verifySignature(event.sig, event.id, event.pubkey)) return
    this.#seen.add(event.id)
    this.#options.onSeen(event.id)
    this.#options.onArrival({ app, event, isClient, relay })
  }

  /**
   * Each app with an open link has its own limit. Only holders of the link and its relays know the app's key,
   * so flooding the keys of other apps does not prevent pairing.
   */
  #mayTry({ id, invitation }: RegisteredApp, pubkey: string): boolean {
    return this.#attempts.allows(invitation === null ? 'without a link' : id, pubkey)
  }
}

interface Counts {
  ofKeys: Map<string, number>
  inAll: number
}

/** Limits attempts per minute: of one key, and of all keys together, for each target. */
class AttemptLimiter {
  readonly #clock: () => number
  readonly #counts = new Map<string, Counts>()
  #since = 0

  /** @param clock monotonic milliseconds */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** Counts an attempt; false: it exceeds the limit for this minute. */
  allows(target: string, pubkey: string): boolean {
    const now = this.#clock()
    if (now - this.#since >= ATTEMPTS_PERIOD) {
      this.#counts.clear()
      this.#since = now
    }
    const counts = this.#counts.get(target) ?? { ofKeys: new Map(), inAll: 0 }
    const before = counts.ofKeys.get(pubkey) ?? 0
    if (before >= ATTEMPTS_OF_KEY || counts.inAll >= ATTEMPTS) return false
    counts.ofKeys.set(pubkey, before + 1)
    counts.inAll += 1
    this.#counts.set(target, counts)
    return true
  }
}
