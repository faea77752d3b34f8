/** The numbers of this folder. Milliseconds unless the name says otherwise. */

/** How long an answer also applies to the same request again: callers retry after they gave up waiting. */
export const ANSWER_REUSED_FOR = 10 * 60_000

/** The longest that consent to a login is remembered. */
export const LOGIN_CONSENT_MAX = 10 * 60_000

/** Questions that are open at once. */
export const OPEN_OF_CALLER_MAX = 10
export const OPEN_MAX = 100

/** Ended questions of which the end is known. */
export const ENDED_MAX = 1_000

/** How long until storing a stop is retried after it failed. */
export const STOP_RETRY_INTERVAL = 5_000

/** Rules in force at once: keeps decisions cheap. */
export const RULES_MAX = 1_000

/** How often uses that no limit needs any more are deleted from the disk. */
export const USES_TRIM_INTERVAL = 3_600_000

/** The longest that a timer can wait: a signed 32-bit number. */
export const TIMER_MAX = 2 ** 31 - 1

/** Repeated refusals of a caller are recorded once per interval. */
export const REFUSALS_RECORDED_INTERVAL = 60_000
