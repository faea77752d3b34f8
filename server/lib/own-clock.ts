import { clock as texts } from '#contract/codes.ts'
import type { Message } from '#contract/message.ts'
import { shortSpan } from '#contract/short-span.ts'
import { steadyNow } from './clock.ts'

/** How long the warning that the clock was set is shown. Milliseconds. */
const SET_WARNING_FOR = 3_600_000
/** How long another clock's reading counts. Milliseconds. */
const WITNESS_VALID_FOR = 24 * 3_600_000
/** Smaller differences are ignored. 2026 rejects messages from further ahead than this. Milliseconds. */
const MIN_DIFFERENCE = 30_000
/** How many other clocks must be known before ours counts as wrong. */
const MIN_WITNESSES = 2

/** Compares our clock with those of peers and relays. */
export interface ClockWitnesses {
  /** Milliseconds by which ours is ahead of most others; 0 if they don't agree that it is wrong. */
  readonly aheadBy: number
  /**
   * Records another clock's reading.
   *
   * @param witness a peer's key, or a relay's host
   * @param theirs Unix milliseconds
   */
  note(witness: string, theirs: number): void
}

/** Warnings about the machine's clock. */
export interface OwnClock extends ClockWitnesses {
  readonly warnings: readonly Message[]
  /** @param listener called when the clock was set. `by`: milliseconds forward */
  onSet(listener: (by: number) => void): void
  stop(): void
}

interface OwnClockOptions {
  /** For intervals: milliseconds of a clock that nobody sets. */
  now(): number
  /** The machine's clock, Unix milliseconds. */
  wall(): number
  /** For the event log. */
  report(type: 'info' | 'warning', message: string): void
}

/** Watches the machine's clock until it is stopped. */
export function createOwnClock({ now, wall, report }: OwnClockOptions): OwnClock {
  /** By how much each clock was ahead of `now`, and when. */
  const witnesses = new Map<string, { ahead: number; at: number }>()
  const listeners: ((by: number) => void)[] = []
  let set: { message: Message; at: number } | null = null
  let wasWrong = false

  const aheadBy = () => {
    const ours = wall() - now()
    const recent = [...witnesses.values()].filter(({ at }) => now() - at < WITNESS_VALID_FOR)
    return majorityDifference(recent.map(({ ahead }) => ours - ahead))
  }

  const warning = (by: number) =>
    by > 0 ? texts.ahead(shortSpan(by)) : texts.behind(shortSpan(by))

  const reportChange = () => {
    const by = aheadBy()
    const isWrong = by !== 0
    if (isWrong === wasWrong) return
    wasWrong = isWrong
    if (isWrong) report('warning', warning(by).error)
    else report('info', texts.right.error)
  }

  const stop = watchClock({
    wall,
    now,
    onSet: (by) => {
      const message = by < 0 ? texts.setBack(shortSpan(by)) : texts.setForward(shortSpan(by))
      set = { message, at: now() }
      for (const listener of listeners) listener(by)
      report('warning', message.error)
      reportChange()
    },
  })

  return {
    get aheadBy() {
      return aheadBy()
    },
    note: (witness, theirs) => {
      witnesses.set(witness, { ahead: theirs - now(), at: now() })
      reportChange()
    },
    get warnings() {
      const by = aheadBy()
      return [
        ...(by === 0 ? [] : [warning(by)]),
        ...(set !== null && now() - set.at < SET_WARNING_FOR ? [set.message] : []),
      ]
    },
    onSet: (listener) => {
      listeners.push(listener)
    },
    stop,
  }
}

/** The median of the differences in the direction that most clocks agree on; 0 if most don't agree. */
function majorityDifference(differences: readonly number[]): number {
  for (const direction of [1, -1]) {
    const apart = differences
      .filter((ms) => ms * direction > MIN_DIFFERENCE)
      .toSorted((a, b) => a - b)
    if (apart.length < MIN_WITNESSES || 2 * apart.length <= differences.length) continue
    return apart[Math.floor(apart.length / 2)] ?? 0
  }
  return 0
}

/** How often the clock is checked, and the smallest step that counts. Milliseconds. */
const CHECK_INTERVAL = 15_000
const MIN_STEP = 2_000

interface ClockWatchOptions {
  /** The machine's clock, Unix milliseconds. */
  wall?: () => number
  /** Milliseconds of a clock that nobody sets. */
  now?: () => number
  /**
   * Called when the machine's clock was set. After a sleep of the machine it may look as if set forward.
   *
   * @param by milliseconds forward
   */
  onSet(by: number): void
}

/**
 * Detects within 15 s that the machine's clock was set. A slewed clock, as NTP does it, is not reported.
 *
 * @returns a function that ends it
 */
export function watchClock({ wall = Date.now, now = steadyNow, onSet }: ClockWatchOptions) {
  let offset = wall() - now()
  const timer = setInterval(() => {
    const before = offset
    offset = wall() - now()
    if (Math.abs(offset - before) >= MIN_STEP) onSet(offset - before)
  }, CHECK_INTERVAL)
  timer.unref()
  return () => clearInterval(timer)
}
