/** The numbers of this folder. Milliseconds unless the name says otherwise. */

/** Nostr's mute list: Igloo stores its encrypted profile back-up in it. */
export const V2_BACKUP_KIND = 10_000

/** How long relays are searched for the event that another would replace. */
export const CURRENT_EVENT_TIMEOUT = 3_000
/** Searches for such events at once; each is one more subscription on every relay. */
export const CURRENT_EVENTS_AT_ONCE = 4
/** Bytes of the serialised event: a list of some 5,000 people, which is the longest that an app can ask for. */
export const CURRENT_EVENT_BYTES_MAX = 393_216

/** How long a profile that was found counts as current. */
export const PROFILE_REFRESH_INTERVAL = 6 * 3_600_000
/** How long until a failed search is repeated. */
export const PROFILE_RETRY_INTERVAL = 600_000
/** Bytes. */
export const PICTURE_BYTES_MAX = 512 * 1024
