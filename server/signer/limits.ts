import { PEER_WAITS_AT_MOST_S } from '#contract/limits.ts'
import { V2_AGE_MAX_S, V2_AHEAD_MAX_S } from '#protocol/limits.ts'

/**
 * The numbers of this folder that the specification or the design fixes. Milliseconds unless the name
 * says otherwise.
 */

// Events and messages.
/**
 * The largest event content that is read: an answer to 100 hashes is some 14 kB before
 * encryption, a request with 100 hashes of a few tweaks each less than 64 kB.
 */
export const MAX_CONTENT_CHARS = 131_072
/** A peer whose stamps are further off than this is warned about. Seconds. */
export const CLOCK_WARNING_S = 60

// The 2026 generation of the protocol: messages, credentials, nonce pools.
/**
 * How long a request is remembered: as long as its age and its clock could let it in again.
 * Seconds.
 */
export const V2_REPLAY_KEPT_S = V2_AHEAD_MAX_S + V2_AGE_MAX_S + 1
/**
 * How long after a peer's last request more of them may be on the way. What it does not report by
 * then is not sent again, because it would take a nonce that it has just used for a new one.
 * Milliseconds.
 */
export const NONCES_IN_FLIGHT = 5_000
/**
 * How many lists of nonces one peer gets in a row as answers to its pings and onboarding, and the
 * time until each further one: far more than an honest peer needs, and too few to fill a relay's
 * buffer, since a list takes 27 kB and asking for it less than one. A browser asks twice when it is
 * loaded: loaded again within four seconds, it has its nonces two seconds late. Count and milliseconds.
 */
export const NONCE_LISTS_AT_ONCE = 3
export const NONCE_LIST_INTERVAL = 2_000
/**
 * How often in a row a peer that has lost its nonces is pinged for others at once, and the time until each
 * further ping of that kind; the others come with the pings that there are anyway. Count and milliseconds.
 */
export const POOL_PINGS_AT_ONCE = 2
export const POOL_PING_INTERVAL = 60_000
/**
 * How often a peer is told that it has asked with a nonce that is not available: how many times in
 * a row, which is as many as it can hold, and the time until each further one; beyond that it gets
 * no answer. Then how many of these answers there are to one ping, which brings it new nonces.
 * Count, milliseconds, count.
 */
export const NONCE_REFUSALS_AT_ONCE = 120
export const NONCE_REFUSAL_INTERVAL = 500
export const NONCE_REFUSALS_PER_PING = 16
/**
 * How many nonces one commit deletes, or marks as used, when a peer is busy: beside those that a request needs,
 * those that the next ones will. They are in memory alone until then, and lost when the process is killed.
 * And how soon after the one before a request must come for that. Count, milliseconds.
 */
export const NONCES_SET_ASIDE = 8
export const NONCES_SET_ASIDE_WITHIN = 1_000
/** How soon a list in a ping of version 1 may be sent again when no nonce was used. Milliseconds. */
export const NONCES_PING_1_AGAIN = 10 * 60_000
/**
 * How many of our nonces from before a start a peer of ping version 1, which can't name them, may
 * still use.
 */
export const NONCES_DORMANT_MAX = 300

// Peers.
/**
 * How many changes of what runs at a peer are kept and told in a row, and the time until each further
 * one. Count and milliseconds.
 */
export const BUILD_CHANGES_AT_ONCE = 4
export const BUILD_CHANGE_INTERVAL = 3_600_000

// What peers ask for.
/** How long the owner has for an answer. Milliseconds. */
export const PEER_QUESTION_OPEN = 5 * 60_000
/** How long a request is held for it: no genuine device waits longer. Milliseconds. */
export const PEER_REQUEST_HELD = PEER_WAITS_AT_MOST_S * 1_000

// The signer.
export const REQUEST_TIMEOUT = 5_000
/**
 * How long we wait for a peer that is there and does not answer, since its app may ask a person first
 * (Igloo beta); and how long such an app keeps a request for its person, whoever still waits for it.
 */
export const PERSON_TIMEOUT = 60_000
export const PERSON_ASKED_FOR = 5 * 60_000
/** How many requests of ours may be with the person at one peer at a time. It is asked no more then. */
export const PERSON_REQUESTS_MAX = 100
/** How many hashes a peer of 1.x is asked for at once, as long as its speed is not known. */
export const HASHES_AT_FIRST = 4
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
export const ECHO_WAIT_TIMEOUT = 30_000
export const SELF_ECHO_INTERVAL = 60_000
export const SIGN_QUEUE_INTERVAL = 100
export const SIGN_QUEUE_MAX = 1_000
export const ECDH_CACHE_MAX = 1_000
/**
 * Requests for keys under way at once, before further keys wait for each other and go out together;
 * and how many keys one request is about at most. With these, 1,000 keys at once take some 50
 * requests: fewer than the 60 messages a minute that nostream takes from one sender.
 */
export const EXCHANGE_REQUESTS_AT_ONCE = 2
export const EXCHANGE_KEYS_MAX = 32
/** How many exchanges are under way at once with peers that are asked for one key at a time. */
export const EXCHANGES_ALONE_AT_ONCE = 8
/** How long a peer that did not answer a request for several keys is asked for one at a time. */
export const KEYS_TOGETHER_AGAIN = 60_000
/** How long work done in turns holds the event loop before sockets and timers run. */
export const LOOP_SLICE = 4
