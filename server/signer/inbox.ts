import type { NostrEvent } from '#contract/nostr.ts'
import { LOOP_SLICE } from './limits.ts'

/** How many events of one source may wait to be verified; further ones are dropped unread. */
const MAX_WAITING = 256

export interface Arrival {
  event: NostrEvent
  relay: string
}

/**
 * Events on their way to verification, the one costly check that a stranger can cause. Sources,
 * each a sender on a relay, take turns, so that a flood in a peer's name holds up neither the
 * others nor what the peer sends over other relays.
 */
export class Inbox {
  readonly #sources = new Map<string, Arrival[]>()
  readonly #handle: (arrival: Arrival) => void
  readonly #idle: (() => void)[] = []
  #running = false

  constructor(handle: (arrival: Arrival) => void) {
    this.#handle = handle
  }

  /** False when too many of its source's events are waiting. */
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

  /** Resolves when everything that has arrived so far has been handled. */
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
    // A source that had its turn goes to the end of the line, which this loop follows.
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
