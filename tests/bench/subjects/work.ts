import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuTime } from '../vitals.ts'
import type { Subject } from './subject.ts'

export type Action =
  | { do: 'ping'; peer: string }
  /** Hashes in each session. */
  | { do: 'sign'; hashes: number }
  | { do: 'queue' }
  /** Each in turn. */
  | { do: 'ecdh'; publicKeys: string[] }
  | { do: 'onboard'; peer: string }

/** Work goes on until both are reached: this many calls, and this many milliseconds. */
export interface Work {
  action: Action
  /** Calls under way at any time. */
  atATime: number
  count?: number
  duration?: number
  /** Least milliseconds from one call to the next in its place; without it, none. */
  every?: number
}

export interface WorkResult {
  /** Milliseconds, of each call that succeeded. */
  latencies: number[]
  failed: number
  /** The first failure's. */
  failure: string
  /** Milliseconds from the first call to the last answer. */
  took: number
  /** Milliseconds of CPU of this process, load and node together. */
  cpu: number
}

/**
 * Calls a subject within its own process, so that the way there is not measured: the load costs one
 * random hash a call.
 */
export async function doWork(subject: Subject, work: Work): Promise<WorkResult> {
  const { action, atATime, count = atATime, duration = 0, every = 0 } = work
  const result: WorkResult = { latencies: [], failed: 0, failure: '', took: 0, cpu: 0 }
  const startedAt = performance.now()
  const cpuBefore = cpuTime()
  let begun = 0
  const isOver = () => begun >= count && performance.now() - startedAt >= duration
  const callAgainAndAgain = async () => {
    while (!isOver()) {
      const at = performance.now()
      try {
        await perform(subject, action, begun++)
        result.latencies.push(performance.now() - at)
      } catch (error) {
        result.failed += 1
        result.failure ||= error instanceof Error ? error.message : String(error)
      }
      if (every > 0) await sleep(Math.max(0, at + every - performance.now()))
    }
  }
  await Promise.all(Array.from({ length: atATime }, callAgainAndAgain))
  result.took = performance.now() - startedAt
  result.cpu = cpuTime() - cpuBefore
  return result
}

const newHash = (): string => randomBytes(32).toString('hex')

function perform(subject: Subject, action: Action, n: number): Promise<void> {
  switch (action.do) {
    case 'ping':
      return subject.ping(action.peer)
    case 'sign':
      return subject.sign(Array.from({ length: action.hashes }, newHash))
    case 'queue':
      return subject.queue(newHash())
    case 'ecdh':
      return subject.ecdh(action.publicKeys[n % action.publicKeys.length] ?? '')
    case 'onboard':
      return subject.onboard(action.peer)
  }
}
