/**
 * The numbers of this folder that the specification or the design fixes. Milliseconds unless the name
 * says otherwise.
 */

/** How long `app accept` waits until the running server has answered the app on its relays. */
export const ANSWER_TIMEOUT = 12_000

/** How long `doctor` waits for an answer of the running server. */
export const DOCTOR_TIMEOUT = 15_000
