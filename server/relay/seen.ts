const LIMIT = 32_768

const ID = /^[0-9a-f]{64}$/

/**
 * The ids of the last events seen, bounded (least recently used). Add an id only after verifying its event:
 * otherwise a relay could suppress an event by sending a forged copy first. A text that is not an id (64
 * characters of hex) is never added.
 */
export class SeenIds {
  readonly #limit: number
  /** The most recent is last. */
  readonly #ids = new Set<string>()

  constructor(limit = LIMIT) {
    this.#limit = limit
  }

  get size(): number {
    return this.#ids.size
  }

  /** Whether the id was added before; makes it the most recent. */
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
