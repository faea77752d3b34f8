/**
 * The numbers of this folder that the specification or the design fixes. Milliseconds unless the name
 * says otherwise.
 */

/** A secret that does not decrypt is asked for again at most this often, per key. */
export const FRESH_SECRET_INTERVAL = 10_000

/** How long a call waits for the owner's answer. */
export const ANSWER_WAIT = 60_000
