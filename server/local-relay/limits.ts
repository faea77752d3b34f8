/** What the small relay gives those that use it. Bytes and milliseconds. */

export const MAX_CONNECTIONS = 64
/** An event of the protocol has some 95 kB at most: see MAX_FRAME_BYTES in relay/frames.ts. */
export const MAX_FRAME_BYTES = 256 * 1024
/** A connection that leaves more than this unread is cut. */
export const MAX_BUFFERED_BYTES = 1_048_576
export const MAX_SUBSCRIPTIONS = 16
export const MAX_FILTERS = 8
/** Of one list in a filter: members, ids, kinds. */
export const MAX_LISTED = 1_000
export const NAME_CHARS_MAX = 64

/** What is kept for those that come a little late; all of it goes every half minute. */
export const MAX_EVENTS = 500
export const MAX_KEPT_BYTES = 4_194_304
export const PURGE_INTERVAL = 30_000

/** Events of one connection: each may cost a signature's verification. */
export const EVENT_RATE = { capacity: 100, perSecond: 20 }
/** How long a connection may do nothing that only a member can. */
export const MEMBERSHIP_TIMEOUT = 10_000
/** How far the time in an answer to a challenge may be from ours (NIP-42). Seconds. */
export const MAX_AUTH_SKEW_S = 600
