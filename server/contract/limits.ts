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
/** For a password chosen here: whoever has the package can try as many as they like. */
export const PACKAGE_PASSWORD_CHARS_MIN = 12
export const PACKAGE_PASSWORD_CHARS_MAX = 1_024
export const SHARE_PREFIX = 'bfshare'
export const GROUP_PREFIX = 'bfgroup'
export const COMBINED_PREFIX = 'bfcred'
export const BECH32_CHARS_MAX = 5_000
export const SHARE_CHARS = 174
export const SHARE_CHARS_MIN = 166
export const SHARE_CHARS_MAX = 176
/** One commit is 238 characters; one less is passed to the decoder, which then says why. */
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
/** Tweaks on one hash: each costs a multiplication, and no key is derived this deep. */
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
/** Nostr's mute list, in which genuine devices keep their encrypted profile. */
export const NEXT_BACKUP_KIND = 10_000
export const NEXT_REQUEST_ID_BYTES_MAX = 256
export const NEXT_MEMBERS_MAX = 1_000
/** In one message: nonces, and codes of nonces. */
export const NEXT_NONCES_MAX = 1_000
export const NEXT_HASHES_MAX = 100
export const NEXT_ECDH_ENTRIES_MAX = 100
/** How far a message's sent_at may be ahead of our clock, and behind. Seconds. */
export const NEXT_AHEAD_MAX_S = 30
export const NEXT_AGE_MAX_S = 300
/**
 * How long a request is remembered: as long as its age and its clock could let it in again.
 * Seconds.
 */
export const NEXT_REPLAY_KEPT_S = NEXT_AHEAD_MAX_S + NEXT_AGE_MAX_S + 1
export const NEXT_REPLAYS_PER_PEER_MAX = 2_048
/** Characters: a profile of a thousand members, with room. */
export const NEXT_PACKAGE_CHARS_MAX = 524_288
export const NEXT_PACKAGE_ITERATIONS = 600_000
/** How many nonces of one peer we hold, and how many of ours it may use. */
export const NONCES_PER_PEER_MAX = 100
/** How many are unspent after a refill, and how few a peer must hold to get one. */
export const NONCES_TARGET = 70
export const NONCES_REFILL_BELOW = 20
/** A peer is asked to sign only while we hold more of its nonces than this. */
export const NONCES_RESERVE = 5
/**
 * How long after a peer's last request more of them may be on the way. What it does not report by
 * then is not sent again, because it would take a nonce that it has just used for a new one.
 * Milliseconds.
 */
export const NONCES_IN_FLIGHT = 5_000
/**
 * How many lists of nonces one peer gets in a row as answers to its pings and onboarding, and the
 * time until each further one: far more than an honest peer needs, and too few to fill a relay's
 * buffer, since a list takes 27 kB and asking for it less than one. Count and milliseconds.
 */
export const NONCE_LISTS_AT_ONCE = 3
export const NONCE_LIST_INTERVAL = 2_000
/**
 * How often a peer is told that it has asked with a nonce that is not available: how many times in
 * a row, which is as many as it can hold, and the time until each further one; beyond that it gets
 * no answer. Then how many of these answers there are to one ping, which brings it new nonces.
 * Count, milliseconds, count.
 */
export const NONCE_REFUSALS_AT_ONCE = 120
export const NONCE_REFUSAL_INTERVAL = 500
export const NONCE_REFUSALS_PER_PING = 16
/** How soon a list in a ping of version 1 may be sent again when no nonce was used. Milliseconds. */
export const NONCES_PING_1_AGAIN = 10 * 60_000
/**
 * How many of our nonces from before a start a peer of ping version 1, which can't name them, may
 * still use.
 */
export const NONCES_DORMANT_MAX = 300
/**
 * How many used nonces of a peer are remembered, so that they are never taken for new ones. A peer
 * sends them again when its state of weeks ago was put back, and a third use would give its share
 * away. 6 MB on the disk.
 */
export const NONCES_USED_KEPT = 20_000

// Relays.
export const RELAY_TIMEOUT = 4_400
export const RELAY_BACKOFF_BASE = 1_000
export const RELAY_BACKOFF_MAX = 30_000
export const RELAY_PING_INTERVAL = 15_000
export const RELAY_PONG_TIMEOUT = 10_000
/** How long a relay that asks for less is spared: at first, and at most. */
export const RELAY_SPARE_BASE = 60_000
export const RELAY_SPARE_MAX = 16 * 60_000
/** Seconds. */
export const SINCE_OFFSET_S = 5
export const MAX_RELAYS = 20
/** Characters, which are bytes here. No relay's address is nearly as long. */
export const RELAY_URL_CHARS_MAX = 2_048
/** In a list as given, which may hold invalid items and duplicates. */
export const RELAY_LIST_MAX = 1_000
/** The node's own relays when none are configured; the console saves the second. */
export const DEFAULT_NODE_RELAYS = ['wss://relay.damus.io', 'wss://relay.primal.net'] as const
export const DEFAULT_CONSOLE_RELAY = 'wss://relay.primal.net'

