/**
 * The numbers of this folder that the specification or the design fixes. Milliseconds unless the name
 * says otherwise.
 */

/** How long a call waits for the owner's answer. */
export const ANSWER_WAIT = 60_000
/** How long a question to the owner stays open: of a call that waits, and of one that does not. */
export const OPEN_FOR = 300_000
export const OPEN_FOR_LATER = 3_600_000

/** How long the result of a question is kept. */
export const OUTCOME_KEPT = 600_000
/** How many results are kept; beyond that, the oldest are dropped early. */
export const OUTCOMES_KEPT_MAX = 100

/** The first pause before a retry, and the longest. */
export const RETRY_BASE = 250
export const RETRY_MAX = 4_000
