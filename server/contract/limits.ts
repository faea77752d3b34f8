/**
 * Every number that the specification or the design fixes, once. Milliseconds unless the name
 * says otherwise.
 */

// Credentials, generation 1: bytes, characters, counts.
export const SHARE_BYTES = 100
export const GROUP_BASE_BYTES = 37
export const COMMIT_BYTES = 103
export const MAX_COMMITS = 15
export const KEYSET_NAME_CHARS_MAX = 200
/** A bfprofile of the largest group, 1,000 members, takes less. */
export const PACKAGE_CHARS_MAX = 512 * 1024
/** Of one that is chosen here: whoever has the package can try as many as they like. */
export const PACKAGE_PASSWORD_CHARS_MIN = 12
export const PACKAGE_PASSWORD_CHARS_MAX = 1_024
export const SHARE_PREFIX = 'bfshare'
export const GROUP_PREFIX = 'bfgroup'
export const COMBINED_PREFIX = 'bfcred'
export const BECH32_CHARS_MAX = 5_000
export const SHARE_CHARS = 174
export const SHARE_CHARS_MIN = 166
export const SHARE_CHARS_MAX = 176
/** One commit is 238 characters; one less is let through to the decoder, which then says why. */
export const GROUP_CHARS_MIN = 237
/** Fifteen commits. */
export const GROUP_CHARS_MAX = 2546
/** The shortest and longest share and group, joined behind one prefix. */
export const COMBINED_CHARS_MIN = SHARE_CHARS_MIN + GROUP_CHARS_MIN
export const COMBINED_CHARS_MAX = SHARE_CHARS_MAX + GROUP_CHARS_MAX

// Events and messages.
export const EVENT_KIND = 20_004
export const TAG_CHARS_MIN = 3
export const TAG_CHARS_MAX = 256
export const MAX_HASHES = 100
/** Tweaks of one hash: each costs a multiplication, and no key is derived this deep. */
export const MAX_TWEAKS = 8
/**
 * The largest event content that is read: an answer to 100 hashes is some 14 kB before
 * encryption, a request with 100 hashes of a few tweaks each less than 64 kB.
 */
export const MAX_CONTENT_CHARS = 131_072
/** How far a session's stamp or an event's created_at may be from our clock. Seconds. */
export const MAX_STAMP_SKEW_S = 15 * 60
/** A peer whose stamps are further off than this is warned about. Seconds. */
export const CLOCK_WARNING_S = 60

// The 2026 generation of the protocol: messages, credentials, nonce pools.
export const NEXT_EVENT_KIND = 20_000
/** Nostr's list of what is muted, in which genuine devices keep a profile, encrypted. */
export const NEXT_BACKUP_KIND = 10_000
export const NEXT_REQUEST_ID_BYTES_MAX = 256
export const NEXT_MEMBERS_MAX = 1_000
/** Of one message: nonces, and codes of nonces. */
export const NEXT_NONCES_MAX = 1_000
export const NEXT_HASHES_MAX = 100
export const NEXT_ECDH_ENTRIES_MAX = 100
/** How far a message's sent_at may be ahead of our clock, and behind. Seconds. */
export const NEXT_AHEAD_MAX_S = 30
export const NEXT_AGE_MAX_S = 300
/** How long a request is remembered: as long as one of its age and clock could be let in. Seconds. */
export const NEXT_REPLAY_KEPT_S = NEXT_AHEAD_MAX_S + NEXT_AGE_MAX_S + 1
export const NEXT_REPLAYS_PER_PEER_MAX = 2_048
/** Characters: a profile of a thousand members, with room. */
export const NEXT_PACKAGE_CHARS_MAX = 524_288
export const NEXT_PACKAGE_ITERATIONS = 600_000
/** Nonces of one peer that are held, and of ours that it may use. */
export const NONCES_PER_PEER_MAX = 100
/** Unspent ones after a refill, and the number that a peer holds below which there is one. */
export const NONCES_TARGET = 70
export const NONCES_REFILL_BELOW = 20
/** A peer is asked to sign only while more of its nonces are held. */
export const NONCES_RESERVE = 5
/**
 * How long after its last request a peer may have more of them on the way: what it does not report by
 * then is not sent again, for it would take a nonce that it has just used for a new one. Milliseconds.
 */
