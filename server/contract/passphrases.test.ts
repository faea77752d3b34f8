import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readableSecret } from './passphrases.ts'

test('A password is five groups of four characters, none of which is misread', () => {
  for (let n = 0; n < 200; n += 1) {
    expect(readableSecret(randomBytes)).toMatch(
      /^[0-9a-hjkmnp-tv-z]{4}(?:-[0-9a-hjkmnp-tv-z]{4}){4}$/,
    )
  }
})

test('Each of its characters is five random bits, 100 in all', () => {
  const all = Array.from({ length: 32 }, (_, value) => {
    const fixed = readableSecret((bytes) => new Uint8Array(bytes).fill(value))
    expect(new Set(fixed.replaceAll('-', '')).size).toBe(1)
    expect(readableSecret((bytes) => new Uint8Array(bytes).fill(value + 224))).toBe(fixed)
    return fixed
  })
  expect(new Set(all).size).toBe(32)
  expect(readableSecret((bytes) => Uint8Array.from({ length: bytes }, (_, at) => at))).toBe(
    '0123-4567-89ab-cdef-ghjk',
  )
})

test('No two passwords are alike', () => {
  expect(new Set(Array.from({ length: 500 }, () => readableSecret(randomBytes))).size).toBe(500)
})
