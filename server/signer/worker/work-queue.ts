import type { KeysetLog } from '#events/event-log.ts'
import type { Permit } from '#policy/engine.ts'
import {
  createJob,
  type JobInput,
  type JobKeys,
  type JobKind,
  type JobOutput,
} from '#protocol/jobs.ts'
import type { EcdhOperation } from '../ecdh/shared-secrets.ts'
import { FairQueue } from './fair-queue.ts'
import { WorkerThread, type WorkerThreadOptions } from './worker-thread.ts'

/** Jobs of up to this many hashes run on the event loop; larger ones in the worker thread. */
const LOOP_HASHES = 8

/** How many jobs of one peer may wait; more are refused. */
const MAX_WAITING = 64

/** The owner of jobs for our own requests, whose number is limited elsewhere. */
export const OURSELVES = 'self'

/** Hashes of a job; for other kinds of work nonces, keys or points, which take about as long each. */
const SIZES: { [K in JobKind]: (input: JobInput<K>) => number } = {
  answer: ({ hashes }) => hashes.length,
  begin: ({ hashes }) => hashes.length,
  combine: ({ parts }) => parts.length,
  keyshare: () => 1,
  exchange: () => 1,
  nonces: (count) => count,
  prepare: ({ hashes }) => hashes.length,
  sign: ({ parts }) => parts.length,
  open: ({ session }) => session.hashes.length,
  aggregate: ({ parts }) => parts.length,
  keyshares: ({ keys }) => keys.length,
  weigh: ({ keys }) => keys,
  blind: ({ publicKeys }) => publicKeys.length,
  isBlinded: ({ publicKeys }) => publicKeys.length,
  checkParts: ({ blinding }) => blinding.factors.length,
}

/** The permits of work with our share: its result is our part of a signature or of a key exchange. */
interface Permits {
  answer: Permit<'sign'>
  begin: Permit<'sign'>
  sign: Permit<'sign'>
  open: Permit<'sign'>
  keyshare: Permit<EcdhOperation>
  keyshares: Permit<EcdhOperation>
}

interface RunOptions {
  /** The job has used up nonces, so it must not be refused. */
  mustEnd?: boolean
  /** Whether the job may start the thread, which takes a tenth of a second of processor time. */
  wakes?: boolean
  /** The owner has just had its turn: a job of one hash goes on in it. */
  hadTurn?: boolean
}

type RunArguments<K extends JobKind> = K extends keyof Permits
  ? [options: RunOptions & { permit: Permits[K] }]
  : [options?: RunOptions]

export interface WorkQueueOptions {
  keys: JobKeys
  log: Pick<KeysetLog, 'add'>
  thread?: Partial<Pick<WorkerThreadOptions, 'start' | 'idle' | 'retry'>>
}

/**
 * Runs elliptic-curve work: small jobs on the event loop, large ones in a worker thread. While the thread
 * starts, or without one, large jobs run on the loop too. In both places owners take turns.
 */
export class WorkQueue {
  readonly #keys: JobKeys
  readonly #thread: WorkerThread
  readonly #loop = new FairQueue()
  /** Waiting jobs, by owner. */
  readonly #waiting = new Map<string, number>()

  constructor({ keys, log, thread = {} }: WorkQueueOptions) {
    this.#keys = keys
    let isReported = false
    this.#thread = new WorkerThread({
      ...thread,
      keys,
      onLost: () => {
        if (isReported) return
        isReported = true
        log.add('warning', 'Curve work has lost its thread, and slows down what is beside it')
      },
    })
  }

  /**
   * Runs a job of protocol/jobs.ts.
   *
   * @param owner whose turn it takes: a peer's x-only key, or `OURSELVES`
   * @returns the result; null when too many jobs of the owner wait, or when the queue or the permit is
   *   stopped before the end
   * @throws when the input is invalid
   */
  async run<K extends JobKind>(
    owner: string,
    kind: K,
    input: JobInput<K>,
    ...[options]: RunArguments<K>
  ): Promise<JobOutput<K> | null> {
    const signal = options && 'permit' in options ? options.permit.signal : undefined
    if (signal?.aborted) return null
    const { mustEnd = owner === OURSELVES }: RunOptions = options ?? {}
    const waiting = this.#waiting.get(owner) ?? 0
    if (!mustEnd && waiting >= MAX_WAITING) return null
    this.#waiting.set(owner, waiting + 1)
    try {
      const output = await this.#run(owner, kind, input, options)
      return signal?.aborted ? null : output
    } finally {
      const left = (this.#waiting.get(owner) ?? 1) - 1
      if (left > 0) this.#waiting.set(owner, left)
      else this.#waiting.delete(owner)
    }
  }

  async #run<K extends JobKind>(
    owner: string,
    kind: K,
    input: JobInput<K>,
    { hadTurn = false, wakes = true }: RunOptions = {},
  ): Promise<JobOutput<K> | null> {
    const size = SIZES[kind](input)
    if (hadTurn && size <= 1) return runAtOnce(createJob(kind, this.#keys, input))
    if (size > LOOP_HASHES) {
      if (wakes) this.#thread.wake()
      if (this.#thread.isReady) {
        const outcome = await this.#thread.run(owner, kind, input)
        if (outcome.kind === 'failed') throw new Error('curve work failed')
        if (outcome.kind === 'done') return outcome.value
      }
    }
    return this.#loop.run(owner, createJob(kind, this.#keys, input))
  }

  /** Drops all unfinished jobs. */
  async stop(): Promise<void> {
    this.#loop.stop()
    await this.#thread.stop()
  }
}

function runAtOnce<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
