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

/** A message that its author has signed, and that was not met before. */
export interface Arrival {
  app: RegisteredApp
  event: NostrEvent
  /** It came from the key that the app is paired with. */
  isClient: boolean
  /** Where it came from first; undefined: from before a restart. */
  relay?: string | undefined
}

export interface InboxOptions {
  registry: Pick<Registry, 'bySigner'>
  /** Whether another request of this app can be begun; if not, it waits, and others have their turn. */
  hasCapacity(app: string): boolean
  /** Must not throw. */
  onArrival(arrival: Arrival): void
  /** An event is dealt with, and need not be delivered any more. */
  onSeen(id: string): void
  /** Monotonic milliseconds. */
  clock?: () => number
}

interface Waiting {
  event: NostrEvent
  relay: string | undefined
}

/** What waits of one app. */
interface Queue {
  waiting: Waiting[]
  bytes: number
}

/**
 * What comes in for apps: each message is verified once, apps take turns, and strangers are heard only as
 * far as pairing needs it, before any work on the curve.
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

  /** Goes on with what there is now room for. */
  pump(): void {
    if (this.#isPumping || this.#queues.size === 0) return
    this.#isPumping = true
    setImmediate(() => {
      this.#isPumping = false
      this.#read()
    })
  }

  /** Drops what waits of an app. */
  drop(app: string): void {
    this.#queues.delete(app)
  }

  /** Of those that the same key answers, the one whose client writes, or else one that can be paired. */
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

  /** One of each app in turn, for a few milliseconds. */
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
    // Copies come over other relays while it waits.
    if (this.#seen.has(event.id)) return
    if (eventId(event) !== event.id || !verifySignature(event.sig, event.id, event.pubkey)) return
    this.#seen.add(event.id)
    this.#options.onSeen(event.id)
    this.#options.onArrival({ app, event, isClient, relay })
  }

  /**
   * Who floods an app that others know of keeps nobody from pairing another: the key of one whose link is
   * open is known to who has that link, and to its relays.
   */
  #mayTry({ id, invitation }: RegisteredApp, pubkey: string): boolean {
    return this.#attempts.allows(invitation === null ? 'without a link' : id, pubkey)
  }
}

interface Counts {
  ofKeys: Map<string, number>
  inAll: number
}

/** How often strangers were heard lately. What floods one target leaves the others what they have. */
class AttemptLimiter {
  readonly #clock: () => number
  readonly #counts = new Map<string, Counts>()
  #since = 0

  /** @param clock monotonic milliseconds */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** Counts a try; false: it is one too many for this minute. */
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
