export type Answer<E> =
  | { ok: true; envelope: E }
  | { ok: false; reason: 'timeout' | 'cancelled' | 'stopped' }

interface Waiting<E> {
  settle(answer: Answer<E>): void
}

/** The requests that we made and that are still unanswered, by message id and peer. */
export class PendingRequests<E extends { id: string }> {
  readonly #waiting = new Map<string, Waiting<E>>()
  #stopped = false

  get size(): number {
    return this.#waiting.size
  }

  get isStopped(): boolean {
    return this.#stopped
  }

  /**
   * Waits for a peer's answer to a message; rejects only with what `take` throws.
   *
   * @param timeout milliseconds
   * @param take called the moment it arrives: later messages are read after it
   */
  expect(
    id: string,
    peer: string,
    timeout: number,
    take: (envelope: E) => void = () => {},
  ): Promise<Answer<E>> {
    if (this.#stopped) return Promise.resolve({ ok: false, reason: 'stopped' })
    const key = keyOf(id, peer)
    return new Promise((resolve, reject) => {
      const settle = (answer: Answer<E>) => {
        clearTimeout(timer)
        this.#waiting.delete(key)
        try {
          if (answer.ok) take(answer.envelope)
          resolve(answer)
        } catch (error) {
          reject(error)
        }
      }
      const timer = setTimeout(() => settle({ ok: false, reason: 'timeout' }), timeout)
      this.#waiting.set(key, { settle })
    })
  }

  /** Hands an answer to whoever waits for it; false when nobody does. */
  answer(peer: string, envelope: E): boolean {
    const waiting = this.#waiting.get(keyOf(envelope.id, peer))
    waiting?.settle({ ok: true, envelope })
    return waiting !== undefined
  }

  cancel(id: string, peer: string): void {
    this.#waiting.get(keyOf(id, peer))?.settle({ ok: false, reason: 'cancelled' })
  }

  /** Releases everyone who waits; later requests are not waited for. */
  stop(): void {
    this.#stopped = true
    for (const waiting of [...this.#waiting.values()]) {
      waiting.settle({ ok: false, reason: 'stopped' })
    }
  }
}

const keyOf = (id: string, peer: string): string => `${id.toLowerCase()}:${peer}`
