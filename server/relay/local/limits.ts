/** What the small relay gives those that use it. Bytes and milliseconds. */

export const MAX_CONNECTIONS = 64
/** Of one address, of those that have not identified themselves as members: the oldest gives way. */
export const MAX_STRANGERS = 16
/**
 * What one member's connection, or all strangers of one address, may take of the event loop: a tenth of a
 * core, and a fifth of a second at once. CPU time in milliseconds.
 */
export const READING_RATE = { capacity: 200, perMs: 0.1 }
/** Addresses whose use of it is remembered. */
export const MAX_ADDRESSES = 256
/** An event of the protocol has some 95 kB at most: see MAX_FRAME_BYTES in relay/frames.ts. */
export const MAX_FRAME_BYTES = 256 * 1024
/** A connection that leaves more than this unread is cut. */
export const MAX_BUFFERED_BYTES = 1_048_576
export const MAX_SUBSCRIPTIONS = 16
export const MAX_FILTERS = 8
/** Of all lists in the filters of a subscription: members, ids, kinds. */
export const MAX_LISTED = 1_000
export const NAME_CHARS_MAX = 64

/** What is kept for those that come a little late: for half a minute, and for less than a whole one. */
export const MAX_EVENTS = 500
export const MAX_KEPT_BYTES = 4_194_304
export const PURGE_INTERVAL = 30_000

/** Events of one connection: each may cost a signature's verification. */
export const EVENT_RATE = { capacity: 100, perSecond: 20 }
/** How long one that is sent away has to close. */
export const CLOSE_TIMEOUT = 1_000
/** How long a connection may do nothing that only a member can. */
export const MEMBERSHIP_TIMEOUT = 10_000
/** How far the time in an answer to a challenge may be from ours (NIP-42). Seconds. */
export const MAX_AUTH_SKEW_S = 600
