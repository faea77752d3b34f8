import { vi } from 'vitest'
import { type Clock, createClock } from '#lib/clock.ts'
import type { Scope } from './scope.ts'

/** A machine whose time passes, and whose clock is set, only when a test says so. */
export interface ClockByHand {
  clock: Clock
  /** Unix milliseconds, as the machine's clock has it. */
  wall(): number
  /** Lets this many milliseconds pass, and runs the timers that are due in them. */
  pass(ms: number): void
  /** Sets the machine's clock forward, or back, by this many milliseconds. */
  jump(ms: number): void
  /** The clock of a process that starts now. */
  afterRestart(): Clock
}

/** A clock that shows a given time, and that nobody sets. @param now Unix milliseconds */
export function clockAt(now: () => number): Clock {
  const ticks = { now, iso: (at: number) => new Date(at).toISOString() }
  return { ...ticks, wall: now, latest: ticks }
}

const START = Date.UTC(2026, 0, 1)

export function clockByHand(scope: Scope): ClockByHand {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  scope.onTestFinished(() => {
    vi.useRealTimers()
  })
  let passed = 0
  let offset = START
  const wall = () => offset + passed
  const start = () => createClock({ wall, monotonic: () => passed })
  return {
    clock: start(),
    wall,
    // In steps, so that a timer sees the time at which it is due.
    pass: (ms) => {
      const end = passed + ms
      while (passed < end) {
        const step = Math.min(1_000, end - passed)
        passed += step
        vi.advanceTimersByTime(step)
      }
    },
    jump: (ms) => {
      offset += ms
    },
    afterRestart: start,
  }
}
