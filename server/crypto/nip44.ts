import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { cipher as texts } from '#contract/messages.ts'
import { base64Chars, bytesOfBase64 } from './base64.ts'
import type { Cipher } from './cipher.ts'
import { NIP44_LONG_PLAINTEXT_MAX, NIP44_PLAINTEXT_MAX } from './cipher-limits.ts'
import { messageKeys } from './nip44-keys.ts'
import { paddedBytes, padText, unpadText } from './nip44-padding.ts'

const SALT = 'nip44-v2'
const VERSION = 2
const NONCE_BYTES = 32
const NONCE_END = 1 + NONCE_BYTES
const MAC_BYTES = 32
/** What is not the padded text: version ‖ nonce, and the MAC behind it. */
const FRAME_BYTES = NONCE_END + MAC_BYTES
const PAYLOAD_BYTES_MIN = FRAME_BYTES + paddedBytes(1)

/**
 * NIP-44, version 2, by OpenSSL: base64 of version 1 ‖ nonce 32 ‖ ChaCha20 (RFC 8439) of the padded text ‖
 * HMAC-SHA-256 of nonce and ciphertext. `random` is the nonce. Longer plaintexts are written in the form that
 * NIP-44 has for them since 2026, which older clients can't read.
 */
export const nip44: Cipher = {
  plaintextProblem: (plaintext, isLongAllowed = false) => {
    const most = isLongAllowed ? NIP44_LONG_PLAINTEXT_MAX : NIP44_PLAINTEXT_MAX
    const bytes = Buffer.byteLength(plaintext)
    return bytes >= 1 && bytes <= most ? null : texts.plaintextSize(most)
  },

  payloadProblem: (payload) => (bytesOfPayload(payload) === null ? texts.notNip44 : null),

  /** HKDF-extract (RFC 5869, section 2.2). */
  conversationKey: (sharedX) => createHmac('sha256', SALT).update(sharedX, 'hex').digest(),

  encrypt: (plaintext, key, random = randomBytes(NONCE_BYTES)) => {
    const keys = messageKeys(key, random)
    const ciphertext = createCipheriv('chacha20', keys.cipher, keys.iv).update(padText(plaintext))
    const payload = Buffer.allocUnsafe(FRAME_BYTES + ciphertext.length)
    payload[0] = VERSION
    payload.set(random, 1)
    payload.set(ciphertext, NONCE_END)
    payload.set(macOf(payload, keys.mac), NONCE_END + ciphertext.length)
    return payload.toString('base64')
  },

  payloadChars: (bytes) => base64Chars(FRAME_BYTES + paddedBytes(bytes)),

  decrypt: (payload, key) => {
    const bytes = bytesOfPayload(payload)
    if (bytes === null) return null
    const keys = messageKeys(key, bytes.subarray(1, NONCE_END))
    if (!timingSafeEqual(macOf(bytes, keys.mac), bytes.subarray(-MAC_BYTES))) return null
    const ciphertext = bytes.subarray(NONCE_END, -MAC_BYTES)
    return unpadText(createDecipheriv('chacha20', keys.cipher, keys.iv).update(ciphertext))
  },
}

/** The MAC that a payload is to end with, whatever is there. */
const macOf = (payload: Uint8Array, key: Uint8Array): Buffer =>
  createHmac('sha256', key).update(payload.subarray(1, -MAC_BYTES)).digest()

function bytesOfPayload(payload: string): Uint8Array | null {
  const bytes = bytesOfBase64(payload)
  return bytes !== null && bytes.length >= PAYLOAD_BYTES_MIN && bytes[0] === VERSION ? bytes : null
}
