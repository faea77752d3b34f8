import { shortSpan, clock as texts } from '#contract/warning-messages.ts'
import { steadyNow } from './clock.ts'

/** How long the owner is told that the clock was set. Milliseconds. */
const TOLD_FOR = 3_600_000
/** How long what somebody's clock said counts. Milliseconds. */
const COUNTS_FOR = 24 * 3_600_000
/** From how far apart clocks differ: further ahead than this is no message of 2026 taken. Milliseconds. */
const APART = 30_000
/** Of so many others the most must agree, before ours is the one that is wrong. */
const WITNESSES = 2

/** Whose clock it is that is wrong, as far as the clocks of others tell. */
export interface ClockWitnesses {
  /** By how much ours is ahead of theirs, in milliseconds; 0 as long as it passes for right. */
  readonly aheadBy: number
  /**
   * What somebody's clock says.
   *
   * @param witness a peer's key, or a relay's host
   * @param theirs Unix milliseconds
   */
  note(witness: string, theirs: number): void
}

/** The machine's clock, as far as its owner should know of it. */
export interface OwnClock extends ClockWitnesses {
  readonly warnings: readonly string[]
  stop(): void
}

interface OwnClockOptions {
  /** For intervals: milliseconds of a clock that nobody sets. */
  now(): number
  /** What the machine's clock says, Unix milliseconds. */
  wall(): number
  /**
   * It was set, and whoever goes by it begins anew.
   *
   * @param by milliseconds forward
   */
  onSet(by: number): void
  /** For the event log. */
  tell(type: 'info' | 'warning', message: string): void
}

/** Watches the machine's clock until it is stopped. */
export function createOwnClock({ now, wall, onSet, tell }: OwnClockOptions): OwnClock {
  /** What each clock was ahead of the one that nobody sets, and when. */
  const witnesses = new Map<string, { ahead: number; at: number }>()
  let set: { message: string; at: number } | null = null
  let wasWrong = false

  const aheadBy = () => {
    const ours = wall() - now()
    const recent = [...witnesses.values()].filter(({ at }) => now() - at < COUNTS_FOR)
    return agreed(recent.map(({ ahead }) => ours - ahead))
  }

  const warning = (by: number) =>
    by > 0 ? texts.ahead(shortSpan(by)) : texts.behind(shortSpan(by))

  const tellChange = () => {
    const by = aheadBy()
    const isWrong = by !== 0
    if (isWrong === wasWrong) return
    wasWrong = isWrong
    if (isWrong) tell('warning', warning(by))
    else tell('info', texts.right)
  }

  const stop = watchClock({
    wall,
    now,
    onSet: (by) => {
      const message = by < 0 ? texts.setBack(shortSpan(by)) : texts.setForward(shortSpan(by))
      set = { message, at: now() }
      onSet(by)
      tell('warning', message)
      tellChange()
    },
  })

  return {
    get aheadBy() {
      return aheadBy()
    },
    note: (witness, theirs) => {
      witnesses.set(witness, { ahead: theirs - now(), at: now() })
      tellChange()
    },
    get warnings() {
      const by = aheadBy()
      return [
        ...(by === 0 ? [] : [warning(by)]),
        ...(set !== null && now() - set.at < TOLD_FOR ? [set.message] : []),
      ]
    },
    stop,
  }
}

/** By how much most of the clocks say that ours is ahead, in the same direction: the median; 0 if they don't. */
function agreed(differences: readonly number[]): number {
  for (const direction of [1, -1]) {
    const apart = differences.filter((ms) => ms * direction > APART).toSorted((a, b) => a - b)
    if (apart.length < WITNESSES || 2 * apart.length <= differences.length) continue
    return apart[Math.floor(apart.length / 2)] ?? 0
  }
  return 0
}

/** How often it is looked whether the machine's clock was set, and what counts as that. Milliseconds. */
const LOOK_INTERVAL = 15_000
const SET_BY = 2_000

interface ClockWatchOptions {
  /** What the machine's clock says, Unix milliseconds. */
  wall?: () => number
  /** Milliseconds of a clock that nobody sets. */
  now?: () => number
  /**
   * The machine's clock was set; forward, perhaps, by having slept.
   *
   * @param by milliseconds forward
   */
  onSet(by: number): void
}

/**
 * Notices within a quarter of a minute when the machine's clock is set. What is slewed, and so is never far
 * off from one look to the next, counts as right.
 *
 * @returns what ends it
 */
export function watchClock({ wall = Date.now, now = steadyNow, onSet }: ClockWatchOptions) {
  let offset = wall() - now()
  const timer = setInterval(() => {
    const before = offset
    offset = wall() - now()
    if (Math.abs(offset - before) >= SET_BY) onSet(offset - before)
  }, LOOK_INTERVAL)
  timer.unref()
  return () => clearInterval(timer)
}
