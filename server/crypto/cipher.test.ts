import { expect, test } from 'vitest'
import { bytesOfBase64 } from './cipher.ts'

test.each([
  ['', []],
  ['AA==', [0]],
  ['AAE=', [0, 1]],
  ['+/+/', [0xfb, 0xff, 0xbf]],
  ['AA', [0]],
  ['AAE', [0, 1]],
])('“%s” is base64', (text, bytes) => {
  expect([...(bytesOfBase64(text) ?? [NaN])]).toEqual(bytes)
})

test.each([
  ['with half of its padding', 'AA='],
  ['with too much padding', 'AAE=='],
  ['with padding inside', 'AA==AA=='],
  ['whose unused last bits are not zero', 'AB=='],
  ['of the URL alphabet', '-_-_'],
  ['with a line feed', 'AAE=\n'],
  ['with a space', 'AA E='],
  ['with another character', 'A*E='],
  ['cut short', 'A'],
])('a text %s is not base64', (_, text) => {
  expect(bytesOfBase64(text)).toBeNull()
})
