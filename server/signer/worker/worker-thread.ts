import type { Worker } from 'node:worker_threads'
import { startThread } from '#lib/thread.ts'
import type { JobInput, JobKeys, JobKind, JobOutput } from '#protocol/jobs.ts'

/** A message to the thread: one per job, after a first message with the keys, which are secret. */
export interface ThreadJob<K extends JobKind = JobKind> {
  id: number
  owner: string
  kind: K
  input: JobInput<K>
}

/**
 * The last message to the thread, which then ends between two steps. Terminating it within a step would
 * end the whole process: the native curve library throws, and nothing can catch that.
 */
export const END = 'end'

/** A message of the thread. A failure has no details, which could be secret. */
export type ThreadReport =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; value: unknown }
  | { kind: 'failed'; id: number }

/** `lost`: the thread ended, or could not start, before the job was done. */
export type ThreadOutcome<T> = { kind: 'done'; value: T } | { kind: 'failed' } | { kind: 'lost' }

export interface WorkerThreadOptions {
  keys: JobKeys
  /** The thread ended by itself or could not start; its jobs are lost. */
  onLost(): void
  start?: () => Worker
  /** How long an idle thread is kept. Milliseconds. */
  idle?: number
  /** How long after a loss no new thread is started. Milliseconds. */
  retry?: number
}

/** An idle thread ends to free its memory; a start takes a few hundredths of a second. Milliseconds. */
const IDLE = 30_000
const RETRY = 60_000
/** A step takes a hundredth of this; the process ends with the thread even if that takes longer. Milliseconds. */
const END_TIMEOUT = 2_000
/** By default V8 lets a heap grow with the machine's memory, but a hash's numbers live for one step only. */
const HEAP = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 }

const startCurveThread = (): Worker =>
  // Without the environment, which may hold secrets.
  startThread({ thread: 'curve', job: undefined }, { env: {}, resourceLimits: HEAP })

/** One thread for curve work. It starts when there is work, and ends some time after the last job. */
export class WorkerThread {
  readonly #options: Required<WorkerThreadOptions>
  readonly #jobs = new Map<number, (outcome: ThreadOutcome<unknown>) => void>()
  #worker: Worker | null = null
  #isReady = false
  #lostAt = Number.NEGATIVE_INFINITY
  #nextId = 1
  #idleTimer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: WorkerThreadOptions) {
    this.#options = { start: startCurveThread, idle: IDLE, retry: RETRY, ...options }
  }

  /** Whether the thread runs and has its keys. */
  get isReady(): boolean {
    return this.#isReady
  }

  /** Starts the thread, unless it runs or was lost a moment ago. */
  wake(): void {
    if (this.#worker === null && this.#mayStart) this.#start()
  }

  /** Never rejects. */
  run<K extends JobKind>(
    owner: string,
    kind: K,
    input: JobInput<K>,
  ): Promise<ThreadOutcome<JobOutput<K>>> {
    const worker = this.#worker
    if (worker === null) return Promise.resolve({ kind: 'lost' })
    clearTimeout(this.#idleTimer)
    return new Promise((resolve) => {
      const id = this.#nextId++
      this.#jobs.set(id, resolve as (outcome: ThreadOutcome<unknown>) => void)
      worker.postMessage({ id, owner, kind, input } satisfies ThreadJob<K>)
    })
  }

  /** Ends the thread; its jobs are lost. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#end()
  }

  get #mayStart(): boolean {
    return !this.#stopped && performance.now() - this.#lostAt > this.#options.retry
  }

  #start(): void {
    const { start, keys } = this.#options
    try {
      const worker = start()
      this.#worker = worker
      worker.on('message', (report: ThreadReport) => {
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
    if (report.kind === 'ready') this.#isReady = true
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
    this.#isReady = false
    clearTimeout(this.#idleTimer)
    const jobs = [...this.#jobs.values()]
    this.#jobs.clear()
    for (const settle of jobs) settle({ kind: 'lost' })
    if (worker !== null) await ended(worker)
  }
}

/**
 * Resolves when a thread that was asked to end has ended, or after a while. The thread is not terminated: during a call
 * of the addon, or while it loads, that would end the whole process.
 */
function ended(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, END_TIMEOUT)
    worker.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    // A thread that has already ended has no id and sends no more events.
    if (worker.threadId < 0) {
      clearTimeout(timer)
      resolve()
    } else worker.postMessage(END)
  })
}
