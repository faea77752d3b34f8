/**
 * Numbers that server and console share, or that bound payloads; the specification or the design fixes them.
 * Milliseconds unless the name says otherwise. Numbers that only one side uses are in the limits.ts of its
 * folder.
 */

// Credentials of 1.x: bytes, characters, counts.
export const GROUP_BASE_BYTES = 37
export const COMMIT_BYTES = 103
export const MAX_COMMITS = 15
export const KEYSET_NAME_CHARS_MAX = 200
/** A bfprofile of the largest group, 1,000 members, takes less. */
export const PACKAGE_CHARS_MAX = 512 * 1024
/** For a password chosen here: anybody who has the package can try passwords without limit. */
export const PACKAGE_PASSWORD_CHARS_MIN = 12
export const PACKAGE_PASSWORD_CHARS_MAX = 1_024
export const SHARE_PREFIX = 'bfshare'
export const GROUP_PREFIX = 'bfgroup'
export const BECH32_CHARS_MAX = 5_000
export const SHARE_CHARS = 174
export const SHARE_CHARS_MAX = 176

// Events and messages.
export const EVENT_KIND = 20_004

// The 2026 protocol.
export const V2_EVENT_KIND = 20_000

// Relays.
export const MAX_RELAYS = 20
/** Characters, which are bytes here. No relay's address is nearly as long. */
export const RELAY_URL_CHARS_MAX = 2_048
/** In a list as given, which may hold invalid items and duplicates. */
export const RELAY_LIST_MAX = 1_000
/** The signer's relays if none are set; the console saves the second. */
export const DEFAULT_NODE_RELAYS = ['wss://relay.damus.io', 'wss://relay.primal.net'] as const

// The signer.
export const PING_TIMEOUT = 5_000
/**
 * How long a device waits for the answer to its request: Igloo in a browser, and the device that waits longest.
 * While the owner is asked, a request is held for the longer time. Seconds.
 */
export const PEER_WAITS_IN_BROWSER_S = 10
export const PEER_WAITS_AT_MOST_S = 30
/** Pings of one peer that are remembered, for its plot. */
export const LATENCIES_KEPT = 32
export const DIAGNOSTIC_ROUNDS = 3
export const DIAGNOSTIC_GAP = 1_000
export const ECHO_SEND_TIMEOUT = 10_000

// Apps (NIP-46).
export const APP_RELAYS_MAX = 10
/** Of the name that an app claims. */
export const APP_NAME_CHARS_MAX = 64
/** A link with ten relays of the longest kind, and all that an app may claim. */
export const APP_URI_CHARS_MAX = 32_768

// The server.
export const EVENT_LOG_MAX = 500

// History. Days, today included.
export const HISTORY_USE_DAYS = 90
export const HISTORY_ANSWER_DAYS = 30
export const HISTORY_UPTIME_DAYS = 30
export const HISTORY_UPTIME_HOURS = 24

// Back-ups.
export const BACKUP_INTERVAL_H_MAX = 8_760
export const BACKUP_KEEP_MAX = 1_000
/** Anybody who has the file can try passphrases without limit. */
export const BACKUP_PASSPHRASE_CHARS_MIN = 12
export const BACKUP_PASSPHRASE_CHARS_MAX = 1_024
/** Bytes. It goes to the disk as it arrives, not into memory. */
export const RESTORE_BYTES_MAX = 268_435_456

// Moving in from igloo-server.
/** Bytes of its files that may be uploaded; the command takes more. */
export const IMPORT_BYTES_MAX = 67_108_864

/** With this many partial signatures of 1.x a device can work out the share that they were made with. */
export const SHARE_EXPOSED_BY = 3

// Authentication and rate limits. Seconds where the name ends in _S.
/** How long a session is shown secrets after its login, or after the password was given again. */
export const CONFIRMED_FOR_MS = 5 * 60_000
/** Marks a call that an open page makes by itself: such calls keep no session alive. */
export const UNATTENDED_HEADER = 'X-Unattended'
export const API_KEY_NAME_CHARS_MAX = 64
export const USERNAME_CHARS_MAX = 64
export const PASSWORD_CHARS_MIN = 8
export const PASSWORD_CHARS_MAX = 1_024

// The console.
/** The WebSocket code for a close by a rule of the server, as when a session ends. */
export const POLICY_CLOSE = 1008

/** Characters of the name that an identity has on nostr, as shown here. */
export const PROFILE_NAME_MAX = 64
