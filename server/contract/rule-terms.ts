/** The terms of rules without their schemas (rules.ts), which pages do not load. */

/** The uses of the key. */
export const operations = [
  'sign',
  'nip44.encrypt',
  'nip44.decrypt',
  'nip04.encrypt',
  'nip04.decrypt',
  /** A peer asks for our part of a key exchange. It does not say what it decrypts with it. */
  'ecdh',
  /** A peer asks for the group. */
  'onboard',
] as const
export type Operation = (typeof operations)[number]

/** What a caller may do without a rule of its own, from the strictest to the widest. */
export const presets = ['ask', 'everyday', 'careful', 'all'] as const
export type Preset = (typeof presets)[number]

/** The highest kind of an event (NIP-01). */
export const KIND_MAX = 65_535

/** The latest date of an event, in seconds: the year 5138. Beyond, somebody has counted milliseconds. */
export const DATE_MAX_S = 100_000_000_000

/**
 * Events that are a login, at a relay (NIP-42) or a web server (NIP-98). Anybody who holds one can use it, so
 * consent is not remembered for longer than ten minutes.
 */
export const LOGIN_KINDS: ReadonlySet<number> = new Set([22_242, 27_235])

/** `blind`: signatures of hashes whose events are not shown. */
export const BLIND = 'blind'

/** Kinds and ranges of them in one rule. */
export const RULE_KINDS_MAX = 64

/** How often a limit allows something. */
export const LIMIT_COUNT_MAX = 10_000

export const CALLER_NAME_CHARS_MAX = 64

/**
 * What can be denied individually while its direction is allowed. Pings and echoes are always
 * answered: they tell who is there and, in 2026, bring the nonces that a signature needs.
 */
export const DENIABLE = [
  'send.sign',
  'send.ecdh',
  'receive.sign',
  'receive.ecdh',
  'receive.onboard',
] as const
export type Deniable = (typeof DENIABLE)[number]

/** What a profile may want its owner to be asked about, each time that a peer asks for it. */
export const ASKABLE = ['receive.sign', 'receive.ecdh', 'receive.onboard'] as const
export type Askable = (typeof ASKABLE)[number]
