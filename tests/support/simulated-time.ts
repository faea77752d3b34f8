import { subscribe } from 'node:diagnostics_channel'
import type { Worker } from 'node:worker_threads'
import { vi } from 'vitest'
import { threadTime } from './holds.ts'
import type { Scope } from './scope.ts'

/** All counts as done once this many looks in a row find that nothing has happened; each takes this many turns. */
const QUIET_LOOKS = 3
const TURNS = 4
/** If the turns of a look compute for longer than this, something was done. Milliseconds. */
const SHORT = 2
/** The longest that a step waits until all is done. Milliseconds. */
const PATIENCE = 60_000
/** Real time, also while time is simulated. Milliseconds. */
const realNow = performance.now.bind(performance)

/** Hours that pass in seconds: timers, clocks and dates are simulated, sockets and arithmetic are real. */
export interface SimulatedTime {
  /** Lets this many milliseconds pass, a second at a time; in each, all that is sent arrives. */
  pass(ms: number): Promise<void>
  /** Lets time pass until something has settled, a tenth of a second at a time. */
  until<T>(promise: Promise<T>): Promise<T>
  /** Lets time pass until a condition holds; fails if it does not within this many milliseconds. */
  untilTrue(condition: () => boolean, within?: number): Promise<void>
}

/**
 * Simulates time until the test ends.
 *
 * @param activity a number that changes with whatever goes over the wire
 */
export function simulateTime(scope: Scope, activity: () => number): SimulatedTime {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    now: Date.UTC(2026, 0, 1),
  })
  scope.onTestFinished(() => {
    vi.useRealTimers()
  })

  let seen = activity()
  const settle = async () => {
    const begun = realNow()
    let turn = threadTime()
    for (let quiet = 0; quiet < QUIET_LOOKS; quiet += 1) {
      for (let n = 0; n < TURNS; n += 1) await new Promise((resolve) => setImmediate(resolve))
      const now = threadTime()
      if (activity() !== seen || now - turn > SHORT || isThreadBusy()) quiet = -1
      seen = activity()
      turn = now
      if (realNow() - begun > PATIENCE) {
        const what = isThreadBusy() ? 'a thread that owes an answer' : 'what is under way'
        throw new Error(`${what} does not end`)
      }
    }
  }
  const step = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    await settle()
  }
  return {
    pass: async (ms) => {
      for (let left = ms; left > 0; left -= 1_000) await step(Math.min(1_000, left))
    },
    until: async (promise) => {
      let isOver = false
      const end = () => {
        isOver = true
      }
      promise.then(end, end)
      while (!isOver) await step(100)
      return promise
    },
    untilTrue: async (condition, within = 60_000) => {
      for (let left = within; !condition(); left -= 100) {
        if (left <= 0) throw new Error(`not within ${within} ms: ${condition.toString()}`)
        await step(100)
      }
    },
  }
}

/** By thread that has not ended: how many messages it has been sent and has not answered. */
const unanswered = new Map<Worker, number>()

subscribe('worker_threads', (message) => {
  const { worker } = message as { worker: Worker }
  unanswered.set(worker, 0)
  const add = (count: number) => {
    const before = unanswered.get(worker)
    if (before !== undefined) unanswered.set(worker, before + count)
  }
  const post = worker.postMessage.bind(worker)
  worker.postMessage = (...message: Parameters<Worker['postMessage']>) => {
    add(1)
    post(...message)
  }
  worker.on('message', () => add(-1))
  worker.on('exit', () => unanswered.delete(worker))
})

/**
 * Whether a thread owes an answer. Knows the threads that were started after this module was loaded, and is right
 * for those that answer each message, as signer/worker/worker.ts does.
 */
const isThreadBusy = (): boolean => [...unanswered.values()].some((count) => count > 0)
