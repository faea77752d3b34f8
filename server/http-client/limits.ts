/** Numbers of what is asked of servers on the internet. Milliseconds unless the name says otherwise. */

export const OUTWARD_TIMEOUT = 10_000
export const OUTWARD_REDIRECTS_MAX = 3
export const OUTWARD_URL_CHARS_MAX = 4_096

/** How often a registry is asked at most. */
export const VERSION_ASKED_INTERVAL = 86_400_000
/** Bytes of one answer of a registry; real ones have 10 kB. */
export const REGISTRY_BYTES_MAX = 256 * 1024

/** How long a relay is asked what it takes: an app waits for that. */
export const RELAY_DOCUMENT_TIMEOUT = 3_000
/** Bytes. Real ones have 1 to 10 kB, a few with a picture. */
export const RELAY_DOCUMENT_BYTES_MAX = 65_536
