import { createHash, createHmac } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { v2 } from 'nostr-tools/nip44'
import { describe, expect, test } from 'vitest'
import { cipher as texts } from '#contract/codes.ts'
import { seededPrng } from '../../tests/support/prng.ts'
import { sharedX as ownSharedX } from './cipher.ts'
import { isPoint } from './curve/hex.ts'
import { messageKeys, nip44, paddedLength } from './nip44.ts'
import vectors from './nip44-vectors.json' with { type: 'json' }

const bytes = (hex: string): Uint8Array => Buffer.from(hex, 'hex')
const hex = (value: Uint8Array): string => Buffer.from(value).toString('hex')
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const xOnlyKeyOf = (secretKey: string): string =>
  hex(secp256k1.getPublicKey(bytes(secretKey)).subarray(1))

/** The x coordinate of secretKey · publicKey, computed without any cipher's code. */
const sharedX = (secretKey: string, publicKey: string): string =>
  hex(secp256k1.getSharedSecret(bytes(secretKey), bytes(`02${publicKey}`)).subarray(1))

describe('the official vectors', () => {
  test.each(vectors.conversationKeys)(
    'give conversation key $conversationKey',
    ({ secretKey, publicKey, conversationKey }) => {
      const key = nip44.conversationKey(sharedX(secretKey, publicKey))
      expect(hex(key)).toBe(conversationKey)
    },
  )

  test.each(vectors.messageKeys.keys)(
    'give the keys of nonce $nonce',
    ({ nonce, chachaKey, chachaNonce, hmacKey }) => {
      const { cipher, iv, mac } = messageKeys(
        bytes(vectors.messageKeys.conversationKey),
        bytes(nonce),
      )
      expect([hex(cipher), hex(iv), hex(mac)]).toEqual([
        chachaKey,
        `00000000${chachaNonce}`,
        hmacKey,
      ])
    },
  )

  test.each(vectors.paddedLengths)('pad %d bytes to %d', (length, padded) => {
    expect(paddedLength(length ?? 0)).toBe(padded)
  })

  test.each(vectors.payloads)(
    'give the payload of $plaintext, which both sides read',
    ({ secretKey, otherSecretKey, conversationKey, nonce, plaintext, payload }) => {
      const theirs = nip44.conversationKey(sharedX(otherSecretKey, xOnlyKeyOf(secretKey)))
      const ours = nip44.conversationKey(sharedX(secretKey, xOnlyKeyOf(otherSecretKey)))
      expect(hex(ours)).toBe(conversationKey)
      expect(nip44.plaintextProblem(plaintext)).toBeNull()
      expect(nip44.encrypt(plaintext, ours, bytes(nonce))).toBe(payload)
      expect(nip44.payloadProblem(payload)).toBeNull()
      expect(nip44.decrypt(payload, theirs)).toBe(plaintext)
    },
  )

  test.each(vectors.longPayloads)(
    'give the payload of $repeat times $pattern',
    ({ conversationKey, nonce, pattern, repeat, plaintextSha256, payloadSha256 }) => {
      const plaintext = pattern.repeat(repeat)
      expect(sha256(plaintext)).toBe(plaintextSha256)
      expect(nip44.plaintextProblem(plaintext)).toBeNull()
      const payload = nip44.encrypt(plaintext, bytes(conversationKey), bytes(nonce))
      expect(sha256(payload)).toBe(payloadSha256)
      expect(nip44.payloadProblem(payload)).toBeNull()
      expect(nip44.decrypt(payload, bytes(conversationKey))).toBe(plaintext)
    },
  )

  test.each(vectors.invalidLengths)('refuse a plaintext of %d bytes', (length) => {
    expect(nip44.plaintextProblem('x'.repeat(length))).toEqual(texts.plaintextSize(65_535))
  })

  test.each(vectors.invalidSecretKeys)('refuse a secret key: $why', ({ secretKey, publicKey }) => {
    // The vectors' public key is invalid as well, so a valid one is used, too.
    for (const other of [publicKey, xOnlyKeyOf('11'.repeat(32))]) {
      expect(() => ownSharedX(secretKey, other)).toThrow()
    }
  })

  test.each(vectors.invalidPublicKeys)('refuse a public key: $why', ({ publicKey }) => {
    expect(isPoint(`02${publicKey}`)).toBe(false)
  })

  test.each(vectors.invalidPayloads)(
    'decrypt nothing: $why',
    ({ why, conversationKey, payload }) => {
      // Wrong padding or a wrong MAC is found only with the right key.
      const needsKey = why === 'invalid MAC' || why === 'invalid padding'
      expect(nip44.payloadProblem(payload)).toBe(needsKey ? null : texts.notNip44)
      expect(nip44.decrypt(payload, bytes(conversationKey))).toBeNull()
    },
  )
})

test.each([
  ['short', '\uFEFFkeeps its mark'],
  ['that is only the mark', '\uFEFF'],
  ['with a mark twice', '\uFEFF\uFEFFx'],
  ['with a mark inside', 'x\uFEFF'],
  ['of any length', `\uFEFF${'x'.repeat(65_535)}`],
])('a text %s comes back as it was', (_, plaintext) => {
  const key = bytes('11'.repeat(32))
  expect(nip44.decrypt(v2.encrypt(plaintext, key), key)).toBe(plaintext)
})

