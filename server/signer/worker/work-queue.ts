import type { KeysetLog } from '#events/event-log.ts'
import type { Permit } from '#policy/engine.ts'
import {
  createJob,
  type JobInput,
  type JobKeys,
  type JobKind,
  type JobOutput,
} from '#protocol/jobs.ts'

import type { KeyUse } from '../ecdh/key-use.ts'
import { FairQueue, timed } from './fair-queue.ts'
import { CurveCosts } from './work-costs.ts'
import { CurveThread, type CurveThreadOptions } from './worker-thread.ts'

/**
 * How much of an owner's work may wait on the event loop before the thread takes over.
 * Milliseconds.
 */
const LOOP_SHARE = 5

/** How much may be done in the turn that its owner just had. Milliseconds. */
const SHORT = 1

/** How many jobs of a peer may wait; more are refused. */
const MAX_WAITING = 64

/**
 * The owner of our own work: it is bounded where it is requested, and must not be lost on the way.
 */
export const OURSELVES = 'self'

/**
 * What each kind of work that is done with our share takes: its result is our part of a signature or of
 * a key exchange. Nonces are public points once they leave, and the other kinds see no share.
 */
interface Permits {
  answer: Permit<'sign'>
  begin: Permit<'sign'>
  sign: Permit<'sign'>
  open: Permit<'sign'>
  keyshare: Permit<KeyUse>
  keyshares: Permit<KeyUse>
}

interface RunOptions {
  /** What it is done with is spent already, so that it must not be refused. */
  mustEnd?: boolean
  /**
   * Whether the thread is started for it, if it is not there: that takes a tenth of a second of the
   * processor.
   */
  wakes?: boolean
  /** It goes on with what its owner has just had a turn for: if it is short, in that one. */
  hadTurn?: boolean
}

type RunArguments<K extends JobKind> = K extends keyof Permits
  ? [options: RunOptions & { permit: Permits[K] }]
  : [options?: RunOptions]

export interface CurveWorkOptions {
  keys: JobKeys
  log: Pick<KeysetLog, 'add'>
  costs?: CurveCosts
  thread?: Partial<Pick<CurveThreadOptions, 'start' | 'idle' | 'retry'>>
}

interface Owner {
  jobs: number
  /** How long the jobs on the event loop will take. Milliseconds. */
  onLoop: number
}

/**
 * Decides where curve work is done. Small work stays on the event loop, without any wait; what
 * would take more than 5 ms there goes to a thread. In both places owners take turns.
 */
export class CurveWork {
  readonly #keys: JobKeys
  readonly #costs: CurveCosts
  readonly #thread: CurveThread
  readonly #turns = new FairQueue()
  readonly #owners = new Map<string, Owner>()
  #told = false

  constructor({ keys, log, costs = new CurveCosts(), thread = {} }: CurveWorkOptions) {
    this.#keys = keys
    this.#costs = costs
    this.#thread = new CurveThread({
      ...thread,
      keys,
      onLost: () => {
        if (this.#told) return
        this.#told = true
        log.add('warning', 'Curve work has lost its thread, and slows down what is beside it')
      },
    })
  }

  /**
   * Does a job of protocol/jobs.ts.
   *
   * @param owner whose turn it takes: a peer's key, or ourselves
   * @returns its result; null when the owner has too much waiting, or when stopped before the end, here or
   *   by what permits it
   * @throws when it can't be done with what it was given
   */
  async run<K extends JobKind>(
    owner: string,
    kind: K,
    input: JobInput<K>,
    ...[options]: RunArguments<K>
  ): Promise<JobOutput<K> | null> {
    const signal = options && 'permit' in options ? options.permit.signal : undefined
    if (signal?.aborted) return null
    const output = await this.#run(owner, kind, input, options)
    return signal?.aborted ? null : output
  }

  async #run<K extends JobKind>(
    owner: string,
    kind: K,
    input: JobInput<K>,
    { mustEnd = owner === OURSELVES, hadTurn = false, wakes = true }: RunOptions = {},
  ): Promise<JobOutput<K> | null> {
    const waiting = this.#owners.get(owner) ?? { jobs: 0, onLoop: 0 }
    if (!mustEnd && waiting.jobs >= MAX_WAITING) return null
    this.#owners.set(owner, waiting)
    waiting.jobs += 1
    try {
      const estimate = this.#costs.estimate(kind, input)
      if (hadTurn && estimate <= SHORT) {
        return this.#finish(kind, input, atOnce(timed(createJob(kind, this.#keys, input))))
      }
      if (this.#isForThread(waiting.onLoop + estimate, wakes)) {
        const outcome = await this.#thread.run(owner, kind, input)
        if (outcome.kind === 'failed') throw new Error('curve work failed')
        if (outcome.kind === 'done') return this.#finish(kind, input, outcome)
      }
      waiting.onLoop += estimate
      try {
        const steps = timed(createJob(kind, this.#keys, input))
        const done = await this.#turns.run(owner, steps)
        return done === null ? null : this.#finish(kind, input, done)
      } finally {
        waiting.onLoop -= estimate
      }
    } finally {
      waiting.jobs -= 1
      if (waiting.jobs === 0) this.#owners.delete(owner)
    }
  }

  /** Drops everything that is not done. */
  async stop(): Promise<void> {
    this.#turns.stop()
    await this.#thread.stop()
  }

  #isForThread(time: number, wakes: boolean): boolean {
    if (time <= LOOP_SHARE) return false
    if (wakes) this.#thread.wake()
    // A thread that is not running is waited for only if its start takes less time than the work.
    return time > this.#thread.delay
  }

  #finish<K extends JobKind>(
    kind: K,
    input: JobInput<K>,
    { value, took }: { value: JobOutput<K>; took: number },
  ): JobOutput<K> {
    this.#costs.learn(kind, input, took)
    return value
  }
}

function atOnce<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
