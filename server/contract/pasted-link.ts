import { withoutUnseen } from './plain-text.ts'

/** Quotes and brackets that people, chats and documents put around an address, by how they begin. */
const WRAPPINGS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '<': '>',
  '\u201c': '\u201d',
  '\u201e': '\u201c',
  '\u2018': '\u2019',
  '\u00ab': '\u00bb',
}

/** How many of them may be nested. */
const WRAPPED_MAX = 4

/**
 * A pasted link or address without what came with it: space and quotes around it, line breaks that a mail
 * program has put in, characters that can't be seen, and ampersands as HTML writes them.
 */
export function cleanLink(pasted: string): string {
  let link = withoutUnseen(pasted)
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .join('')
    .replaceAll('&amp;', '&')
  for (let layer = 0; layer < WRAPPED_MAX; layer += 1) {
    const end = WRAPPINGS[link[0] ?? '']
    if (end === undefined || link.length < 2 || !link.endsWith(end)) break
    link = link.slice(1, -1).trim()
  }
  return link
}

/** Writes a text in lower case if it is all capitals, as in a QR code: bech32 is never mixed (BIP 173). */
export const inSmallLetters = (text: string): string =>
  /[a-z]/.test(text) ? text : text.toLowerCase()
