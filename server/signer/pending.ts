import type { Envelope } from '../frostr/v1/envelope.ts'

export type Answer =
  | { ok: true; envelope: Envelope }
  | { ok: false; reason: 'timeout' | 'cancelled' | 'stopped' }

interface Waiting {
  settle(answer: Answer): void
}

/** The requests that we have made and not had answered, by message id and peer. */
export class PendingRequests {
  readonly #waiting = new Map<string, Waiting>()
  #stopped = false

  get size(): number {
    return this.#waiting.size
  }

  /**
   * Waits for a peer's answer to a message; never rejects.
   *
   * @param timeout milliseconds
   */
  expect(id: string, peer: string, timeout: number): Promise<Answer> {
    if (this.#stopped) return Promise.resolve({ ok: false, reason: 'stopped' })
    const key = keyOf(id, peer)
    return new Promise((resolve) => {
      const settle = (answer: Answer) => {
        clearTimeout(timer)
        this.#waiting.delete(key)
        resolve(answer)
      }
      const timer = setTimeout(() => settle({ ok: false, reason: 'timeout' }), timeout)
      this.#waiting.set(key, { settle })
    })
  }

  /** Hands an answer to whoever waits for it; false when nobody does. */
  answer(peer: string, envelope: Envelope): boolean {
    const waiting = this.#waiting.get(keyOf(envelope.id, peer))
    waiting?.settle({ ok: true, envelope })
    return waiting !== undefined
  }

  cancel(id: string, peer: string): void {
    this.#waiting.get(keyOf(id, peer))?.settle({ ok: false, reason: 'cancelled' })
  }

  /** Lets everyone go who waits; later requests are not waited for. */
  stop(): void {
    this.#stopped = true
    for (const waiting of [...this.#waiting.values()]) {
      waiting.settle({ ok: false, reason: 'stopped' })
    }
  }
}

const keyOf = (id: string, peer: string): string => `${id.toLowerCase()}:${peer}`
