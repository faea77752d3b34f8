/** A relay's wish to be sent less. Times are Unix milliseconds. */
export interface SlowDown {
  since: number
  /** Until when it is sent nothing that can do without it. */
  until: number
  /** In the relay's words. */
  reason: string
}

export interface SparingOptions {
  /** How long it is spared at first, and at most. Milliseconds. */
  base: number
  max: number
  /** Unix milliseconds. */
  now(): number
  /** It is now spared, or is spared no longer. */
  onChange(): void
}

/** Whether the reason for a refusal is that it was sent too much. */
export const isRateLimit = (reason: string): boolean => reason.startsWith('rate-limited:')

/** A notice has no prefix to go by. */
const NOTICED = /\brate[- ]?limit|\bslow down\b|\btoo (?:many|much|fast)\b/i

/** Whether a notice says that it was sent too much. */
export const noticesRateLimit = (notice: string): boolean => NOTICED.test(notice)

const SUBSCRIPTIONS = /\bsub(?:scription)?s?\b|\breqs?\b|\bfilters?\b/i

/** Whether a notice is about subscriptions, and so not about lines that have all of theirs. */
export const namesSubscriptions = (notice: string): boolean => SUBSCRIPTIONS.test(notice)

/**
 * Whether one relay is to be spared: from when it asks for it, each time twice as long as the last if
 * it has to ask again. Many relays count what they refuse like what they accept, so that going on as
 * before would keep them from ever accepting anything.
 */
export class Sparing {
  readonly #options: SparingOptions
  #latest: SlowDown | null = null
  #times = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: SparingOptions) {
    this.#options = options
  }

  /** Null while it need not be spared. */
  get current(): SlowDown | null {
    const latest = this.#latest
    return latest !== null && this.#options.now() < latest.until ? latest : null
  }

  /** The relay has asked for it. @param span for how long, where it has said that. Milliseconds */
  asked(reason: string, span?: number): void {
    const { base, max, now, onChange } = this.#options
    const time = now()
    const before = this.#latest
    // What it says meanwhile is about what had to be sent all the same.
    if (before !== null && time + (span ?? 0) < before.until) return
    const isAgain = before !== null && time - before.until < max
    this.#times = isAgain ? this.#times + 1 : 1
    const until = time + (span ?? Math.min(max, base * 2 ** (this.#times - 1)))
    this.#latest = { since: isAgain ? before.since : time, until, reason }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(onChange, until - time)
    onChange()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
