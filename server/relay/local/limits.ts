/** Limits of the local relay. Bytes and milliseconds. */

export const MAX_CONNECTIONS = 64
/** Connections of one address that have not authenticated: the oldest is closed for one more. */
export const MAX_STRANGERS = 16
/**
 * What one authenticated connection, or all strangers of one address, may take of the event loop: a tenth of
 * a core, and a fifth of a second at once. CPU time in milliseconds.
 */
export const READING_RATE = { capacity: 200, perMs: 0.1 }
/** Addresses whose budget is remembered. */
export const MAX_ADDRESSES = 256
/** An event of the protocol has some 95 kB at most: see MAX_FRAME_BYTES in relay/frames.ts. */
export const MAX_FRAME_BYTES = 256 * 1024
/** A connection that leaves more than this unread is cut. */
export const MAX_BUFFERED_BYTES = 1_048_576
export const MAX_SUBSCRIPTIONS = 16
export const MAX_FILTERS = 8
/** Values in all lists of a subscription's filters: authors, ids, kinds. */
export const MAX_LISTED = 1_000
export const NAME_CHARS_MAX = 64

/** Events kept for late subscribers, for 30 to 60 seconds. */
export const MAX_EVENTS = 500
export const MAX_KEPT_BYTES = 4_194_304
export const PURGE_INTERVAL = 30_000

/** Events of one connection: each may cost a signature's verification. */
export const EVENT_RATE = { capacity: 100, perSecond: 20 }
/** How long a connection that we close has to close its side. */
export const CLOSE_TIMEOUT = 1_000
/** How long a connection has to prove that it is a peer's. */
export const MEMBERSHIP_TIMEOUT = 10_000
/** How far the time of an AUTH event may be from ours (NIP-42). Seconds. */
export const MAX_AUTH_SKEW_S = 600
