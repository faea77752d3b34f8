const LIMIT = 32_768

const ID = /^[0-9a-f]{64}$/

/**
 * The ids of the events that count as seen, bounded: the least recently met is forgotten first.
 * Whoever verifies an event adds its id; adding it earlier would let a relay suppress an event by
 * sending a forged copy first. What is not an id (64 characters of hex) counts as never seen.
 */
export class SeenIds {
  readonly #limit: number
  /** The one met last is last. */
  readonly #ids = new Set<string>()

  constructor(limit = LIMIT) {
    this.#limit = limit
  }

  get size(): number {
    return this.#ids.size
  }

  /** True when the id was added before; asking for it keeps it from being forgotten. */
  has(id: string): boolean {
    if (!this.#ids.delete(id)) return false
    this.#ids.add(id)
    return true
  }

  add(id: string): void {
    if (!ID.test(id)) return
    this.#ids.delete(id)
    this.#ids.add(id)
    if (this.#ids.size <= this.#limit) return
    for (const oldest of this.#ids) {
      this.#ids.delete(oldest)
      return
    }
  }
}
