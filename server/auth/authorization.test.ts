import { expect, test } from 'vitest'
import { threadTime } from '../../tests/support/holds.ts'
import { readAuthorization } from './authorization.ts'

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
const malformed = { scheme: 'malformed' }

test.each([
  [undefined, { scheme: 'none' }],
  ['', { scheme: 'none' }],
  ['Digest username="a"', { scheme: 'none' }],
  ['Basically', { scheme: 'none' }],
  ['Bearer key', { scheme: 'bearer', token: 'key' }],
  ['bearer   key', { scheme: 'bearer', token: 'key' }],
  [`Basic ${base64('alice:secret')}`, { scheme: 'basic', username: 'alice', password: 'secret' }],
  [`BASIC ${base64('alice:se:cret')}`, { scheme: 'basic', username: 'alice', password: 'se:cret' }],
  [
    `Basic ${base64(' alice :sec ret ')}`,
    { scheme: 'basic', username: 'alice', password: 'sec ret ' },
  ],
  [`Basic ${base64(':')}`, { scheme: 'basic', username: '', password: '' }],
  [`Basic ${base64('zoë:ü🦊')}`, { scheme: 'basic', username: 'zoë', password: 'ü🦊' }],
  ['Basic', malformed],
  ['Bearer', malformed],
  ['Basic ', malformed],
  ['Basic %%%', malformed],
  ['Basic a b', malformed],
  [`Basic ${base64('no colon')}`, malformed],
  [`Basic ${base64(Buffer.from([0xff, 0xfe, 0x3a, 0x41]))}`, malformed],
])('an Authorization header is read: %#', (header, expected) => {
  expect(readAuthorization(header)).toEqual(expected)
})

test('a huge header is read at once', () => {
  const started = threadTime()

  for (const filler of [' ', 'a', 'Basic ', '=']) {
    readAuthorization(`Basic ${filler.repeat(100_000)}x y`)
  }

  expect(threadTime() - started).toBeLessThan(1_000)
})
