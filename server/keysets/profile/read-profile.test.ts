import { expect, test } from 'vitest'
import { PROFILE_NAME_MAX } from '#contract/limits.ts'
import { readProfile } from './read-profile.ts'

const read = (content: unknown) => readProfile(JSON.stringify(content))

test('The name that people see comes first, on one line', () => {
  expect(
    read({ name: 'anna', display_name: ' Anna\n K. ', picture: 'https://a.example/p' }),
  ).toEqual({
    name: 'Anna K.',
    picture: 'https://a.example/p',
  })
  expect(read({ name: 'anna', display_name: '  ' })).toEqual({ name: 'anna', picture: null })
})

test.each(['', 'null', '[]', '7', '"Anna"', '{', '{"name":7,"picture":{}}', '{"name":null}'])(
  'Nothing is read of what is no profile: %s',
  (content) => {
    expect(readProfile(content)).toEqual({ name: null, picture: null })
  },
)

test.each([
  ['long', 'x'.repeat(1_000_000)],
  ['turned around', '\u202e'.repeat(64)],
  ['stacked', `a${'\u0300'.repeat(1_000)}`],
  ['of astral characters', '🦊'.repeat(1_000)],
  ['of null characters', '\u0000'.repeat(1_000)],
])('A name that is %s is cut, and safe to show', (_, name) => {
  const shown = read({ name }).name ?? ''
  expect([...shown].length).toBeLessThanOrEqual(PROFILE_NAME_MAX)
  expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  expect(shown).not.toMatch(/\p{M}{5}/u)
})
