/**
 * The ids of the events that count as seen, bounded: the least recently met is forgotten first.
 * Whoever verifies an event adds its id; adding it earlier would let a relay suppress an event by
 * sending a forged copy first.
 */
export class SeenIds {
  readonly #ids = new Set<string>()
  readonly #limit: number

  constructor(limit = 32_768) {
    this.#limit = limit
  }

  get size(): number {
    return this.#ids.size
  }

  /** True when the id was added before; being asked for keeps it from being forgotten. */
  has(id: string): boolean {
    if (!this.#ids.delete(id)) return false
    this.#ids.add(id)
    return true
  }

  add(id: string): void {
    this.#ids.delete(id)
    this.#ids.add(id)
    if (this.#ids.size > this.#limit) {
      const oldest = this.#ids.values().next()
      if (!oldest.done) this.#ids.delete(oldest.value)
    }
  }
}
