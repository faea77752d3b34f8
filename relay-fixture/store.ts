import type { Filter } from '#contract/nostr.ts'
import { matches } from '#nostr/filter.ts'
import { isEphemeral, type NostrEvent } from './events.ts'

const MAX_STORED = 10_000
const MAX_IDS = 50_000

/**
 * What the relay keeps: the newest events, and the ids of events that it only passed on; of each at most a tenth
 * more than the maximum.
 */
export class EventStore {
  readonly #events = new Map<string, NostrEvent>()
  readonly #ids = new Set<string>()
  readonly #maxStored: number
  readonly #maxIds: number
  readonly #storesEphemeral: boolean

  constructor({ maxStored = MAX_STORED, maxIds = MAX_IDS, storesEphemeral = false } = {}) {
    this.#maxStored = maxStored
    this.#maxIds = maxIds
    this.#storesEphemeral = storesEphemeral
  }

  get size(): number {
    return this.#events.size
  }

  has(id: string): boolean {
    return this.#ids.has(id) || this.#events.has(id)
  }

  /** Stores an event; of an ephemeral one only the id, unless `storesEphemeral`. The oldest make room. */
  add(event: NostrEvent): void {
    if (isEphemeral(event.kind) && !this.#storesEphemeral) {
      this.#ids.add(event.id)
      dropOldest(this.#ids, this.#maxIds)
    } else {
      this.#events.set(event.id, event)
      dropOldest(this.#events, this.#maxStored)
    }
  }

  /** What the filters ask for, each up to its own limit: newest first, then by id. */
  query(filters: readonly Filter[]): NostrEvent[] {
    const found = new Set<NostrEvent>()
    for (const filter of filters) {
      const matching = [...this.#events.values()].filter((event) => matches(filter, event))
      for (const event of matching.sort(newestFirst).slice(0, filter.limit)) found.add(event)
    }
    return [...found].sort(newestFirst)
  }

  /** How many stored events pass at least one filter. */
  count(filters: readonly Filter[]): number {
    let total = 0
    for (const event of this.#events.values()) {
      if (filters.some((filter) => matches(filter, event))) total += 1
    }
    return total
  }
}

function newestFirst(a: NostrEvent, b: NostrEvent): number {
  return b.created_at - a.created_at || (a.id < b.id ? -1 : 1)
}

type Ordered = { readonly size: number; keys(): Iterable<string>; delete(key: string): boolean }

/**
 * Brings a collection that is a tenth over its bound back to it. Not one at a time: reaching the
 * oldest key means walking over every one deleted since the engine last compacted.
 */
function dropOldest(collection: Ordered, max: number): void {
  if (collection.size <= max * 1.1) return
  let excess = collection.size - max
  for (const key of collection.keys()) {
    if (excess-- === 0) break
    collection.delete(key)
  }
}
