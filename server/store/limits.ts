/**
 * The numbers of this folder that the specification or the design fixes. Milliseconds unless the name
 * says otherwise.
 */

// The 2026 protocol.
export const V2_REPLAYS_PER_PEER_MAX = 2_048

// The server.
export const MAX_SHARE_RECORDS = 10

// History.
/** Callers of a day that are counted one by one. */
export const CALLERS_A_DAY = 50
/** 31 days. */
export const PRESENCE_HOURS_KEPT = 744
/** Peers and relays, with earlier ones: more than twice as many as there can be at a time. */
export const PRESENCE_SUBJECTS_MAX = 80
/** The members of more than one group. */
export const PROOFS_KEPT = 32

// Back-ups.
/** How long after a failed scheduled back-up the next is tried, at most. */
export const BACKUP_RETRY = 3_600_000
/** Downloads that may be under way. */
export const BACKUP_DOWNLOADS_MAX = 3
