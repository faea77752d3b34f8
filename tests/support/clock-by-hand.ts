import { vi } from 'vitest'
import { type Clock, createClock } from '#lib/clock.ts'
import type { Scope } from './scope.ts'

/** A machine whose time passes, and whose clock is set, only when a test says so. */
export interface ClockByHand {
  clock: Clock
  /** Unix milliseconds, as the machine's clock has it. */
  wall(): number
  /** So many milliseconds pass, with timers that are due in them. */
  pass(ms: number): void
  /** Sets the machine's clock forward, or back, by so many milliseconds. */
  jump(ms: number): void
  /** What a process that starts now has for a clock. */
  afterRestart(): Clock
}

/** A clock that says a time, and that nobody sets. @param now Unix milliseconds */
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
    // A step at a time, so that what is due finds the time at which it is due.
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
