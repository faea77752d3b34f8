import type { Kinds } from '#contract/rules.ts'

/**
 * Why a kind (NIP-01) is part of ordinary use that can be undone: each of these can be followed by a
 * deletion request (NIP-09) and takes nothing away that was there before.
 */
export const EVERYDAY_KINDS: ReadonlyMap<number, string> = new Map([
  [1, 'a note (NIP-10)'],
  [6, 'a repost of a note (NIP-18)'],
  [7, 'a reaction (NIP-25)'],
  [16, 'a repost of something else (NIP-18)'],
  [20, 'a picture (NIP-68)'],
  [21, 'a video (NIP-71)'],
  [22, 'a short video (NIP-71)'],
  [42, 'a message in a public channel (NIP-28)'],
  [1018, 'a vote in a poll (NIP-88)'],
  [1063, 'a description of a file (NIP-94)'],
  [1068, 'a poll (NIP-88)'],
  [1111, 'a comment (NIP-22)'],
  [1222, 'a voice message (NIP-A0)'],
  [1244, 'a comment by voice (NIP-A0)'],
  [1311, 'a message in a live chat (NIP-53)'],
  [9734, 'the request for a zap: the payment itself is made by a wallet (NIP-57)'],
  [9802, 'a highlight (NIP-84)'],
  [30023, 'an article: addressable, but its author edits it on purpose (NIP-23)'],
  [30024, 'the draft of an article (NIP-23)'],
])

/**
 * What can't be undone: what replaces or deletes something, hands out access, spends money, or is a
 * message that somebody has then got.
 */
export const IRREVERSIBLE_KINDS: Kinds = [
  /** Profile and contacts: relays forget what was there before. */
  0,
  3,
  /** A direct message (NIP-04), a sealed one (NIP-59), and its wrapping. */
  4,
  13,
  1059,
  /** A deletion request (NIP-09), and one for everything (NIP-62). */
  5,
  62,
  /** A zap's payment in ecash (NIP-61). */
  9321,
  /** Replaceable (NIP-01): lists, relays, settings, a wallet's description. */
  [10_000, 19_999],
  /** A login at a relay (NIP-42), which opens the inbox, and at a web server (NIP-98). */
  22_242,
  27_235,
  /** A wallet is told to pay, and answers (NIP-47). */
  23_194,
  23_195,
  /** Uploads and deletes files (Blossom, BUD-01). */
  24_242,
  /** Addressable (NIP-01), but for articles and their drafts. */
  [30_000, 30_022],
  [30_025, 39_999],
]

/**
 * Never signed for apps and programs: rumors (NIP-17, NIP-59), whose sender could no longer deny them
 * once they are signed. A seal (13) is what a client signs to send them.
 */
export const RUMOR_KINDS: ReadonlySet<number> = new Set([14, 15])

/** Never signed for anyone: messages of remote signing itself (NIP-46). */
export const REMOTE_SIGNING_KIND = 24_133

/** Whether a list names a kind; undefined: that of an event which is not shown. */
export const includesKind = (kinds: Kinds, kind: number | undefined): boolean =>
  kinds.some((named) => {
    if (typeof named === 'string') return kind === undefined
    if (kind === undefined) return false
    return typeof named === 'number' ? named === kind : named[0] <= kind && kind <= named[1]
  })
