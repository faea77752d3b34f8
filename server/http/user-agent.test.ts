import { expect, it } from 'vitest'
import { describeBrowser } from './user-agent.ts'

const MOZILLA = 'Mozilla/5.0'
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  ['Firefox on Linux', `${MOZILLA} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`],
  [
    'Chrome on Windows',
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0 Safari/537.36`,
  ],
  [
    'Edge on Windows',
    `${MOZILLA} (Windows NT 10.0) ${WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0`,
  ],
  [
    'Safari on iPhone',
    `${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Safari/604.1`,
  ],
  [
    'Chrome on Android',
    `${MOZILLA} (Linux; Android 15) ${WEBKIT} Chrome/142.0 Mobile Safari/537.36`,
  ],
  ['Linux', 'something (Linux)'],
])('%s is recognised by its header', (words, header) => {
  expect(describeBrowser(header)).toBe(words)
})

it('names no browser for an unknown header', () => {
  expect(describeBrowser(undefined)).toBeUndefined()
  expect(describeBrowser('<script>alert(1)</script>')).toBeUndefined()
})
