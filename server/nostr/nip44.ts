import { createHmac, randomBytes } from 'node:crypto'
import { v2 } from 'nostr-tools/nip44'
import { cipher as texts } from '../contract/messages.ts'
import { base64Chars, bytesOfBase64 } from './base64.ts'
import type { Cipher } from './cipher.ts'
import { NIP44_LONG_PLAINTEXT_MAX, NIP44_PLAINTEXT_MAX } from './limits.ts'

const SALT = 'nip44-v2'
const VERSION = 2
const NONCE_END = 1 + 32
/** version 1 ‖ nonce 32 ‖ padded length 2 and at least 32 of plaintext ‖ MAC 32. */
const PAYLOAD_BYTES_MIN = NONCE_END + 2 + 32 + 32

/**
 * NIP-44, version 2. `random` is the nonce, 32 bytes. Longer plaintexts are written in the form that NIP-44
 * has for them since 2026, which older clients can't read.
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

  encrypt: (plaintext, key, random = randomBytes(32)) => v2.encrypt(plaintext, key, random),

  payloadChars: (bytes) => {
    const prefix = bytes > NIP44_PLAINTEXT_MAX ? 6 : 2
    return base64Chars(NONCE_END + prefix + v2.utils.calcPaddedLen(bytes) + 32)
  },

  decrypt: (payload, key) => {
    const bytes = bytesOfPayload(payload)
    if (bytes === null) return null
    const nonce = bytes.subarray(1, NONCE_END)
    // With its padding, wherever it came without.
    const written = Buffer.from(bytes).toString('base64')
    try {
      const text = v2.decrypt(written, key)
      // nostr-tools drops a byte order mark, and reads on where bytes are not UTF-8: only what was
      // encrypted gives the same payload again.
      const isWhole = (plaintext: string) =>
        plaintext !== '' && v2.encrypt(plaintext, key, nonce) === written
      return [text, `\uFEFF${text}`].find(isWhole) ?? null
    } catch {
      return null
    }
  },
}

function bytesOfPayload(payload: string): Uint8Array | null {
  const bytes = bytesOfBase64(payload)
  return bytes !== null && bytes.length >= PAYLOAD_BYTES_MIN && bytes[0] === VERSION ? bytes : null
}
