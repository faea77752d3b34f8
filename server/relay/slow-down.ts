/** A relay has asked us to send less. Times are Unix milliseconds. */
export interface SlowDown {
  since: number
  /** Until then it is sent nothing that can wait or go elsewhere. */
  until: number
  /** The relay's own text. */
  reason: string
}

export interface ThrottleOptions {
  /** How long the first and the longest slow-down last. Milliseconds. */
  base: number
  max: number
  /** Unix milliseconds. */
  now(): number
  /** A slow-down has begun or ended. */
  onChange(): void
}

/** Whether a refusal's reason is that we sent too much. */
export const isRateLimit = (reason: string): boolean => reason.startsWith('rate-limited:')

/** NOTICE has no prefix to go by. */
const RATE_LIMIT_NOTICE = /\brate[- ]?limit|\bslow down\b|\btoo (?:many|much|fast)\b/i

/** Whether a NOTICE says that we sent too much. */
export const isRateLimitNotice = (notice: string): boolean => RATE_LIMIT_NOTICE.test(notice)

const SUBSCRIPTIONS = /\bsub(?:scription)?s?\b|\breqs?\b|\bfilters?\b/i

/** Whether a NOTICE is about subscriptions, and so not meant for sessions that have all theirs confirmed. */
export const isAboutSubscriptions = (notice: string): boolean => SUBSCRIPTIONS.test(notice)

/**
 * The slow-down that one relay has asked for. If it has to ask again, the next one lasts twice as long. Many
 * relays count refused events, too, so that we would never get through if we went on sending as before.
 */
export class Throttle {
  readonly #options: ThrottleOptions
  #latest: SlowDown | null = null
  #times = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: ThrottleOptions) {
    this.#options = options
  }

  /** The slow-down in force; null: none. */
  get current(): SlowDown | null {
    const latest = this.#latest
    return latest !== null && this.#options.now() < latest.until ? latest : null
  }

  /** The relay asks for a slow-down. @param duration milliseconds, if the relay said how long */
  request(reason: string, duration?: number): void {
    const { base, max, now, onChange } = this.#options
    const time = now()
    const before = this.#latest
    // A request during a slow-down is about events that had to be sent anyway.
    if (before !== null && time + (duration ?? 0) < before.until) return
    const isRepeated = before !== null && time - before.until < max
    this.#times = isRepeated ? this.#times + 1 : 1
    const until = time + (duration ?? Math.min(max, base * 2 ** (this.#times - 1)))
    this.#latest = { since: isRepeated ? before.since : time, until, reason }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(onChange, until - time)
    onChange()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
