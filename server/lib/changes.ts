/** Wakes the callers that wait for a change. */
export class Changes {
  #next = Promise.withResolvers<void>()

  notify(): void {
    this.#next.resolve()
    this.#next = Promise.withResolvers()
  }

  /** Resolves at the next change, or after `timeout` milliseconds. */
  async next(timeout: number): Promise<void> {
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(late.resolve, timeout)
    await Promise.race([this.#next.promise, late.promise])
    clearTimeout(timer)
  }
}
