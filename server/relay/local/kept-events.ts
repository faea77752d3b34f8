import type { Filter, NostrEvent } from '#contract/nostr.ts'
import { matches } from '#nostr/filter.ts'
import { MAX_EVENTS, MAX_KEPT_BYTES } from './limits.ts'

/** The latest events, in memory, limited in number and bytes. */
export class KeptEvents {
  readonly #events = new Map<string, { event: NostrEvent; bytes: number; round: number }>()
  #round = 0
  #bytes = 0

  has(id: string): boolean {
    return this.#events.has(id)
  }

  /** Adds an event, and drops the oldest beyond the limits. @param bytes of the frame that it came in */
  add(event: NostrEvent, bytes: number): void {
    this.#events.set(event.id, { event, bytes, round: this.#round })
    this.#bytes += bytes
    for (const [id, kept] of this.#events) {
      if (this.#events.size <= MAX_EVENTS && this.#bytes <= MAX_KEPT_BYTES) break
      this.#drop(id, kept.bytes)
    }
  }

  /** The events that match a filter, each once, oldest first; of each filter the newest `limit`. */
  matching(filters: readonly Filter[]): NostrEvent[] {
    const kept = [...this.#events.values()].map(({ event }) => event)
    const found = new Set<NostrEvent>()
    for (const filter of filters) {
      const matching = kept.filter((event) => matches(filter, event))
      const { limit = matching.length } = filter
      for (const event of matching.slice(Math.max(0, matching.length - limit))) found.add(event)
    }
    return kept.filter((event) => found.has(event))
  }

  /** Drops events from before the last purge. */
  purge(): void {
    for (const [id, { bytes, round }] of this.#events) {
      if (round === this.#round) break
      this.#drop(id, bytes)
    }
    this.#round += 1
  }

  #drop(id: string, bytes: number): void {
    this.#events.delete(id)
    this.#bytes -= bytes
  }
}
