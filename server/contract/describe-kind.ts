import { kinds, wishes } from './texts/kinds.ts'
import type { Translation } from './translation.ts'

/** What events of a kind are, as people say it. */
interface KindDescription {
  /** What is done by signing one, to follow 'wants to': 'publish a note'. */
  deed: string
  /** 'a note'. */
  thing: string
}

/** The texts of `describeKind`. */
export type KindTexts = Translation<typeof kinds>

/** Ranges of kinds with the words of their first kind. */
const RANGES: readonly (readonly [number, number])[] = [
  [1630, 1633],
  [9000, 9020],
  [30382, 30384],
  [39000, 39009],
]

const isWorded = (kind: number): kind is keyof typeof kinds => Object.hasOwn(kinds, kind)

/** Undefined for a kind that no NIP known to us describes. */
export function describeKind(kind: number, texts: KindTexts = kinds): KindDescription | undefined {
  const [first] = RANGES.find(([from, to]) => from <= kind && kind <= to) ?? [kind]
  if (!isWorded(first)) return undefined
  const [deed, thing] = texts[first]
  return { deed, thing }
}

/** How long relays keep an event (NIP-01): until it is deleted, until the next one, or not at all. */
type Keeping = 'regular' | 'replaceable' | 'ephemeral' | 'addressable'

export function keepingOf(kind: number): Keeping {
  if (kind === 0 || kind === 3 || (kind >= 10_000 && kind < 20_000)) return 'replaceable'
  if (kind >= 20_000 && kind < 30_000) return 'ephemeral'
  return kind >= 30_000 && kind < 40_000 ? 'addressable' : 'regular'
}

/** The texts of `describePermission`. */
interface PermissionTexts {
  kinds: KindTexts
  wishes: Translation<typeof wishes>
}

const english: PermissionTexts = { kinds, wishes }

/** Permissions that name no kind of event (NIP-46). */
const NAMED = [
  'nip44_encrypt',
  'nip44_decrypt',
  'nip04_encrypt',
  'nip04_decrypt',
  'sign_event',
] as const
export type PermissionName = (typeof NAMED)[number]

export const isPermissionName = (wish: string): wish is PermissionName =>
  (NAMED as readonly string[]).includes(wish)

/** The kind in a permission such as `sign_event:1`. */
export function kindOfPermission(wish: string): number | undefined {
  const [, digits] = /^sign_event:(\d{1,5})$/.exec(wish) ?? []
  return digits === undefined || Number(digits) > 65_535 ? undefined : Number(digits)
}

/** A permission that an app asks for, as text; undefined if it can't be granted. */
export function describePermission(wish: string, texts = english): string | undefined {
  if (isPermissionName(wish)) return texts.wishes[wish]
  const kind = kindOfPermission(wish)
  if (kind === undefined) return undefined
  return describeKind(kind, texts.kinds)?.deed ?? texts.wishes.unknownKind(kind)
}
