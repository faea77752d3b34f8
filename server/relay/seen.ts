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
    const key = compact(id)
    if (!this.#ids.delete(key)) return false
    this.#ids.add(key)
    return true
  }

  add(id: string): void {
    const key = compact(id)
    this.#ids.delete(key)
    this.#ids.add(key)
    if (this.#ids.size > this.#limit) {
      const oldest = this.#ids.values().next()
      if (!oldest.done) this.#ids.delete(oldest.value)
    }
  }
}

/**
 * Half of an id in a quarter of the memory: 128 bits that nobody can choose are as good as 256
 * here. What is no id in hex stays as it is.
 */
const compact = (id: string): string =>
  /^[0-9a-f]{64}$/.test(id) ? Buffer.from(id, 'hex').toString('latin1', 0, 16) : id
