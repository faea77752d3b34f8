import type { Need, NeedCode, Overview, SignerWord } from './overview.ts'
import { shortSpan } from './short-span.ts'
import type { NeedFacts } from './texts/needs.ts'

/** Identifies a need: equal for the same need at different times. */
export const causeOf = ({ code, params: { pubkey, url, text } }: Need): string => {
  const about = pubkey ?? url ?? (code === 'warning' ? text : undefined)
  return about === undefined ? code : `${code} ${about}`
}

/** Needs that say why nothing can be signed, the gravest first. While one lasts, later ones are not checked. */
const OF_SIGNING: readonly NeedCode[] = ['not-started', 'no-relay', 'cannot-sign', 'one-way']
/** The status words of these needs. */
const WORDS: readonly SignerWord[] = ['failed', 'no-relay', 'cannot-sign']
/** The status words during which these needs are not checked. */
const UNKNOWN_WHILE: readonly SignerWord[] = ['stopped', 'connecting', 'looking']

/**
 * Whether a need may still exist although an overview lacks it, because it was not checked then.
 *
 * @param about the device's key or the relay's address, if it is about one
 */
export function canGoOn(
  code: NeedCode,
  about: string | undefined,
  { status: { word }, devices }: Pick<Overview, 'status' | 'devices'>,
): boolean {
  const at = OF_SIGNING.indexOf(code)
  if (at >= 0) return UNKNOWN_WHILE.includes(word) || WORDS.slice(0, at).includes(word)
  if (code === 'relay-gone') return word === 'failed' || word === 'connecting'
  return devices.some(({ pubkey, state }) => pubkey === about && state === 'unknown')
}

/**
 * The parameters of a need's sentence.
 *
 * @param shown.device the name of its device
 * @param shown.text the server's sentence, in the reader's language
 */
export function factsOf(
  { url = '', count = 0, needed = 0, why = 'peers', ms = 0, text = '' }: Need['params'],
  shown: { device: string; text?: string },
): NeedFacts {
  return { url, count, needed, why, text, span: shortSpan(ms), isAhead: ms > 0, ...shown }
}
