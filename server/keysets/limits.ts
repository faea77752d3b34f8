/**
 * The numbers of this folder that the specification or the design fixes. Milliseconds unless the name
 * says otherwise.
 */

/** Nostr's mute list, in which genuine devices keep their encrypted profile. */
export const V2_BACKUP_KIND = 10_000

/** For how long relays are asked for the event that another would replace. */
export const CURRENT_EVENT_TIMEOUT = 3_000
/** Searches for such events; each is one more subscription on every relay. */
export const CURRENT_EVENTS_AT_ONCE = 4
/** Bytes, of what its id is made from. */
export const CURRENT_EVENT_BYTES_MAX = 65_536

/** How long a profile is taken as it was found. */
export const PROFILE_REFRESH_INTERVAL = 6 * 3_600_000
/** How long it is not looked for again where that has failed. */
export const PROFILE_RETRY_INTERVAL = 600_000
/** Bytes. */
export const PICTURE_BYTES_MAX = 512 * 1024

/** Passes of PBKDF2 by which igloo-desktop and igloo-cli encrypt a share they save: today, before, at first. */
export const IGLOO_ITERATIONS: readonly number[] = [600_000, 100_000, 32]
/** More than these is nobody's. */
export const IGLOO_ITERATIONS_MAX = 1_000_000
/** Those of igloo-web. */
export const IGLOO_VAULT_ITERATIONS = 100_000
