import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSealer } from './sealing.ts'

const place = 'env_settings/SHARE_CRED'
const damaged = expect.objectContaining({ code: 'CORRUPT' })

test('a sealed text opens with the same key at the same place', () => {
  const key = randomBytes(32)
  const text = 'bfshare1 – ünïcode 🧊'

  const sealed = createSealer(key).seal(text, place)

  expect(createSealer(key).open(sealed, place)).toBe(text)
  expect(createSealer(key).open(createSealer(key).seal('', place), place)).toBe('')
})

test('the same text sealed twice looks different', () => {
  const sealer = createSealer(randomBytes(32))

  expect(sealer.seal('text', place).equals(sealer.seal('text', place))).toBe(false)
})

test('a wrong key is distinguished from damage', () => {
  const sealed = createSealer(randomBytes(32)).seal('text', place)

  expect(() => createSealer(randomBytes(32)).open(sealed, place)).toThrow(
    expect.objectContaining({ code: 'WRONG_KEY' }),
  )
})

test('a value moved to another record does not open', () => {
  const sealer = createSealer(randomBytes(32))
  const sealed = sealer.seal('text', place)

  expect(() => sealer.open(sealed, 'env_settings/GROUP_CRED')).toThrow(damaged)
})

test('a change of any byte is noticed', () => {
  const sealer = createSealer(randomBytes(32))
  const sealed = sealer.seal('text', place)

  for (let i = 0; i < sealed.length; i += 1) {
    const changed = Buffer.from(sealed)
    changed[i] = (changed[i] ?? 0) ^ 1
    expect(() => sealer.open(changed, place)).toThrow(/sealed/)
  }
})

test('a shortened value is noticed, whatever its length', () => {
  const sealer = createSealer(randomBytes(32))
  const sealed = sealer.seal('text', place)

  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => sealer.open(sealed.subarray(0, length), place)).toThrow(damaged)
  }
})
