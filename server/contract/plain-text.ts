/**
 * Characters that change how others are shown, or are not seen: controls, marks of direction (UAX #9),
 * separators, fillers, an empty cell of braille, and whatever else is ignored when it can't be shown (UAX #44).
 * Not line feeds, tabs, and the joiners that scripts and emojis need.
 */
const UNSEEN =
  /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** One variation selector after an emoji or a Han character, which says how to draw it (UTS #37, #51). */
const VARIANT = /(?:\p{Emoji}[\ufe0e\ufe0f]|\p{Script=Han}[\ufe00-\ufe0f\u{e0100}-\u{e01ef}])|/u
const UNSEEN_BUT_VARIANTS = new RegExp(`${VARIANT.source}${UNSEEN.source}`, 'gu')

/** A letter with more marks than any language needs hides the lines around it. */
const STACKED = /(\p{M}{4})\p{M}+/gu

export interface PlainText {
  text: string
  /** Characters that were left out at the end. */
  more: number
}

/**
 * The beginning of a stranger's text, safe to show: what can't be seen is named ('[U+202E]'), and what is
 * stacked is cut off.
 *
 * @param most in characters, as people count them
 */
export function plainText(text: string, most: number): PlainText {
  const chars = [...text.replaceAll('\r\n', '\n')]
  const shown = chars
    .slice(0, most)
    .join('')
    .replace(UNSEEN_BUT_VARIANTS, named)
    .replace(STACKED, '$1')
  return { text: shown, more: Math.max(0, chars.length - most) }
}

const named = (char: string): string =>
  [...char].length > 1
    ? char
    : `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

/** Like `plainText`, on one line, with an ellipsis where it is cut. */
export function plainLine(text: string, most: number): string {
  const { text: shown, more } = plainText(text.replace(/\s+/gu, ' ').trim(), most)
  return more > 0 ? `${shown.trimEnd()}…` : shown
}

/** A whole text, with its invisible characters named. */
export const seenText = (text: string): string => plainText(text, Number.POSITIVE_INFINITY).text

/** A text without invisible characters; line feeds, tabs, and the joiners inside stay. */
export const withoutUnseen = (text: string): string =>
  text
    .replace(UNSEEN_BUT_VARIANTS, (found) => ([...found].length > 1 ? found : ''))
    .replace(/^[\u200c\u200d]+/, '')
    .replace(/(?<![\u200c\u200d])[\u200c\u200d]+$/, '')

/** A name on one line without invisible characters; empty if nothing is left. */
export const cleanName = (text: string): string => withoutUnseen(text).replace(/\s+/gu, ' ').trim()
