import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { seededPrng } from '#tests/support/prng.ts'
import { thrownBy } from '#tests/support/thrown.ts'
import { hmac } from './hash.ts'

const prng = seededPrng(23)

test('a MAC is the one of Node’s own HMAC, for keys and messages of any size', () => {
  for (let size = 0; size <= 64; size += 1) {
    const [key, message] = [prng.bytes(size), prng.bytes(3 * size)]
    const expected = createHmac('sha256', key).update(message).digest('hex')
    const mac = hmac(key)
    expect(mac(message).toString('hex')).toBe(expected)
    expect(mac(message.subarray(0, size), message.subarray(size)).toString('hex')).toBe(expected)
  }
})

test('a key that would have to be hashed first is refused', () => {
  expect(thrownBy(() => hmac(prng.bytes(65)))).toBeInstanceOf(RangeError)
})
