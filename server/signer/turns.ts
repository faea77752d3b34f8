/** How long one turn may hold the event loop before others get theirs. Milliseconds. */
const SLICE = 8

/** Jobs that one owner may have waiting unless told otherwise; more are refused. */
const MAX_WAITING = 64

interface Job {
  steps: Iterator<void, unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

/**
 * Work that would hold the event loop, done a step at a time: owners take turns, so that one
 * peer's large request delays nobody else's small one, and sockets and timers run in between.
 */
export class Turns {
  readonly #owners = new Map<string, Job[]>()
  #running = false
  #stopped = false

  /**
   * Runs a generator to its end; each `yield` is a point where others may go on.
   *
   * @param limit how many jobs this owner may have waiting
   * @returns its result; null when the owner has too much waiting, or when stopped before the end
   * @throws what the generator throws
   */
  run<T>(owner: string, steps: Iterator<void, T>, limit = MAX_WAITING): Promise<T | null> {
    const waiting = this.#owners.get(owner) ?? []
    if (this.#stopped || waiting.length >= limit) return Promise.resolve(null)
    return new Promise((resolve, reject) => {
      waiting.push({ steps, resolve: resolve as (value: unknown) => void, reject })
      this.#owners.set(owner, waiting)
      if (!this.#running) {
        this.#running = true
        setImmediate(() => this.#turn())
      }
    })
  }

  stop(): void {
    this.#stopped = true
    for (const jobs of this.#owners.values()) for (const job of jobs) job.resolve(null)
    this.#owners.clear()
  }

  #turn(): void {
    const end = performance.now() + SLICE
    // An owner that had its turn goes to the end of the line, which this loop follows.
    for (const [owner, jobs] of this.#owners) {
      const job = jobs[0]
      if (job !== undefined && this.#isDone(job)) jobs.shift()
      this.#owners.delete(owner)
      if (jobs.length > 0) this.#owners.set(owner, jobs)
      if (performance.now() >= end) break
    }
    this.#running = this.#owners.size > 0
    if (this.#running) setImmediate(() => this.#turn())
  }

  #isDone(job: Job): boolean {
    try {
      const step = job.steps.next()
      if (step.done) job.resolve(step.value)
      return step.done === true
    } catch (error) {
      job.reject(error)
      return true
    }
  }
}
