import type { NostrEvent } from '../contract/nostr.ts'

/** Events of one sender that may wait to be verified; those beyond are dropped unread. */
const MAX_WAITING = 256

/** How long verification may hold the event loop before sockets and timers run. Milliseconds. */
const SLICE = 8

export interface Arrival {
  event: NostrEvent
  relay: string
}

/**
 * Events on their way to verification, which is the one costly check that a stranger can cause:
 * senders take turns, so that a flood in one's name does not hold up the others.
 */
export class Inbox {
  readonly #senders = new Map<string, Arrival[]>()
  readonly #handle: (arrival: Arrival) => void
  readonly #idle: (() => void)[] = []
  #running = false

  constructor(handle: (arrival: Arrival) => void) {
    this.#handle = handle
  }

  /** False when the sender has too many waiting. */
  push(arrival: Arrival): boolean {
    const { pubkey } = arrival.event
    const waiting = this.#senders.get(pubkey)
    if (waiting === undefined) this.#senders.set(pubkey, [arrival])
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
    this.#senders.clear()
  }

  #drain(): void {
    const end = performance.now() + SLICE
    // A sender that had its turn goes to the end of the line, which this loop follows.
    for (const [sender, arrivals] of this.#senders) {
      const arrival = arrivals.shift()
      this.#senders.delete(sender)
      if (arrivals.length > 0) this.#senders.set(sender, arrivals)
      if (arrival) this.#handle(arrival)
      if (performance.now() >= end) break
    }
    this.#running = this.#senders.size > 0
    if (this.#running) setImmediate(() => this.#drain())
    else for (const resolve of this.#idle.splice(0)) resolve()
  }
}