export const NONCES_IN_FLIGHT = 5_000
/**
 * Lists of nonces that answers to one peer's pings and onboarding bring it at once, and how long it is
 * to each further one: far more than an honest peer needs, and too little to fill a relay's buffer, for
 * a list takes 27 kB and the question less than one. Count and milliseconds.
 */
export const NONCE_LISTS_AT_ONCE = 3
export const NONCE_LIST_INTERVAL = 2_000
/**
 * How often a peer is told that it has asked with a nonce that is not to be had: at once, as often as
 * it can hold some, and how long it is to each further time; beyond that it hears nothing. And how
 * many of them there are to one ping, which brings it others. Count, milliseconds, count.
 */
export const NONCE_REFUSALS_AT_ONCE = 120
export const NONCE_REFUSAL_INTERVAL = 500
export const NONCE_REFUSALS_PER_PING = 16
/** How long a list in a ping of version 1 is not sent again while no nonce was used. Milliseconds. */
export const NONCES_PING_1_AGAIN = 10 * 60_000
/** Ours from before a start that a peer of ping version 1, which can't name them, may still use. */
export const NONCES_DORMANT_MAX = 300
/**
 * Nonces of a peer's that were used and are never taken for new ones, though it sends them again, as one
 * does whose state of weeks ago was put back: a third use would give its share away. 6 MB on the disk.
 */
export const NONCES_USED_KEPT = 20_000

// Relays.
export const RELAY_TIMEOUT = 4_400
export const RELAY_BACKOFF_BASE = 1_000
export const RELAY_BACKOFF_MAX = 30_000
export const RELAY_PING_INTERVAL = 15_000
export const RELAY_PONG_TIMEOUT = 10_000
/** How long a relay is spared that asks for less: at first, and at most. */
export const RELAY_SPARE_BASE = 60_000
export const RELAY_SPARE_MAX = 16 * 60_000
/** Seconds. */
export const SINCE_OFFSET_S = 5
export const MAX_RELAYS = 20
/** Characters, which are bytes here. No relay has an address that is nearly as long. */
export const RELAY_URL_CHARS_MAX = 2_048
/** Of a list as it is given, in which some may be none or the same. */
export const RELAY_LIST_MAX = 1_000
/** The node's own, when none are configured; the console saves the second. */
export const DEFAULT_NODE_RELAYS = ['wss://relay.damus.io', 'wss://relay.primal.net'] as const
export const DEFAULT_CONSOLE_RELAY = 'wss://relay.primal.net'

// The signer.
export const REQUEST_TIMEOUT = 5_000
export const PING_TIMEOUT = 5_000
/** From a peer's last word to our next ping while there is news of it; the shortest of all intervals. */
export const PING_INTERVAL = 30_000
/** The same while nothing changes, in a group so small that our budget allows it. */
export const PING_INTERVAL_QUIET = 60_000
/** From one ping to the next of a peer that is long offline. */
export const PING_INTERVAL_OFFLINE = 15 * 60_000
/** After so long a peer is pinged that was heard, but not in answer to us: how long it takes is not known. */
export const PING_OWN_INTERVAL = 10 * 60_000
/** Pings and answers to pings that the intervals are stretched to, in an hour. */
export const IDLE_PINGS_HOUR = 110
/** Events that nobody asked for: with so many sent in a minute or an hour no ping of ours is added. */
export const IDLE_EVENTS_MINUTE = 16
export const IDLE_EVENTS_HOUR = 160
/** Pings of ours in an hour that are sent even where peers ask us for more answers than that. */
export const IDLE_PINGS_SURE = 24
export const START_DELAY = 2_000
/** Signatures whose median time the status tells. */
export const SIGNATURES_TIMED = 100
/** Pings of one peer that are remembered, for its plot. */
export const LATENCIES_KEPT = 32
export const DIAGNOSTIC_ROUNDS = 3
export const DIAGNOSTIC_GAP = 1_000
export const ECHO_WAIT_TIMEOUT = 30_000
export const ECHO_SEND_TIMEOUT = 10_000
export const SELF_ECHO_INTERVAL = 60_000
export const SIGN_QUEUE_INTERVAL = 100
export const SIGN_QUEUE_MAX = 1_000
export const ECDH_CACHE_MAX = 1_000

/** How long work that is done in turns holds the event loop before sockets and timers run. */
export const LOOP_SLICE = 4

