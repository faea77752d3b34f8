import { LOOP_SLICE } from '../limits.ts'

interface Job {
  steps: Iterator<void, unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

/**
 * Runs long computations step by step without blocking the event loop. Owners take turns, so a large
 * request of one peer does not delay a small one of another. Sockets and timers run in between.
 */
export class FairQueue {
  readonly #owners = new Map<string, Job[]>()
  #running = false
  #stopped = false

  /**
   * Runs a generator to its end; other jobs may run at each `yield`.
   *
   * @returns its result; null when stopped before the end
   * @throws what the generator throws
   */
  run<T>(owner: string, steps: Iterator<void, T>): Promise<T | null> {
    if (this.#stopped) return Promise.resolve(null)
    return new Promise((resolve, reject) => {
      const waiting = this.#owners.get(owner) ?? []
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
    const end = performance.now() + LOOP_SLICE
    // An owner that had its turn is moved to the end of the map, which this loop still reaches.
    for (const [owner, jobs] of this.#owners) {
      const job = jobs[0]
      const done = job !== undefined && this.#isDone(job)
      if (done) jobs.shift()
      this.#owners.delete(owner)
      if (jobs.length > 0) this.#owners.set(owner, jobs)
      // The caller of a finished job goes on before the next turn, for example to send its answer.
      if (done || performance.now() >= end) break
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
