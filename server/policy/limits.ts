/** The numbers of this folder. Milliseconds unless the name says otherwise. */

/** How long an answer stands for the same request: askers that gave up waiting ask again. */
export const ANSWER_STANDS = 10 * 60_000

/** Consent to a login is remembered no longer. */
export const LOGIN_CONSENT_MAX = 10 * 60_000

/** Questions that are open at once. */
export const OPEN_OF_CALLER_MAX = 10
export const OPEN_MAX = 100

/** Questions that are over and of which it is known how they ended. */
export const OVER_KEPT = 1_000

/** How long after a stop could not be kept that is tried again. */
export const STOP_KEPT_AGAIN = 5_000

/** In force at once, so that deciding stays cheap. */
export const RULES_MAX = 1_000

/** How often uses that no limit looks at any more are taken off the disk. */
export const USES_TRIM_INTERVAL = 3_600_000

/** No timer waits longer (HTML, timers): 32 bits with a sign. */
export const TIMER_MAX = 2 ** 31 - 1

/** The same refusal of the same caller is written down once in so long. */
export const REFUSALS_WRITTEN_INTERVAL = 60_000
