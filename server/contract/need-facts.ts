import type { Need } from './overview.ts'
import { shortSpan } from './short-span.ts'
import type { NeedFacts } from './texts/needs.ts'

/** Equal for the same need at different times. */
export const causeOf = ({ code, params: { pubkey, url, text } }: Need): string => {
  const about = pubkey ?? url ?? (code === 'warning' ? text : undefined)
  return about === undefined ? code : `${code} ${about}`
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
