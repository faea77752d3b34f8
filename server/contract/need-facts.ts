import type { Need, NeedCode, Overview, SignerWord } from './overview.ts'
import type { NeedFacts } from './texts/needs.ts'
import { shortSpan } from './warning-messages.ts'

/** Equal for the same need at different times. */
export const causeOf = ({ code, params: { pubkey, url, text } }: Need): string => {
  const about = pubkey ?? url ?? (code === 'warning' ? text : undefined)
  return about === undefined ? code : `${code} ${about}`
}

/** Why nothing can be signed, the gravest first, and the words for it: while one lasts, those below are not looked for. */
const OF_SIGNING: readonly NeedCode[] = ['not-started', 'no-relay', 'cannot-sign', 'one-way']
const WORDS: readonly SignerWord[] = ['failed', 'no-relay', 'cannot-sign']
/** By the owner's stop, and while relays are dialled and devices looked for. */
const UNKNOWN_WHILE: readonly SignerWord[] = ['stopped', 'connecting', 'looking']

/**
 * Whether a need may go on although an overview lacks it, because nothing is known of it then.
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
 * What the sentence of a need takes.
 *
 * @param shown.device what its device is called
 * @param shown.text its sentence of the server's, in the reader's language
 */
export function factsOf(
  { url = '', count = 0, needed = 0, why = 'peers', ms = 0, text = '' }: Need['params'],
  shown: { device: string; text?: string },
): NeedFacts {
  return { url, count, needed, why, text, span: shortSpan(ms), isAhead: ms > 0, ...shown }
}
