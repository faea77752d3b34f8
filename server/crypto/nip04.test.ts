import { createCipheriv } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import * as counterpart from 'nostr-tools/nip04'
import { expect, test } from 'vitest'
import { cipher as texts } from '#contract/codes.ts'
import { seededPrng } from '../../tests/support/prng.ts'
import { nip04 } from './nip04.ts'

const TEXTS = [
  'a',
  '',
  'exactly sixteen!',
  '表ポあA鷗ŒéＢ 🍕',
  '\uFEFFkeeps its mark',
  'x'.repeat(100_000),
]

const random = seededPrng(4)
const hex = (value: Uint8Array): string => Buffer.from(value).toString('hex')

/** Two parties: the secret key of one, the public key of the other, and the point they share. */
function parties() {
  const [ours, theirs] = [random.bytes(32), random.bytes(32)]
  const publicKey = (secretKey: Uint8Array) => hex(secp256k1.getPublicKey(secretKey).subarray(1))
  const shared = secp256k1.getSharedSecret(theirs, Buffer.from(`02${publicKey(ours)}`, 'hex'))
  return {
    theirs: hex(theirs),
    ourPublicKey: publicKey(ours),
    key: nip04.conversationKey(hex(shared.subarray(1))),
  }
}

test.each(TEXTS)('what we encrypt, nostr-tools decrypts: %.20s', (text) => {
  const { theirs, ourPublicKey, key } = parties()
  const payload = nip04.encrypt(text, key)
  expect(nip04.payloadProblem(payload)).toBeNull()
  expect(Buffer.from(counterpart.decrypt(theirs, ourPublicKey, payload))).toEqual(
    // Its decoder drops a byte order mark.
    Buffer.from(text.replace(/^\uFEFF/, '')),
  )
})

test.each(TEXTS)('what nostr-tools encrypts, we decrypt: %.20s', (text) => {
  const { theirs, ourPublicKey, key } = parties()
  const payload = counterpart.encrypt(theirs, ourPublicKey, text)
  expect(nip04.payloadProblem(payload)).toBeNull()
  expect(nip04.decrypt(payload, key)).toBe(text)
})

test('with a given IV the payload is that of AES-256-CBC', () => {
  const key = random.bytes(32)
  const iv = random.bytes(16)
  const aes = createCipheriv('aes-256-cbc', key, iv)
  const ciphertext = Buffer.concat([aes.update('hello'), aes.final()])
  expect(nip04.encrypt('hello', key, iv)).toBe(
    `${ciphertext.toString('base64')}?iv=${Buffer.from(iv).toString('base64')}`,
  )
})

test('a payload without padding is read', () => {
  const { key } = parties()
  for (const text of ['a', 'a text of more than one block', 'x'.repeat(100)]) {
    const bare = nip04.encrypt(text, key).replaceAll('=', '').replace('?iv', '?iv=')
    expect(nip04.payloadProblem(bare)).toBeNull()
    expect(nip04.decrypt(bare, key)).toBe(text)
  }
})

test('the same text is never encrypted to the same payload twice', () => {
  const { key } = parties()
  expect(nip04.encrypt('again', key)).not.toBe(nip04.encrypt('again', key))
})

test('a wrong key reads nothing, even if the padding happens to be sound', () => {
  const payload = nip04.encrypt('a message of more than one block', random.bytes(32))
  // A padding byte is sound by chance in about 1 of 256.
  for (let n = 0; n < 2_000; n += 1) expect(nip04.decrypt(payload, random.bytes(32))).toBeNull()
})

test.each([
  ['nothing', ''],
  ['no IV', 'AAAAAAAAAAAAAAAAAAAAAA=='],
  ['an empty IV', 'AAAAAAAAAAAAAAAAAAAAAA==?iv='],
  ['a short IV', 'AAAAAAAAAAAAAAAAAAAAAA==?iv=AAAAAAAAAAAAAAAAAAAA'],
  ['no ciphertext', '?iv=AAAAAAAAAAAAAAAAAAAAAA=='],
  ['part of a block', 'AAAAAAAAAAAAAAAAAAAA?iv=AAAAAAAAAAAAAAAAAAAAAA=='],
  ['other characters', 'AAAAAAAAAAAA!AAAAAAAAA==?iv=AAAAAAAAAAAAAAAAAAAAAA=='],
  ['two IVs', 'AAAAAAAAAAAAAAAAAAAAAA==?iv=AAAAAAAAAAAAAAAAAAAAAA==?iv=AAAAAAAAAAAAAAAAAAAAAA=='],
])('a payload with %s is refused', (_what, payload) => {
  expect(nip04.payloadProblem(payload)).toBe(texts.notNip04)
  expect(nip04.decrypt(payload, random.bytes(32))).toBeNull()
})
