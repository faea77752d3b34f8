import { createECDH } from 'node:crypto'
import { schnorr } from '@noble/curves/secp256k1.js'
import { describe, expect, test } from 'vitest'
import { tweakedKey, verifyBip340 } from '../support/bip340.ts'
import vectors from '../support/bip340-vectors.json' with { type: 'json' }
import {
  add,
  GENERATOR,
  hexOfPoint,
  multiply,
  negate,
  ORDER,
  pointOfHex,
} from '../support/curve.ts'
import { seededPrng } from '../support/prng.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

describe('the verifier that the interop tests check signatures with', () => {
  test.each(vectors)('agrees with vector $index of BIP-340', (vector) => {
    const { signature, message, publicKey, valid } = vector
    expect(verifyBip340(signature, message, publicKey)).toBe(valid)
  })

  test('accepts what another library signs, and nothing that differs from it in one bit', () => {
    const random = seededPrng(340)
    for (let round = 0; round < 10; round += 1) {
      const seckey = random.bytes(32)
      const message = random.bytes(32)
      const publicKey = hex(schnorr.getPublicKey(seckey))
      const signature = schnorr.sign(message, seckey, random.bytes(32))
      expect(verifyBip340(hex(signature), hex(message), publicKey)).toBe(true)
      const changed = Uint8Array.from(signature)
      const at = random.integer(64)
      changed[at] = (changed[at] ?? 0) ^ (1 << random.integer(8))
      expect(verifyBip340(hex(changed), hex(message), publicKey)).toBe(false)
    }
  })

  test('multiplies points as OpenSSL does', () => {
    const random = seededPrng(256)
    for (let round = 0; round < 10; round += 1) {
      const secret = hex(random.bytes(32))
      const ecdh = createECDH('secp256k1')
      ecdh.setPrivateKey(secret, 'hex')
      const point = multiply(BigInt(`0x${secret}`), GENERATOR)
      expect(hexOfPoint(point)).toBe(ecdh.getPublicKey('hex', 'compressed'))
      expect(pointOfHex(hexOfPoint(point))).toEqual(point)
    }
  })

  test('knows the point at infinity', () => {
    expect(multiply(ORDER, GENERATOR)).toBe(null)
    expect(add(GENERATOR, negate(GENERATOR))).toBe(null)
    expect(add(GENERATOR, null)).toEqual(GENERATOR)
    expect(add(GENERATOR, GENERATOR)).toEqual(multiply(2n, GENERATOR))
  })

  test('tweaks a key as its owner would tweak the secret', () => {
    const random = seededPrng(32)
    for (let round = 0; round < 10; round += 1) {
      const secret = BigInt(`0x${hex(random.bytes(32))}`)
      const tweaks = [hex(random.bytes(32)), hex(random.bytes(32))]
      let tweaked = secret
      for (const tweak of tweaks) {
        const even = multiply(tweaked, GENERATOR)
        const sign = even && even.y % 2n === 0n ? 1n : -1n
        tweaked = (((sign * tweaked + BigInt(`0x${tweak}`)) % ORDER) + ORDER) % ORDER
      }
      const groupKey = hexOfPoint(multiply(secret, GENERATOR))
      expect(tweakedKey(groupKey, tweaks)).toBe(hexOfPoint(multiply(tweaked, GENERATOR)))
    }
  })
})
