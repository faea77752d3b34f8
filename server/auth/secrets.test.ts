import { expect, test } from 'vitest'
import { equalSecrets, matcherOf, tagOf } from './secrets.ts'

const pairs: [string, string, boolean][] = [
  ['', '', true],
  ['secret', 'secret', true],
  ['secret', 'Secret', false],
  ['secret', 'secret ', false],
  ['secret', '', false],
  ['', 'secret', false],
  ['a'.repeat(10_000), 'a'.repeat(10_000), true],
  ['a'.repeat(10_000), 'a'.repeat(9_999), false],
  ['schlüssel', 'schlüssel', true],
]

test.each(pairs)('texts of any length are compared: %#', (one, other, same) => {
  expect(equalSecrets(one, other)).toBe(same)
  expect(matcherOf(one)(other)).toBe(same)
})

test('the tags that are compared are equally long, whatever the length of the text', () => {
  expect(['', 'a', 'a'.repeat(10_000)].map((text) => tagOf(text).length)).toEqual([32, 32, 32])
})
