import { kinds } from './texts/kinds.ts'
import type { Translation } from './translation.ts'

/** What events of a kind are, as people say it. */
export interface KindWords {
  /** What is done by signing one, to follow 'wants to': 'publish a note'. */
  deed: string
  /** 'a note'. */
  thing: string
}

/** The texts that `kindWords` takes its words from. */
export type KindTexts = Translation<typeof kinds>

/** Kinds that are worded like the first of them. */
const RANGES: readonly (readonly [number, number])[] = [
  [1630, 1633],
  [9000, 9020],
  [30382, 30384],
  [39000, 39009],
]

const isWorded = (kind: number): kind is keyof typeof kinds => Object.hasOwn(kinds, kind)

/** Undefined for a kind that no NIP known to us describes. */
export function kindWords(kind: number, texts: KindTexts = kinds): KindWords | undefined {
  const [first] = RANGES.find(([from, to]) => from <= kind && kind <= to) ?? [kind]
  if (!isWorded(first)) return undefined
  const [deed, thing] = texts[first]
  return { deed, thing }
}

/** How long relays keep an event (NIP-01): until it is deleted, until the next one, or not at all. */
export type Keeping = 'regular' | 'replaceable' | 'ephemeral' | 'addressable'

export function keepingOf(kind: number): Keeping {
  if (kind === 0 || kind === 3 || (kind >= 10_000 && kind < 20_000)) return 'replaceable'
  if (kind >= 20_000 && kind < 30_000) return 'ephemeral'
  return kind >= 30_000 && kind < 40_000 ? 'addressable' : 'regular'
}
