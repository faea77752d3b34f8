/**
 * The numbers of this folder that the specification or the design fixes. Milliseconds unless the name
 * says otherwise.
 */

/** How long after a failed scheduled back-up the next is tried, at most. */
export const BACKUP_RETRY = 3_600_000
/** Downloads that may be under way. */
export const BACKUP_DOWNLOADS_MAX = 3
