/** Limits of requests to servers on the internet. Milliseconds unless the name says otherwise. */

export const OUTWARD_TIMEOUT = 10_000
export const OUTWARD_REDIRECTS_MAX = 3
export const OUTWARD_URL_CHARS_MAX = 4_096

/** How long a relay's document may take: an app waits for it. */
export const RELAY_DOCUMENT_TIMEOUT = 3_000
/** Bytes. Real ones have 1 to 10 kB, a few with a picture. */
export const RELAY_DOCUMENT_BYTES_MAX = 65_536
