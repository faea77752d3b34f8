import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { describe, expect, test } from 'vitest'
import vectors from '#tests/support/bip340-vectors.json' with { type: 'json' }
import { seededPrng } from '#tests/support/prng.ts'
import { thrownBy } from '#tests/support/thrown.ts'
import { multiplyBaseSecret, signer } from './curve.ts'
import type { Library } from './library.ts'
import { loadNative } from './native.ts'
import { compressed, hasEvenY, isSamePoint, type Point, xOf } from './point.ts'
import { CURVE_ORDER, randomScalar, scalarHex } from './scalars.ts'
import { loadWasm } from './wasm.ts'

const { BASE, fromBytes } = secp256k1.Point
const prng = seededPrng(17)
const bytesOf = (scalar: bigint) => Buffer.from(scalarHex(scalar), 'hex')
const pointOf = (scalar: bigint): Point => BASE.multiply(scalar).toBytes(false)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** The smallest and largest scalars, and some in between. */
const scalars = [
  1n,
  2n,
  3n,
  2n ** 128n,
  (CURVE_ORDER - 1n) / 2n,
  (CURVE_ORDER + 1n) / 2n,
  CURVE_ORDER - 2n,
  CURVE_ORDER - 1n,
  ...Array.from({ length: 40 }, () => randomScalar(prng.bytes)),
]

const native = loadNative()
const libraries: [string, Library][] = [
  ['WebAssembly', loadWasm()],
  ...(native ? ([['the native addon', native]] satisfies [string, Library][]) : []),
]

test('the native addon is used where its package has a binary', () => {
  const hasBinary = ['linux-x64', 'win32-x64', 'darwin-arm64']
  expect(native !== null).toBe(hasBinary.includes(`${process.platform}-${process.arch}`))
})

describe.each(libraries)(
  'public arithmetic by %s',
  (_, { negate, add, multiply, multiplyBase, verify }) => {
    test('multiplies as noble does', () => {
      for (const scalar of scalars) {
        const point = pointOf(randomScalar(prng.bytes))
        const expected = fromBytes(point).multiply(scalar).toBytes(false)
        expect(hex(multiply(point, bytesOf(scalar)))).toBe(hex(expected))
        expect(hex(multiplyBase(bytesOf(scalar)))).toBe(hex(pointOf(scalar)))
      }
    })

    test('adds as noble does, even a point to itself', () => {
      for (const scalar of scalars) {
        const [a, b] = [pointOf(scalar), pointOf(randomScalar(prng.bytes))]
        expect(hex(add(a, b))).toBe(hex(fromBytes(a).add(fromBytes(b)).toBytes(false)))
        expect(hex(add(a, a))).toBe(hex(fromBytes(a).double().toBytes(false)))
      }
    })

    test('throws when a sum is the point at infinity', () => {
      const point = pointOf(5n)
      expect(thrownBy(() => add(point, negate(point)))).toBeInstanceOf(Error)
    })

    test.each([
      ['zero', Buffer.alloc(32)],
      ['the curve order', Buffer.from(CURVE_ORDER.toString(16), 'hex')],
      ['above it', Buffer.alloc(32, 0xff)],
      ['too short', Buffer.alloc(31, 1)],
    ])('refuses a scalar that is %s', (_, scalar) => {
      expect(thrownBy(() => multiply(pointOf(5n), scalar))).toBeInstanceOf(Error)
      expect(thrownBy(() => multiplyBase(scalar))).toBeInstanceOf(Error)
    })

    test('verifies as BIP-340 says', () => {
      for (const { signature, message, publicKey, valid, index } of vectors) {
        const [sig, msg, key] = [signature, message, publicKey].map((h) => Buffer.from(h, 'hex'))
        if (msg?.length !== 32 || !sig || !key) continue
        expect([index, verify(sig, msg, key)]).toEqual([index, valid])
      }
    })

    test('verifies no signature with a bit flipped anywhere, nor of another message or key', () => {
      const seckey = bytesOf(randomScalar(prng.bytes))
      const message = prng.bytes(32)
      const pubkey = schnorr.getPublicKey(seckey)
      const signature = signer(seckey)(message, prng.bytes(32))
      expect(verify(signature, message, pubkey)).toBe(true)
      for (const [index, part] of [signature, message, pubkey].entries()) {
        for (let bit = 0; bit < part.length * 8; bit += 1) {
          const flipped = part.slice()
          flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
          const parts = [signature, message, pubkey].with(index, flipped)
          const [s = signature, m = message, k = pubkey] = parts
          expect(verify(s, m, k)).toBe(false)
        }
      }
    })

    test.each([
      ['a signature of another size', [63, 32, 32]],
      ['a message of another size', [64, 31, 32]],
      ['a key of another size', [64, 32, 33]],
    ])('does not verify %s', (_, sizes) => {
      const [s = 0, m = 0, k = 0] = sizes
      expect(verify(prng.bytes(s), prng.bytes(m), prng.bytes(k))).toBe(false)
    })

    test('does not verify a signature whose nonce would be the point at infinity', () => {
      // s = e·d makes s·G − e·P the point at infinity.
      const key = schnorr.getPublicKey(bytesOf(1n))
      const nonce = xOf(pointOf(7n))
      const message = prng.bytes(32)
      const challenge = challengeBy(nonce, key, message)
      const signature = Buffer.concat([nonce, bytesOf(challenge)])
      expect(verify(signature, message, key)).toBe(false)
    })
  },
)

