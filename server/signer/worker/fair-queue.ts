import { LOOP_SLICE } from '../limits.ts'

interface Job {
  steps: Iterator<void, unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

/**
 * Work that would hold the event loop, done a step at a time: owners take turns, so that one peer's
 * large request delays nobody else's small one, and sockets and timers run in between.
 */
export class FairQueue {
  readonly #owners = new Map<string, Job[]>()
  #running = false
  #stopped = false

  /**
   * Runs a generator to its end; each `yield` is a point where others may go on.
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
    // An owner that had its turn goes to the end of the line, which this loop follows.
    for (const [owner, jobs] of this.#owners) {
      const job = jobs[0]
      const done = job !== undefined && this.#isDone(job)
      if (done) jobs.shift()
      this.#owners.delete(owner)
      if (jobs.length > 0) this.#owners.set(owner, jobs)
      // A finished job's consequences, such as sealing an answer, run before the next turn.
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

/**
 * The same steps; the result also says how long they took, without the turns of others.
 * Milliseconds.
 */
export function* timed<T>(steps: Iterator<void, T>): Generator<void, { value: T; took: number }> {
  let took = 0
  for (;;) {
    const startedAt = performance.now()
    const step = steps.next()
    took += performance.now() - startedAt
    if (step.done) return { value: step.value, took }
    yield
  }
}
