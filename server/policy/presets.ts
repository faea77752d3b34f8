import { describeKind } from '#contract/describe-kind.ts'
import type { Kinds, Operation, Preset } from '#contract/rules.ts'
import type { PolicyRequest } from './request.ts'

/**
 * Everyday kinds (NIP-01) that can be undone: each can be followed by a deletion request (NIP-09), and none
 * replaces anything.
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
 * What can't be undone: it replaces or deletes something, gives access, spends money, or is a message that
 * somebody receives.
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
  /** A request to a wallet to pay, and its answer (NIP-47). */
  23_194,
  23_195,
  /** Uploads and deletes files (Blossom, BUD-01). */
  24_242,
  /** Addressable (NIP-01), except articles and their drafts. */
  [30_000, 30_022],
  [30_025, 39_999],
]

/** Whether a list contains a kind; undefined: the kind of an event that is not shown. */
export const includesKind = (kinds: Kinds, kind: number | undefined): boolean =>
  kinds.some((named) => {
    if (typeof named === 'string') return kind === undefined
    if (kind === undefined) return false
    return typeof named === 'number' ? named === kind : named[0] <= kind && kind <= named[1]
  })

/**
 * Whether one answer may allow a request along with others: only everyday events that are shown and can be
 * undone, and nothing that reads what was sent to the group.
 */
export const isHarmless = ({ operation, parts }: PolicyRequest): boolean =>
  parts.every(({ event }) => presetAllows('everyday', { operation, kind: event?.kind }))

/**
 * Whether what is signed can't be undone, or may be anything: it is not shown, of a kind that nobody knows, or one of
 * `IRREVERSIBLE_KINDS`.
 */
export const isIrreversible = ({ operation, parts }: PolicyRequest): boolean =>
  operation === 'sign' &&
  parts.some(({ event }) => !presetAllows('careful', { operation, kind: event?.kind }))

/**
 * Whether a preset allows a use; the owner is asked about the rest. No preset allows reading what was sent
 * to the group, or giving the group to a device: that takes a rule.
 *
 * @param use.kind of the event to sign; undefined: it is not shown
 */
export function presetAllows(
  preset: Preset,
  { operation, kind }: { operation: Operation; kind: number | undefined },
): boolean {
  if (preset === 'ask') return false
  if (operation === 'nip44.encrypt' || operation === 'nip04.encrypt') return true
  if (operation !== 'sign') return false
  switch (preset) {
    case 'everyday':
      return kind !== undefined && EVERYDAY_KINDS.has(kind)
    case 'careful':
      return (
        kind !== undefined &&
        describeKind(kind) !== undefined &&
        !includesKind(IRREVERSIBLE_KINDS, kind)
      )
    case 'all':
      return true
  }
}
