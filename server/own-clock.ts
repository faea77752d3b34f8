import { watchClock } from './clock-watch.ts'
import { shortSpan, clock as texts } from './contract/clock-messages.ts'

/** How long the owner is told that the clock was set. Milliseconds. */
const TOLD_FOR = 3_600_000

/** The machine's clock, as far as its owner should know of it. */
export interface OwnClock {
  readonly warnings: readonly string[]
  stop(): void
}

export interface OwnClockOptions {
  /** For intervals: milliseconds of a clock that nobody sets. */
  now(): number
  /**
   * It was set, and whoever goes by it begins anew.
   *
   * @param by milliseconds forward
   */
  onSet(by: number): void
  /** For the event log. */
  tell(message: string): void
}

/** Watches the machine's clock until it is stopped. */
export function createOwnClock({ now, onSet, tell }: OwnClockOptions): OwnClock {
  let set: { message: string; at: number } | null = null
  const stop = watchClock({
    onSet: (by) => {
      const message = by < 0 ? texts.setBack(shortSpan(by)) : texts.setForward(shortSpan(by))
      set = { message, at: now() }
      onSet(by)
      tell(message)
    },
  })
  return {
    get warnings() {
      return set !== null && now() - set.at < TOLD_FOR ? [set.message] : []
    },
    stop,
  }
}
