/**
 * The numbers of this folder that the specification or the design fixes. Milliseconds unless the name
 * says otherwise.
 */

// The server.
export const DEFAULT_PORT = 8002

// Back-ups.
/** How many scheduled ones are kept. */
export const BACKUP_KEEP = 7

// Authentication and rate limits. Seconds where the name ends in _S.
export const SESSION_TIMEOUT_S = 3_600
export const SESSION_TIMEOUT_S_MIN = 60
export const SESSION_TIMEOUT_S_MAX = 31_536_000
export const API_KEY_CHARS_MIN = 16
export const RATE_LIMIT_WINDOW_S = 900
export const RATE_LIMIT_WINDOW_S_MAX = 86_400
export const RATE_LIMIT_MAX = 300
export const RATE_LIMIT_MAX_MAX = 1_000_000
