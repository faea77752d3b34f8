import type { Worker } from 'node:worker_threads'
import { startThread } from '#lib/thread.ts'
import type { JobInput, JobKeys, JobKind, JobOutput } from '#protocol/jobs.ts'

/** The thread's input: first the keys, which are secret, then one of these per job. */
export interface ThreadJob<K extends JobKind = JobKind> {
  id: number
  owner: string
  kind: K
  input: JobInput<K>
}

/**
 * The last message to the thread: it then ends by itself, between two steps. Terminating it in the
 * middle of a step would end the whole process: the curve's addon throws when cut off, and nobody
 * is there to catch that.
 */
export const END = 'end'

/** The thread's messages; about a failure they say no more than that. */
export type ThreadReport =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; value: unknown; took: number }
  | { kind: 'failed'; id: number }

/** `lost`: the thread ended, or could not be started, before the job was done. */
export type ThreadOutcome<T> =
  | { kind: 'done'; value: T; took: number }
  | { kind: 'failed' }
  | { kind: 'lost' }

export interface CurveThreadOptions {
  keys: JobKeys
  /** Called when the thread ended by itself or could not be started; its work is lost. */
  onLost(): void
  start?: () => Worker
  /** How long an idle thread is kept. Milliseconds. */
  idle?: number
  /** How long after a loss no new thread is tried. Milliseconds. */
  retry?: number
}

/** Memory is worth more than a start that takes a few hundredths of a second. Milliseconds. */
const IDLE = 30_000
const RETRY = 60_000
/** A step takes a hundredth of this. Milliseconds. */
const END_TIMEOUT = 2_000
/** How long a start takes, before one was measured. Milliseconds. */
const START = 100
/**
 * V8 would let a thread's heap grow with the machine's memory, but a hash's numbers only live for a
 * step.
 */
const HEAP = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 }

const startCurveThread = (): Worker =>
  // It does not need the environment, which may hold secrets.
  startThread({ thread: 'curve', job: undefined }, { env: {}, resourceLimits: HEAP })

/** One thread for curve work: it runs while there is work for it, and ends some time later. */
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

  /** How long until a job can begin; infinite if there can be no thread. */
  get delay(): number {
    if (this.#ready) return 0
    return this.#worker !== null || this.#mayStart ? this.#startTime : Number.POSITIVE_INFINITY
  }

  /** Starts the thread, if it is not running, for expected work. */
  wake(): void {
    if (this.#worker === null && this.#mayStart) this.#start()
  }

  /** Never rejects. */
  run<K extends JobKind>(
    owner: string,
    kind: K,
    input: JobInput<K>,
  ): Promise<ThreadOutcome<JobOutput<K>>> {
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

  /** Drops its current work. */
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
    // Already gone: it no longer has a number, and says nothing more.
    if (worker.threadId < 0) {
      clearTimeout(timer)
      resolve()
    } else worker.postMessage(END)
  })
}
