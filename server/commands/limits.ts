/**
 * The numbers of this folder that the specification or the design fixes. Milliseconds unless the name
 * says otherwise.
 */

export const STOP_TIMEOUT = 10_000
