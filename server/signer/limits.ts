import { PEER_WAITS_AT_MOST_S } from '#contract/limits.ts'
import { V2_AGE_MAX_S, V2_AHEAD_MAX_S } from '#protocol/limits.ts'

/** The numbers of this folder that the specification or the design fixes. Milliseconds unless noted. */

// Events and messages.
/**
 * The largest event content that is read: an answer to 100 hashes is some 14 kB before
 * encryption, a request with 100 hashes of a few tweaks each less than 64 kB.
 */
export const MAX_CONTENT_CHARS = 131_072
/** We warn about a peer whose stamps are further off. Seconds. */
export const CLOCK_WARNING_S = 60

// The 2026 protocol: messages, credentials, nonce pools.
/** How long a request is remembered: as long as its time stamp could be accepted again. Seconds. */
export const V2_REPLAY_KEPT_S = V2_AHEAD_MAX_S + V2_AGE_MAX_S + 1
/**
 * How long after a peer's last request others may still be in flight. Until then its nonces are not sent
 * again: it could take a nonce that it has just used for a new one.
 */
export const NONCES_IN_FLIGHT = 5_000
/**
 * How many lists of nonces one peer gets in a row in answers to its pings and onboarding, and the time until
 * each further one. More than an honest peer needs (a browser asks twice when it loads), but too few to fill a
 * relay's buffer: a list takes 27 kB, a request for one less than 1 kB. Count and milliseconds.
 */
export const NONCE_LISTS_AT_ONCE = 3
export const NONCE_LIST_INTERVAL = 2_000
/**
 * How many extra pings in a row ask a peer for new nonces when its nonces are lost, and the time until each
 * further one. Count and milliseconds.
 */
export const POOL_PINGS_AT_ONCE = 2
export const POOL_PING_INTERVAL = 60_000
/**
 * Answers that a requested nonce is not available: how many a peer gets in a row (as many as it can hold
 * nonces), the time until each further one, and how many of them cause one ping with new nonces. Beyond that
 * the request is dropped. Count, milliseconds, count.
 */
export const NONCE_REFUSALS_AT_ONCE = 120
export const NONCE_REFUSAL_INTERVAL = 500
export const NONCE_REFUSALS_PER_PING = 16
/**
 * How many nonces one commit deletes, or marks as used, when requests follow each other within
 * NONCES_SET_ASIDE_WITHIN: those that a request needs, and those that the next requests will need. The latter are
 * only in memory until they are used, and are lost when the process is killed. Count, milliseconds.
 */
export const NONCES_SET_ASIDE = 16
export const NONCES_SET_ASIDE_WITHIN = 1_000
/** When a ping of version 1 may repeat a list of nonces of which none was used. Milliseconds. */
export const NONCES_PING_1_AGAIN = 10 * 60_000
/** How many of our nonces from before a start a peer of ping version 1, which can't list them, may still use. */
export const NONCES_DORMANT_MAX = 300

// Peers.
/** How many changes of a peer's app are saved and logged in a row, and the time until each further one. */
export const BUILD_CHANGES_AT_ONCE = 4
export const BUILD_CHANGE_INTERVAL = 3_600_000

// Requests of peers.
/** How long a question to the owner stays open. */
export const PEER_QUESTION_OPEN = 5 * 60_000
/** How long the peer's request is held for the answer: no genuine device waits longer. */
export const PEER_REQUEST_HELD = PEER_WAITS_AT_MOST_S * 1_000

// The signer.
export const REQUEST_TIMEOUT = 5_000
/**
 * How long we wait for an online peer whose app may ask a person first (Igloo beta); and how long such an app
 * keeps a request for that person.
 */
export const PERSON_TIMEOUT = 60_000
export const PERSON_ASKED_FOR = 5 * 60_000
/** How many of our requests may wait for the person at one peer. */
export const PERSON_REQUESTS_MAX = 100
/** How many hashes a peer of 1.x is asked for at once while its speed is unknown. */
export const HASHES_AT_FIRST = 4
/** Time from a peer's last message to our next ping after a change; the shortest of all intervals. */
export const PING_INTERVAL = 30_000
/** The ping interval while nothing changes, in a small group. */
export const PING_INTERVAL_QUIET = 60_000
/** Time between pings of a peer that is long offline. */
export const PING_INTERVAL_OFFLINE = 15 * 60_000
/** Another device with our share that pings nobody for longer is gone. */
export const TWIN_GONE = 20 * 60_000
/** How often a peer is pinged although it is heard, to measure its latency. */
export const PING_OWN_INTERVAL = 10 * 60_000
/** Pings and answers to pings in an hour; intervals grow to keep to it. */
export const IDLE_PINGS_HOUR = 110
/** Idle events (pings, answers to pings, echoes): after this many in a minute or an hour we send no ping. */
export const IDLE_EVENTS_MINUTE = 16
export const IDLE_EVENTS_HOUR = 160
/** Pings in an hour that we send even if answers to peers use up the budget. */
export const IDLE_PINGS_SURE = 24
export const START_DELAY = 2_000
/** How many signatures the status's median time covers. */
export const SIGNATURES_TIMED = 100
export const ECHO_WAIT_TIMEOUT = 30_000
export const SELF_ECHO_INTERVAL = 60_000
export const SIGN_QUEUE_INTERVAL = 100
export const SIGN_QUEUE_MAX = 1_000
export const ECDH_CACHE_MAX = 1_000
/**
 * How many ECDH requests are under way at once before further keys are gathered into batches, and how many
 * keys a batch has at most. So 1,000 keys take about 50 requests, fewer than the 60 messages a minute that
 * nostream accepts from one sender.
 */
export const EXCHANGE_REQUESTS_AT_ONCE = 2
export const EXCHANGE_KEYS_MAX = 32
/** How many exchanges are under way at once with peers that only answer single keys. */
export const EXCHANGES_ALONE_AT_ONCE = 8
/** How long a peer that did not answer a batch is asked for single keys. */
export const KEY_BATCHES_AGAIN = 60_000
/** How long computations hold the event loop before sockets and timers run. */
export const LOOP_SLICE = 4
/** How many turns of the event loop a stop waits for frames that the sockets have already read. */
export const LAST_TURNS = 3
