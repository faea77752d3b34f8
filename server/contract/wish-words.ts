import { type KindTexts, kindWords } from './kind-words.ts'
import { kinds } from './texts/kinds.ts'
import { wishes } from './texts/wishes.ts'
import type { Translation } from './translation.ts'

/** The texts that a wish is worded with. */
export interface WishTexts {
  kinds: KindTexts
  wishes: Translation<typeof wishes>
}

const english: WishTexts = { kinds, wishes }

/** Ways to encrypt and decrypt, as apps name them (NIP-46), and signatures of any kind. */
const NAMED = [
  'nip44_encrypt',
  'nip44_decrypt',
  'nip04_encrypt',
  'nip04_decrypt',
  'sign_event',
] as const
export type NamedWish = (typeof NAMED)[number]

export const isNamedWish = (wish: string): wish is NamedWish =>
  (NAMED as readonly string[]).includes(wish)

/** The kind that a wish for signatures of one kind names: `sign_event:1`. */
export function kindOfWish(wish: string): number | undefined {
  const [, digits] = /^sign_event:(\d{1,5})$/.exec(wish) ?? []
  return digits === undefined || Number(digits) > 65_535 ? undefined : Number(digits)
}

/** What an app wishes to be allowed, in words; undefined for what can't be allowed. */
export function wishWords(wish: string, texts = english): string | undefined {
  if (isNamedWish(wish)) return texts.wishes[wish]
  const kind = kindOfWish(wish)
  if (kind === undefined) return undefined
  return kindWords(kind, texts.kinds)?.deed ?? texts.wishes.unknownKind(kind)
}
