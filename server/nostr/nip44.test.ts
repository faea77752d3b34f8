import { createHash, createHmac } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { expand } from '@noble/hashes/hkdf'
import { sha256 as sha256Hash } from '@noble/hashes/sha2'
import { v2 } from 'nostr-tools/nip44'
import { describe, expect, test } from 'vitest'
import { cipher as texts } from '../contract/messages.ts'
import { isPoint } from '../curve/hex.ts'
import { nip44 } from './nip44.ts'
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
    expect(nip44.plaintextProblem('x'.repeat(length))).toBe(texts.plaintextSize(65_535))
  })

  test.each(vectors.invalidPublicKeys)('refuse a public key: $why', ({ publicKey }) => {
    expect(isPoint(`02${publicKey}`)).toBe(false)
  })

  test.each(vectors.invalidPayloads)(
    'decrypt nothing: $why',
    ({ why, conversationKey, payload }) => {
      // Only with the right key can wrong padding or a wrong MAC be told.
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

test('bytes that are not text are not made into one', () => {
  const key = bytes('11'.repeat(32))
  const nonce = bytes('22'.repeat(32))
  const payload = Buffer.from(v2.encrypt('abc', key, nonce), 'base64')
  // version 1 ‖ nonce 32 ‖ length 2, and then the text.
  payload.writeUInt8(payload.readUInt8(35) ^ 0x80, 35)
  const macKey = expand(sha256Hash, key, nonce, 76).subarray(44)
  const mac = createHmac('sha256', macKey).update(payload.subarray(1, -32)).digest()
  const forged = Buffer.concat([payload.subarray(0, -32), mac]).toString('base64')
  expect(v2.decrypt(forged, key)).toBe('\uFFFDbc')
  expect(nip44.decrypt(forged, key)).toBeNull()
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
  expect(nip44.plaintextProblem('é'.repeat(32_768))).toBe(texts.plaintextSize(65_535))
})

test('a payload of another key is not decrypted', () => {
  const payload = nip44.encrypt('for someone else', bytes('11'.repeat(32)))
  expect(nip44.payloadProblem(payload)).toBeNull()
  expect(nip44.decrypt(payload, bytes('22'.repeat(32)))).toBeNull()
})
