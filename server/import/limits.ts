/** The numbers of this folder; those of igloo-server are of its v1.1.0. */

/** PBKDF2-HMAC-SHA-256 from a password to the key of its credentials. */
export const ITERATIONS = 200_000
export const KEY_BYTES = 32
/** Of AES-256-GCM. */
export const IV_BYTES = 12
export const TAG_BYTES = 16

/** Characters of a field with JSON: igloo-server writes no more. */
export const JSON_CHARS_MAX = 50_000
/** Rows of a table that are read for one person. */
export const ROWS_MAX = 1_000

/** Characters of a `.env`. */
export const ENVIRONMENT_CHARS_MAX = 1_048_576

/** How long a running igloo-server may take to answer. Milliseconds. */
export const ANSWER_TIMEOUT = 1_500
/** A server whose database was written this recently may still run. Milliseconds. */
export const RECENTLY_WRITTEN = 120_000

/** igloo-server's default port. */
export const DEFAULT_PORT = 8002
/** igloo-server's default relay. */
export const DEFAULT_RELAY = 'wss://relay.primal.net'

/** Characters of a note that are shown. */
export const NOTE_CHARS = 200

/** PBKDF2 iterations of shares that igloo-desktop and igloo-cli saved: today, before, at first. */
export const IGLOO_ITERATIONS: readonly number[] = [600_000, 100_000, 32]
/** No version used more. */
export const IGLOO_ITERATIONS_MAX = 1_000_000
/** PBKDF2 iterations of igloo-web. */
export const IGLOO_VAULT_ITERATIONS = 100_000
