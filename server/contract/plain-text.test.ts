import { expect, test } from 'vitest'
import { cleanName, plainLine, plainText } from './plain-text.ts'

test.each([
  ['a turn of the direction', 'pay \u202Eecila', 'pay [U+202E]ecila'],
  ['a control', 'a\u0007b\u001b[31m', 'a[U+0007]b[U+001B][31m'],
  ['a space without width', 'pay\u200bpal', 'pay[U+200B]pal'],
  ['a byte order mark', '\ufefftext', '[U+FEFF]text'],
  ['a filler', 'a\u3164b', 'a[U+3164]b'],
  ['an empty cell of braille', 'a\u2800b', 'a[U+2800]b'],
  ['what fonts ignore', 'a\u034f\u17b4\u180bb\u{e0041}', 'a[U+034F][U+17B4][U+180B]b[U+E0041]'],
  ['variants of what has none', 'a\ufe0f\u{e0100}', 'a[U+FE0F][U+E0100]'],
  ['a second variant', '❤\ufe0f\ufe0f', '❤\ufe0f[U+FE0F]'],
  ['a letter under a heap of marks', `a${'\u0301'.repeat(50)}b`, `a${'\u0301'.repeat(4)}b`],
])('names invisible characters: %s', (_what, text, shown) => {
  expect(plainText(text, 100).text).toBe(shown)
})

test('leaves languages and emojis as they are', () => {
  const text = 'שלום می‌خواهم 👩‍👩‍👧 ❤\ufe0f 1\ufe0f\u20e3 葛\u{e0100} e\u0301\nnext line\tand more'
  expect(plainText(text, 100)).toEqual({ text, more: 0 })
})

test('cuts a text between characters, and says how many more there are', () => {
  expect(plainText('👍'.repeat(10), 4)).toEqual({ text: '👍'.repeat(4), more: 6 })
})

test('a name is one line without invisible characters', () => {
  expect(cleanName('  An\u202ena\n\u200b K. \u2764\ufe0f ')).toBe('Anna K. \u2764\ufe0f')
  expect(cleanName('\u0645\u06cc\u200c\u062e')).toBe('\u0645\u06cc\u200c\u062e')
  for (const none of ['\u200b', '\u2800 \u3164', '\u200d\u200c', '\u202e\u2066']) {
    expect(cleanName(none)).toBe('')
  }
})

test('puts a text on one line', () => {
  expect(plainLine('  one\n\n two\tthree ', 9)).toBe('one two t…')
  expect(plainLine('  one\n', 9)).toBe('one')
})