/** By noble's hash, as BIP-340 defines it. */
const challengeBy = (nonce: Uint8Array, key: Uint8Array, message: Uint8Array): bigint =>
  BigInt(`0x${hex(schnorr.utils.taggedHash('BIP0340/challenge', nonce, key, message))}`) %
  CURVE_ORDER

describe.each(libraries)('a secret scalar by %s', (_, { secretMultiplier, sharedX }) => {
  test('multiplies a point as noble does, whatever the sign of the result', () => {
    const signs = new Set<boolean>()
    for (const scalar of scalars.filter((one) => one < CURVE_ORDER - 1n)) {
      const point = pointOf(randomScalar(prng.bytes))
      const product = secretMultiplier(bytesOf(scalar))(point)
      expect(hex(product)).toBe(hex(fromBytes(point).multiply(scalar).toBytes(false)))
      expect(hex(sharedX(bytesOf(scalar), compressed(point)))).toBe(hex(xOf(product)))
      signs.add(hasEvenY(product))
    }
    expect(signs.size).toBe(2)
  })

  test.each([
    ['zero', 0n],
    ['the curve order', CURVE_ORDER],
  ])('that is %s is refused', (_, scalar) => {
    const point = pointOf(5n)
    expect(thrownBy(() => secretMultiplier(bytesOf(scalar))(point))).toBeInstanceOf(Error)
    expect(thrownBy(() => sharedX(bytesOf(scalar), point))).toBeInstanceOf(Error)
  })

  test('is not multiplied with anything but a point', () => {
    for (const none of [`02${'00'.repeat(31)}05`, `02${'ff'.repeat(32)}`, '02', '']) {
      const bytes = Buffer.from(none, 'hex')
      expect(thrownBy(() => secretMultiplier(bytesOf(5n))(bytes))).toBeInstanceOf(Error)
      expect(thrownBy(() => sharedX(bytesOf(5n), bytes))).toBeInstanceOf(Error)
    }
  })
})

describe('a secret scalar', () => {
  test('multiplies the generator as noble does', () => {
    for (const scalar of scalars)
      expect(hex(multiplyBaseSecret(bytesOf(scalar)))).toBe(hex(pointOf(scalar)))
    for (const scalar of [0n, CURVE_ORDER])
      expect(thrownBy(() => multiplyBaseSecret(bytesOf(scalar)))).toBeInstanceOf(Error)
  })
})

describe.each(libraries)('signing by %s', (_, { signer }) => {
  const signing = (message: Uint8Array, seckey: Uint8Array, aux: Uint8Array) =>
    signer(seckey)(message, aux)

  test('gives the very bytes of BIP-340, and leaves its input unchanged', () => {
    for (const scalar of [...scalars, ...scalars]) {
      const [message, seckey, aux] = [prng.bytes(32), bytesOf(scalar), prng.bytes(32)]
      const before = [message, seckey, aux].map(hex)
      const expected = schnorr.sign(message, seckey, aux)
      expect(hex(signing(message, seckey, aux))).toBe(hex(expected))
      expect([message, seckey, aux].map(hex)).toEqual(before)
    }
  })

  test.each([
    ['a key that is zero', 32, 0n, 32],
    ['a key that is the curve order', 32, CURVE_ORDER, 32],
    ['a message of another size', 31, 5n, 32],
    ['randomness of another size', 32, 5n, 33],
  ])('refuses %s', (_, messageBytes, scalar, auxBytes) => {
    const [message, aux] = [prng.bytes(messageBytes), prng.bytes(auxBytes)]
    expect(thrownBy(() => signing(message, bytesOf(scalar), aux))).toBeInstanceOf(Error)
  })
})

describe.each(libraries)('a point by %s', (_, { parsePoint, negate }) => {
  test('is the same from either form, and its negative has the other sign', () => {
    for (const scalar of scalars) {
      const point = pointOf(scalar)
      expect(isSamePoint(parsePoint(compressed(point)), point)).toBe(true)
      expect(hex(negate(point))).toBe(hex(fromBytes(point).negate().toBytes(false)))
    }
  })

  test.each([
    ['not on the curve', `02${'00'.repeat(31)}05`],
    ['above the field', `02${'ff'.repeat(32)}`],
    ['of another form', `05${'11'.repeat(32)}`],
    ['short', '0211'],
    ['empty', ''],
  ])('that is %s is refused', (_reason, text) => {
    expect(thrownBy(() => parsePoint(Buffer.from(text, 'hex')))).toBeInstanceOf(Error)
  })
})