// The server.
export const STATUS_POLL = 5_000
export const EVENT_LOG_MAX = 500
export const MAX_SHARE_RECORDS = 10
export const MAX_BODY_BYTES = 1_048_576
export const STOP_TIMEOUT = 10_000
export const DEFAULT_PORT = 8002
/** Bytes. */
export const NIP44_PLAINTEXT_MAX = 65_535
/** A secret that does not decrypt is asked for anew at most this often, for each key. */
export const FRESH_SECRET_INTERVAL = 10_000

// Back-ups.
export const BACKUP_INTERVAL_H_MAX = 8_760
/** How many scheduled ones are kept. */
export const BACKUP_KEEP = 7
export const BACKUP_KEEP_MAX = 1_000
/** How long after a failed scheduled back-up the next is tried, at most. */
export const BACKUP_RETRY = 3_600_000
/** Whoever has the file can try as many as they like. */
export const BACKUP_PASSPHRASE_CHARS_MIN = 12
export const BACKUP_PASSPHRASE_CHARS_MAX = 1_024
/** Bytes. It goes to the disk as it comes, not into memory. */
export const RESTORE_BYTES_MAX = 268_435_456
/** Downloads that may be under way. */
export const BACKUP_DOWNLOADS_MAX = 3

// Authentication and rate limits. Seconds where the name ends in _S.
export const SESSION_TIMEOUT_S = 3_600
export const SESSION_TIMEOUT_S_MIN = 60
export const SESSION_TIMEOUT_S_MAX = 31_536_000
/** The absolute limit of a session, as a multiple of its idle time-out. */
export const SESSION_LIFETIMES = 12
/** Open ones; and as many that have ended are remembered. */
export const MAX_SESSIONS = 1_000
/** How long after its login, or the password given again, a session is shown secrets. */
export const CONFIRMED_FOR_MS = 5 * 60_000
/** Says of a call that an open page makes it by itself: such calls keep no session from ending. */
export const UNATTENDED_HEADER = 'X-Unattended'
/** Of one credential, open or remembered as ended: no one takes the places of the others. */
export const MAX_SESSIONS_OF_ONE = 250
export const MAX_API_KEYS = 100
export const SIGN_IN_LINK_VALIDITY = 600_000
export const BASIC_REMEMBERED = 60_000
export const API_KEY_CHARS_MIN = 16
export const API_KEY_NAME_CHARS_MAX = 64
export const USERNAME_CHARS_MAX = 64
export const PASSWORD_CHARS_MIN = 8
export const PASSWORD_CHARS_MAX = 1_024
export const RATE_LIMIT_WINDOW_S = 900
export const RATE_LIMIT_WINDOW_S_MAX = 86_400
export const RATE_LIMIT_MAX = 300
export const RATE_LIMIT_MAX_MAX = 1_000_000
/** How many times as much a client may ask for with valid credentials. */
export const RATE_LIMIT_AUTHENTICATED = 100
export const RATE_LIMIT_FAILED = 10
export const RATE_LIMIT_RECOVER = 10

// The console.
/** How often a page asks how far the joining of a keyset is. */
export const ONBOARDING_POLL = 1_000
/** How long a page shows a member that was told the group, or refused, after it asked last. */
export const JOINED_SHOWN = 600_000
export const STREAM_BACKOFF_BASE = 1_000
export const STREAM_BACKOFF_MAX = 30_000
export const STREAM_BACKOFF_JITTER = 1_000
export const NORMAL_CLOSE = 1000
/** WebSocket's code for an end that a rule of the server's has brought, as when a session ends. */
export const POLICY_CLOSE = 1008
export const COPY_MARK = 2_000
export const AUTO_DETECTED_BADGE = 5_000
/** How long a pair of credentials stays untouched before it is saved by itself. */
export const AUTO_SAVE_PAUSE = 1_000
/** What the Recover tab takes a group for, of which it has no valid credential. */
export const DEFAULT_RECOVERY_THRESHOLD = 2
export const DEFAULT_RECOVERY_TOTAL = 3
/** Before a part of the console that could not be loaded is asked for again: each try's pause. */
export const PART_PAUSES = [250, 750, 2_000, 4_000] as const
/** Share records that a browser keeps. */
export const MAX_BROWSER_RECORDS = 10
/** Entries of the audit that the console asks for at a time. */
export const AUDIT_PAGE = 50
/** The least from one question for the status, asked because something happened, to the next. */
export const STATUS_REFRESH_INTERVAL = 1_000
/** Entries of the event log that a page holds. */
export const PAGE_LOG_MAX = 10_000