// The signer.
export const REQUEST_TIMEOUT = 5_000
export const PING_TIMEOUT = 5_000
/**
 * Time from a peer's last message to our next ping while it changes; the shortest of all intervals.
 */
export const PING_INTERVAL = 30_000
/** The same while nothing changes, in a group so small that our budget allows it. */
export const PING_INTERVAL_QUIET = 60_000
/** From one ping to the next of a peer that is long offline. */
export const PING_INTERVAL_OFFLINE = 15 * 60_000
/**
 * A peer that was heard, but not in answer to us, is pinged after this long: its latency is not
 * known.
 */
export const PING_OWN_INTERVAL = 10 * 60_000
/** Pings and answers to pings in an hour; the intervals are stretched to fit. */
export const IDLE_PINGS_HOUR = 110
/** Events that nobody asked for: once this many were sent in a minute or an hour, we add no ping. */
export const IDLE_EVENTS_MINUTE = 16
export const IDLE_EVENTS_HOUR = 160
/** Our pings in an hour that are sent even when peers ask us for more answers than that. */
export const IDLE_PINGS_SURE = 24
export const START_DELAY = 2_000
/** How many signatures the status's median time covers. */
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

/** How long work done in turns holds the event loop before sockets and timers run. */
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
/** A secret that does not decrypt is asked for again at most this often, per key. */
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
/** Bytes. It goes to the disk as it arrives, not into memory. */
export const RESTORE_BYTES_MAX = 268_435_456
/** Downloads that may be under way. */
export const BACKUP_DOWNLOADS_MAX = 3

// Authentication and rate limits. Seconds where the name ends in _S.
export const SESSION_TIMEOUT_S = 3_600
export const SESSION_TIMEOUT_S_MIN = 60
export const SESSION_TIMEOUT_S_MAX = 31_536_000
/** The absolute limit of a session, as a multiple of its idle time-out. */
export const SESSION_LIFETIMES = 12
/** Open sessions; as many ended ones are remembered. */
export const MAX_SESSIONS = 1_000
/** How long a session is shown secrets after its login, or after the password was given again. */
export const CONFIRMED_FOR_MS = 5 * 60_000
/** Marks a call that an open page makes by itself: such calls keep no session alive. */
export const UNATTENDED_HEADER = 'X-Unattended'
/** For one credential, open or remembered as ended: none takes the places of the others. */
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
/** How many times as many requests a client with valid credentials may make. */
export const RATE_LIMIT_AUTHENTICATED = 100
export const RATE_LIMIT_FAILED = 10
export const RATE_LIMIT_RECOVER = 10

// The console.
/** How often a page asks how far the joining of a keyset is. */
export const ONBOARDING_POLL = 1_000
/** How long a page shows a member that got the group, or was refused, after it last asked. */
export const JOINED_SHOWN = 600_000
export const STREAM_BACKOFF_BASE = 1_000
export const STREAM_BACKOFF_MAX = 30_000
export const STREAM_BACKOFF_JITTER = 1_000
export const NORMAL_CLOSE = 1000
/** The WebSocket code for a close by a rule of the server, as when a session ends. */
export const POLICY_CLOSE = 1008
export const COPY_MARK = 2_000
export const AUTO_DETECTED_BADGE = 5_000
/** How long a pair of credentials must stay untouched before it is saved automatically. */
export const AUTO_SAVE_PAUSE = 1_000
/** What the Recover tab assumes of a group without a valid credential. */
export const DEFAULT_RECOVERY_THRESHOLD = 2
export const DEFAULT_RECOVERY_TOTAL = 3
/** The pause before each new try to load a part of the console that could not be loaded. */
export const PART_PAUSES = [250, 750, 2_000, 4_000] as const
/** Share records that a browser keeps. */
export const MAX_BROWSER_RECORDS = 10
/** Audit entries that the console asks for at a time. */
export const AUDIT_PAGE = 50
/** The shortest time between two status requests made because something happened. */
export const STATUS_REFRESH_INTERVAL = 1_000
/** Entries of the event log that a page holds. */
export const PAGE_LOG_MAX = 10_000
