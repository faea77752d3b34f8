import { Turns } from '../turns.ts'

/** Jobs that one owner may have waiting unless told otherwise; more are refused. */
const MAX_WAITING = 64

/** The owner of our own work. */
export const OWN_TURNS = 'self'

/** For work that is bounded where it is asked for, and must not be lost on the way. */
export const UNBOUNDED = Number.POSITIVE_INFINITY

/** Turns on the event loop of which no peer can have any number waiting. */
export class BoundedTurns {
  readonly #turns = new Turns()
  readonly #waiting = new Map<string, number>()

  /**
   * Runs a generator to its end; each `yield` is a point where others may go on.
   *
   * @param limit how many jobs this owner may have waiting
   * @returns its result; null when the owner has too much waiting, or when stopped before the end
   * @throws what the generator throws
   */
  async run<T>(owner: string, steps: Iterator<void, T>, limit = MAX_WAITING): Promise<T | null> {
    const waiting = this.#waiting.get(owner) ?? 0
    if (waiting >= limit) return null
    this.#waiting.set(owner, waiting + 1)
    try {
      return await this.#turns.run(owner, steps)
    } finally {
      const left = (this.#waiting.get(owner) ?? 1) - 1
      if (left === 0) this.#waiting.delete(owner)
      else this.#waiting.set(owner, left)
    }
  }

  stop(): void {
    this.#turns.stop()
  }
}