describe('beside nostr-tools', () => {
  const random = seededPrng(44)
  // Sizes around each step of the padding and each form of the length, and some between.
  const steps = Array.from({ length: 12 }, (_, power) => 2 ** (power + 1))
  const sizes = new Set([
    ...steps.flatMap((step) => [step - 1, step, step + 1, step + step / 8, step + step / 8 + 1]),
    ...Array.from({ length: 20 }, () => 1 + random.integer(3_000)),
    ...[57_345, 65_535, 65_536, 65_537, 73_729],
  ])
  const whole = [...sizes].filter(Number.isInteger).map((size) => [size] as const)

  test.each(whole)('%d bytes give the same payload, and each decrypts it', (size) => {
    const [key, nonce] = [random.bytes(32), random.bytes(32)]
    const text = 'ш'.repeat(Math.floor(size / 2)) + 'x'.repeat(size % 2)
    const payload = nip44.encrypt(text, key, nonce)
    expect(payload === v2.encrypt(text, key, nonce)).toBe(true)
    expect(payload).toHaveLength(nip44.payloadChars(size))
    expect(nip44.decrypt(payload, key) === text).toBe(true)
    expect(v2.decrypt(payload, key) === text).toBe(true)
  })

  test('half of a surrogate pair is encrypted alike', () => {
    const [key, nonce] = [random.bytes(32), random.bytes(32)]
    expect(nip44.encrypt('a\uD83Db', key, nonce)).toBe(v2.encrypt('a\uD83Db', key, nonce))
  })

  test('a payload with any byte changed is not decrypted', () => {
    const key = random.bytes(32)
    const payload = Buffer.from(nip44.encrypt('a text', key), 'base64')
    for (const [at, byte] of payload.entries()) {
      const changed = Buffer.from(payload)
      changed[at] = byte ^ (1 << random.integer(8))
      expect(nip44.decrypt(changed.toString('base64'), key)).toBeNull()
    }
  })

  test('nothing is encrypted that the standard forbids', () => {
    const key = random.bytes(32)
    expect(() => nip44.encrypt('', key)).toThrow(RangeError)
    expect(() => nip44.encrypt('a', key.subarray(1))).toThrow(RangeError)
    expect(() => nip44.encrypt('a', key, key.subarray(1))).toThrow(RangeError)
  })
})

describe('a payload that a holder of the key has altered', () => {
  const key = bytes('11'.repeat(32))
  const nonce = bytes('22'.repeat(32))

  /** The payload of a text, with one byte of its padded form changed. */
  function forged(text: string, at: number, bits: number): string {
    const payload = Buffer.from(v2.encrypt(text, key, nonce), 'base64')
    // Version 1 ‖ nonce 32.
    payload.writeUInt8(payload.readUInt8(33 + at) ^ bits, 33 + at)
    const { mac } = messageKeys(key, nonce)
    payload.set(
      createHmac('sha256', mac).update(payload.subarray(1, -32)).digest(),
      payload.length - 32,
    )
    return payload.toString('base64')
  }

  test('is decrypted if nothing is wrong with it', () => {
    expect(nip44.decrypt(forged('abc', 2, 0), key)).toBe('abc')
  })

  test('is refused, and not repaired, if it is not UTF-8', () => {
    const payload = forged('abc', 2, 0x80)
    expect(v2.decrypt(payload, key)).toBe('\uFFFDbc')
    expect(nip44.decrypt(payload, key)).toBeNull()
  })

  test.each([
    ['a length of 0', 1, 3],
    ['a length that needs other padding', 1, 64],
    ['a length beyond the end', 0, 0x80],
  ])('is refused with %s', (_, at, bits) => {
    const payload = forged('abc', at, bits)
    expect(() => v2.decrypt(payload, key)).toThrow()
    expect(nip44.decrypt(payload, key)).toBeNull()
  })

  test('is refused with a short text in the long form', () => {
    // Two zeros, the length in 4 bytes, and the text.
    const payload = forged(`\0\0\0\x3c${'x'.repeat(32)}`, 1, 36)
    expect(() => v2.decrypt(payload, key)).toThrow()
    expect(nip44.decrypt(payload, key)).toBeNull()
  })

  test('is refused with anything but zeros after the text', () => {
    const payload = forged('abc', 2 + 31, 1)
    expect(v2.decrypt(payload, key)).toBe('abc')
    expect(nip44.decrypt(payload, key)).toBeNull()
  })
})

test('a payload without padding is read', () => {
  const key = bytes('11'.repeat(32))
  const text = 'x'.repeat(33)
  const payload = nip44.encrypt(text, key)
  const bare = payload.replace(/=+$/, '')
  expect(bare).not.toBe(payload)
  expect(nip44.payloadProblem(bare)).toBeNull()
  expect(nip44.decrypt(bare, key)).toBe(text)
})

test('the same text is never encrypted to the same payload twice', () => {
  const key = bytes('11'.repeat(32))
  expect(nip44.encrypt('again', key)).not.toBe(nip44.encrypt('again', key))
})

test('the size limit counts bytes, not characters', () => {
  expect(nip44.plaintextProblem('é'.repeat(32_767))).toBeNull()
  expect(nip44.plaintextProblem('é'.repeat(32_768))).toEqual(texts.plaintextSize(65_535))
})

test('a payload of another key is not decrypted', () => {
  const payload = nip44.encrypt('for someone else', bytes('11'.repeat(32)))
  expect(nip44.payloadProblem(payload)).toBeNull()
  expect(nip44.decrypt(payload, bytes('22'.repeat(32)))).toBeNull()
})
