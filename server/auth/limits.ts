/**
 * The numbers of this folder that the specification or the design fixes. Milliseconds unless the name
 * says otherwise.
 */

/** The absolute limit of a session, as a multiple of its idle time-out. */
export const SESSION_LIFETIMES = 12
/** Open sessions. As many ended ones are remembered over a restart. */
export const MAX_SESSIONS = 1_000
/** For one credential, open or remembered as ended, so that it can't displace those of others. */
export const MAX_SESSIONS_OF_ONE = 250
export const MAX_API_KEYS = 100
export const SIGN_IN_LINK_VALIDITY = 600_000
export const BASIC_REMEMBERED = 60_000
/** With valid credentials, a client may make this many times as many requests. */
export const RATE_LIMIT_AUTHENTICATED = 100
export const RATE_LIMIT_FAILED = 10
export const RATE_LIMIT_RECOVER = 10
