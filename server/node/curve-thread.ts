import type { Worker } from 'node:worker_threads'
import type { WorkInput, WorkKeys, WorkKind, WorkOutput } from '../frostr/work.ts'
import { startThread } from '../thread.ts'

/** What the thread is given: first the keys, which are secret, then one of these a job. */
export interface ThreadJob<K extends WorkKind = WorkKind> {
  id: number
  owner: string
  kind: K
  input: WorkInput<K>
}

/**
 * The last that it is given: it then ends by itself, between two steps. To terminate it in the middle
 * of one would end the whole process: the curve's addon throws where it is cut off, and nobody is
 * there to catch that.
 */
export const END = 'end'

/** What it says; of a failure no more than that. */
export type ThreadReport =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; value: unknown; took: number }
  | { kind: 'failed'; id: number }

/** `lost`: the thread has ended, or could not be started, before the job was done. */
export type ThreadOutcome<T> =
  | { kind: 'done'; value: T; took: number }
  | { kind: 'failed' }
  | { kind: 'lost' }

export interface CurveThreadOptions {
  keys: WorkKeys
  /** The thread has ended by itself or could not be started; what it had is lost. */
  onLost(): void
  start?: () => Worker
  /** How long it is kept without work. Milliseconds. */
  idle?: number
  /** How long no new one is tried after one was lost. Milliseconds. */
  retry?: number
}

/** Memory is worth more than a start of a few hundredths of a second. Milliseconds. */
const IDLE = 30_000
const RETRY = 60_000
/** A step takes a hundredth of it. Milliseconds. */
const END_TIMEOUT = 2_000
/** What a start takes, before one was measured. Milliseconds. */
const START = 100
/** V8 would let a thread's heap grow with the machine's memory; a hash's numbers live for a step. */
const HEAP = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 }

const startCurveThread = (): Worker =>
  // It has no use for the environment, where secrets may be.
  startThread({ thread: 'curve', job: undefined }, { env: {}, resourceLimits: HEAP })

/** One thread for curve work: there when there is work for it, and gone some time after. */
export class CurveThread {
  readonly #options: Required<CurveThreadOptions>
  readonly #jobs = new Map<number, (outcome: ThreadOutcome<unknown>) => void>()
  #worker: Worker | null = null
  #ready = false
  #startTime = START
  #lostAt = Number.NEGATIVE_INFINITY
  #nextId = 1
  #idleTimer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: CurveThreadOptions) {
    this.#options = { start: startCurveThread, idle: IDLE, retry: RETRY, ...options }
  }

  /** How long it will be until a job can begin; infinite where there can be no thread. */
  get delay(): number {
    if (this.#ready) return 0
    return this.#worker !== null || this.#mayStart ? this.#startTime : Number.POSITIVE_INFINITY
  }

  /** Starts it, if it is not there, for work that is to be expected. */
  wake(): void {
    if (this.#worker === null && this.#mayStart) this.#start()
  }

  /** Never rejects. */
  run<K extends WorkKind>(
    owner: string,
    kind: K,
    input: WorkInput<K>,
  ): Promise<ThreadOutcome<WorkOutput<K>>> {
    this.wake()
    const worker = this.#worker
    if (worker === null) return Promise.resolve({ kind: 'lost' })
    clearTimeout(this.#idleTimer)
    return new Promise((resolve) => {
      const id = this.#nextId++
      this.#jobs.set(id, resolve as (outcome: ThreadOutcome<unknown>) => void)
      worker.postMessage({ id, owner, kind, input } satisfies ThreadJob<K>)
    })
  }

  /** Lets go of what it is at. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#end()
  }

  get #mayStart(): boolean {
    return !this.#stopped && performance.now() - this.#lostAt > this.#options.retry
  }

  #start(): void {
    const { start, keys } = this.#options
    const startedAt = performance.now()
    try {
      const worker = start()
      this.#worker = worker
      worker.on('message', (report: ThreadReport) => {
        if (report.kind === 'ready') this.#startTime = performance.now() - startedAt
        if (this.#worker === worker) this.#receive(report)
      })
      const lost = () => {
        if (this.#worker === worker) this.#lose()
      }
      worker.on('error', lost)
      worker.on('messageerror', lost)
      worker.on('exit', lost)
      worker.postMessage(keys)
    } catch {
      this.#lose()
    }
  }

  #receive(report: ThreadReport): void {
    if (report.kind === 'ready') this.#ready = true
    else {
      const { id, ...outcome } = report
      this.#jobs.get(id)?.(outcome)
      this.#jobs.delete(id)
    }
    if (this.#jobs.size > 0) return
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => void this.#end(), this.#options.idle).unref()
  }

  #lose(): void {
    this.#lostAt = performance.now()
    void this.#end()
    this.#options.onLost()
  }

  async #end(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    this.#ready = false
    clearTimeout(this.#idleTimer)
    const jobs = [...this.#jobs.values()]
    this.#jobs.clear()
    for (const settle of jobs) settle({ kind: 'lost' })
    if (worker !== null) await ended(worker)
  }
}

function ended(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => void worker.terminate(), END_TIMEOUT)
    worker.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    // Gone already: it has no number any more, and says nothing again.
    if (worker.threadId < 0) {
      clearTimeout(timer)
      resolve()
    }
    worker.postMessage(END)
  })
}
