/**
 * The numbers of this folder that the specification or the design fixes. Milliseconds unless the name
 * says otherwise.
 */

export const RELAY_TIMEOUT = 4_400
export const RELAY_BACKOFF_BASE = 1_000
export const RELAY_BACKOFF_MAX = 30_000
/**
 * A relay that is restarted is back within a minute or so. For so much waiting in all no single wait is longer
 * than this: what is asked of us meanwhile is then answered before the asker gives up.
 */
export const RELAY_EAGER_FOR = 90_000
export const RELAY_EAGER_MAX = 4_000
export const RELAY_PING_INTERVAL = 15_000
export const RELAY_PONG_TIMEOUT = 10_000
/** How long a relay that asks for less is spared: at first, and at most. */
export const RELAY_SPARE_BASE = 60_000
export const RELAY_SPARE_MAX = 16 * 60_000
/** For how long a relay is left alone at most that says for how long. */
export const RELAY_RETRY_AFTER_MAX = 3_600_000
/** How long a relay may take to read what was written to it before its connection is cut. */
export const FLUSH_TIMEOUT = 1_000
/** Seconds. */
export const SINCE_OFFSET_S = 5
