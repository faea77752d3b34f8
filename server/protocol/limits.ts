import { SHARE_CHARS_MAX } from '#contract/limits.ts'

/**
 * The numbers of this folder that the specification or the design fixes. Milliseconds unless the name
 * says otherwise.
 */

// Credentials, 1.x: bytes, characters, counts.
export const SHARE_BYTES = 100
export const COMBINED_PREFIX = 'bfcred'
export const SHARE_CHARS_MIN = 166
/** The shortest group has 238 characters. One with a character missing gets the decoder's error. */
export const GROUP_CHARS_MIN = 237
/** Fifteen commits. */
export const GROUP_CHARS_MAX = 2546
/** The shortest and longest share and group, joined behind one prefix. */
export const COMBINED_CHARS_MIN = SHARE_CHARS_MIN + GROUP_CHARS_MIN
export const COMBINED_CHARS_MAX = SHARE_CHARS_MAX + GROUP_CHARS_MAX

// Events and messages.
export const TAG_CHARS_MIN = 3
export const TAG_CHARS_MAX = 256
export const MAX_HASHES = 100
/** Tweaks on one hash: each costs a multiplication, and no key is derived this deep. */
export const MAX_TWEAKS = 8
/** How far a session's stamp or an event's created_at may be from our clock. Seconds. */
export const MAX_STAMP_SKEW_S = 15 * 60

// Protocol 2026: messages, credentials, nonce pools.
export const V2_REQUEST_ID_BYTES_MAX = 256
export const V2_MEMBERS_MAX = 1_000
/** In one message: nonces, and codes of nonces. */
export const V2_NONCES_MAX = 1_000
export const V2_HASHES_MAX = 100
/** Hex characters of a signing request's content. Igloo beta drops a request with more. */
export const V2_CONTENT_CHARS_MAX = 32_768
export const V2_ECDH_ENTRIES_MAX = 100
/** How far a message's sent_at may be ahead of our clock, and behind. Seconds. */
export const V2_AHEAD_MAX_S = 30
export const V2_AGE_MAX_S = 300
/** Characters: a profile of a thousand members, with room. */
export const V2_PACKAGE_CHARS_MAX = 524_288
/** PBKDF2, in packages of version 1. */
export const V2_PACKAGE_ITERATIONS = 600_000
// Argon2id, in packages of version 2: what genuine devices write, and what is read. They accept less than
// 64 MiB only in their tests, and have no ceiling for passes and lanes.
export const ARGON2_MEMORY_KIB = 262_144
export const ARGON2_PASSES = 4
export const ARGON2_PARALLELISM = 1
export const ARGON2_MEMORY_KIB_MIN = 65_536
export const ARGON2_MEMORY_KIB_MAX = 1_048_576
export const ARGON2_PASSES_MIN = 3
export const ARGON2_PASSES_MAX = 16
export const ARGON2_PARALLELISM_MAX = 4
/** How many nonces of one peer we hold, and how many of ours it may use. */
export const NONCES_PER_PEER_MAX = 100
/** How many of our nonces are unspent after a refill. */
export const NONCES_TARGET = 70
/** A peer gets a refill once it holds fewer of our nonces than this. */
export const NONCES_REFILL_BELOW = 20
/** How many of our nonces for a peer must be missing before a partial signature brings it new ones. */
export const NONCES_REPLENISHED_AT_ONCE = 8
/** A peer is asked to sign only while we hold more of its nonces than this. */
export const NONCES_RESERVE = 5
/**
 * How many used nonces of a peer are remembered, so that they are never taken for new ones. A peer sends them
 * again when its state of weeks ago was restored, and a third use would give its share away. 6 MB on the disk.
 */
export const NONCES_USED_KEPT = 20_000
