import { expect, test } from 'vitest'
import { slowTexts } from '../../tests/support/hostile-texts.ts'
import { cleanLink, inSmallLetters } from './pasted-link.ts'

const LINK = 'nostrconnect://ab?relay=wss://relay.example&secret=s'

test.each([
  ['space', `  ${LINK}\n`],
  ['quotes', `"${LINK}"`],
  ['quotes of print, in brackets', `<\u201c${LINK}\u201d>`],
  ['line breaks of a mail program', LINK.replace('?', ' \r\n  ?').replace('&', '\n&')],
  ['characters without width', `\ufeff${LINK.replace('://', '\u200b://\u2060')}\u200d`],
  ['a turn of the direction', `\u202a${LINK}\u202c`],
  ['ampersands of HTML', LINK.replace('&', '&amp;')],
])('a link is freed from %s', (_, pasted) => {
  expect(cleanLink(pasted)).toBe(LINK)
})

test('what belongs to a link stays', () => {
  for (const link of ['wss://relay.example/a b', 'wss://relay.example/"', '"', "'a", '']) {
    expect(cleanLink(link)).toBe(link)
  }
})

test('a text is written in lower case only if it is all capitals', () => {
  expect(inSmallLetters('BFONBOARD1QQ')).toBe('bfonboard1qq')
  expect(inSmallLetters('Bfonboard1QQ')).toBe('Bfonboard1QQ')
})

test('hostile text is cleaned in a time that grows with its length', () => {
  expect(slowTexts(cleanLink)).toEqual([])
})
