/**
 * The numbers of this folder that the specification or the design fixes. Milliseconds unless the name
 * says otherwise.
 */

export const STOP_TIMEOUT = 10_000

/** How long it is waited for that a running server has answered an app on its relays. */
export const GREETED_WITHIN = 12_000
