import { isUtf8 } from 'node:buffer'
import { createCipheriv, createDecipheriv, randomBytes, timingSafeEqual } from 'node:crypto'
import { cipher as texts } from '#contract/codes.ts'
import { base64Chars, bytesOfBase64, type Cipher } from './cipher.ts'
import { hmac } from './curve/hash.ts'

/** Bytes. */
export const NIP44_PLAINTEXT_MAX = 65_535
/** Bytes, in the long form, whose length field has 4 bytes. */
const NIP44_LONG_PLAINTEXT_MAX = 2 ** 32 - 1

/** Bytes before a text: its length in 2, or in the long form two zero bytes and the length in 4. */
const SHORT_PREFIX = 2
const LONG_PREFIX = 6

const prefixBytes = (bytes: number): number =>
  bytes > NIP44_PLAINTEXT_MAX ? LONG_PREFIX : SHORT_PREFIX

/** Bytes of a padded text of so many bytes, its length prefix included. */
const paddedBytes = (bytes: number): number => prefixBytes(bytes) + paddedLength(bytes)

/** The bytes that a text is padded to (NIP-44, `calc_padded_len`): at least 32, in steps that grow with it. */
export function paddedLength(bytes: number): number {
  if (bytes <= 32) return 32
  const power = 2 ** (32 - Math.clz32(bytes - 1))
  const step = power <= 256 ? 32 : power / 8
  return step * Math.ceil(bytes / step)
}

/**
 * A text as NIP-44 encrypts it: its length ‖ the text in UTF-8 ‖ zeros.
 *
 * @throws when it is empty
 */
function padText(text: string): Buffer {
  const bytes = Buffer.byteLength(text)
  if (bytes === 0) throw new RangeError('NIP-44 encrypts no empty text')
  const prefix = prefixBytes(bytes)
  const padded = Buffer.alloc(prefix + paddedLength(bytes))
  if (prefix === SHORT_PREFIX) padded.writeUInt16BE(bytes)
  else padded.writeUInt32BE(bytes, SHORT_PREFIX)
  padded.write(text, prefix)
  return padded
}

/**
 * Removes the padding. Null for what `padText` never makes: a wrong length, anything but zeros after the
 * text, bytes that are not UTF-8.
 *
 * @param padded at least `paddedBytes(1)` long
 */
function unpadText(padded: Buffer): string | null {
  const short = padded.readUInt16BE()
  const bytes = short === 0 ? padded.readUInt32BE(SHORT_PREFIX) : short
  const prefix = short === 0 ? LONG_PREFIX : SHORT_PREFIX
  if (prefix !== prefixBytes(bytes) || padded.length !== paddedBytes(bytes)) return null
  const end = prefix + bytes
  const text = padded.subarray(prefix, end)
  const isZeros = padded.subarray(end).equals(Buffer.alloc(padded.length - end))
  return isZeros && isUtf8(text) ? text.toString() : null
}

const KEY_BYTES = 32
const CHACHA_NONCE_BYTES = 12

/** The secret keys that encrypt and authenticate one payload. */
interface MessageKeys {
  /** For ChaCha20, 32 bytes. */
  cipher: Buffer
  /** The IV in OpenSSL's form, 16 bytes: block counter 0 in 4 bytes ‖ nonce 12. */
  iv: Buffer
  /** For HMAC-SHA-256, 32 bytes. */
  mac: Buffer
}

/**
 * The keys of a payload (NIP-44, version 2): 76 bytes by HKDF-expand (RFC 5869, section 2.3), with the
 * conversation key as pseudorandom key and the payload's nonce as info.
 *
 * @param conversationKey 32 bytes
 * @param nonce 32 bytes
 * @throws when either has another length
 */
export function messageKeys(conversationKey: Uint8Array, nonce: Uint8Array): MessageKeys {
  if (conversationKey.length !== KEY_BYTES || nonce.length !== KEY_BYTES) {
    throw new RangeError(`NIP-44 takes a key and a nonce of ${KEY_BYTES} bytes each`)
  }
  const first = hmac(conversationKey, nonce, Buffer.of(1))
  const second = hmac(conversationKey, first, nonce, Buffer.of(2))
  const third = hmac(conversationKey, second, nonce, Buffer.of(3))
  return {
    cipher: first,
    iv: Buffer.concat([Buffer.alloc(4), second.subarray(0, CHACHA_NONCE_BYTES)]),
    mac: Buffer.concat([
      second.subarray(CHACHA_NONCE_BYTES),
      third.subarray(0, CHACHA_NONCE_BYTES),
    ]),
  }
}

const SALT = 'nip44-v2'
const VERSION = 2
const NONCE_BYTES = 32
const NONCE_END = 1 + NONCE_BYTES
const MAC_BYTES = 32
/** The bytes around the padded text: version, nonce and MAC. */
const FRAME_BYTES = NONCE_END + MAC_BYTES
const PAYLOAD_BYTES_MIN = FRAME_BYTES + paddedBytes(1)

/**
 * NIP-44, version 2, by OpenSSL: base64 of version (1 byte) ‖ nonce (32) ‖ ChaCha20 (RFC 8439) of the padded
 * text ‖ HMAC-SHA-256 of nonce and ciphertext (32). `random` is the nonce. Plaintexts of more than 65,535 bytes
 * take the long form, which NIP-44 has since 2026 and older clients can't read.
 */
export const nip44: Cipher = {
  plaintextProblem: (plaintext, isLongAllowed = false) => {
    const most = isLongAllowed ? NIP44_LONG_PLAINTEXT_MAX : NIP44_PLAINTEXT_MAX
    const bytes = Buffer.byteLength(plaintext)
    return bytes >= 1 && bytes <= most ? null : texts.plaintextSize(most)
  },

  payloadProblem: (payload) => (bytesOfPayload(payload) === null ? texts.notNip44 : null),

  /** HKDF-extract (RFC 5869, section 2.2). */
  conversationKey: (sharedX) => hmac(Buffer.from(SALT), Buffer.from(sharedX, 'hex')),

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

/** The MAC that a payload must end with. */
const macOf = (payload: Uint8Array, key: Uint8Array): Buffer =>
  hmac(key, payload.subarray(1, -MAC_BYTES))

function bytesOfPayload(payload: string): Uint8Array | null {
  const bytes = bytesOfBase64(payload)
  return bytes !== null && bytes.length >= PAYLOAD_BYTES_MIN && bytes[0] === VERSION ? bytes : null
}
