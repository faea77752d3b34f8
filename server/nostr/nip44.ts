import { createCipheriv, randomBytes, timingSafeEqual } from 'node:crypto'
import { chacha20 as inJavaScript } from '@noble/ciphers/chacha.js'
import { v2 } from 'nostr-tools/nip44'
import { NIP44_PLAINTEXT_MAX } from '../contract/limits.ts'
import { cipher as texts } from '../contract/messages.ts'
import { sha256 } from '../curve/sha256.ts'
import { bytesOfBase64 } from './base64.ts'
import type { Cipher } from './cipher.ts'

const SALT = Buffer.from('nip44-v2')
const VERSION = 2
const NONCE_END = 1 + 32
const MAC_BYTES = 32
/** Of SHA-256. */
const BLOCK_BYTES = 64
/** version 1 ‖ nonce 32 ‖ padded length 2 and at least 32 of plaintext ‖ MAC 32. */
const PAYLOAD_BYTES_MIN = NONCE_END + 2 + 32 + MAC_BYTES
const PAYLOAD_BYTES_MAX = NONCE_END + 2 + NIP44_PLAINTEXT_MAX + 1 + MAC_BYTES

/**
 * NIP-44, version 2: ChaCha20 and HMAC-SHA-256 with keys by HKDF, by OpenSSL but for what is short.
 * `random` is the nonce, 32 bytes.
 */
export const nip44: Cipher = {
  plaintextProblem: (plaintext) => {
    const bytes = Buffer.byteLength(plaintext)
    return bytes >= 1 && bytes <= NIP44_PLAINTEXT_MAX
      ? null
      : texts.plaintextSize(NIP44_PLAINTEXT_MAX)
  },

  payloadProblem: (payload) => {
    const bytes = bytesOfBase64(payload)
    return bytes !== null && bytes.length >= PAYLOAD_BYTES_MIN && bytes[0] === VERSION
      ? null
      : texts.notNip44
  },

  /** HKDF-extract (RFC 5869, section 2.2). */
  conversationKey: (sharedX) => hmac(padsOf(SALT), Buffer.from(sharedX, 'hex')),

  encrypt: (plaintext, key, random = randomBytes(32)) => {
    const { chachaKey, chachaNonce, hmacKey } = messageKeys(key, random)
    const ciphertext = chacha20(chachaKey, chachaNonce, pad(plaintext))
    const mac = hmac(padsOf(hmacKey), random, ciphertext)
    return Buffer.concat([Buffer.of(VERSION), random, ciphertext, mac]).toString('base64')
  },

  decrypt: (payload, key) => {
    const bytes = bytesOfBase64(payload)
    if (bytes === null || bytes.length < PAYLOAD_BYTES_MIN || bytes[0] !== VERSION) return null
    if (bytes.length > PAYLOAD_BYTES_MAX) return decryptLong(payload, key)
    const nonce = bytes.subarray(1, NONCE_END)
    const ciphertext = bytes.subarray(NONCE_END, -MAC_BYTES)
    const { chachaKey, chachaNonce, hmacKey } = messageKeys(key, nonce)
    const mac = bytes.subarray(-MAC_BYTES)
    if (!timingSafeEqual(hmac(padsOf(hmacKey), nonce, ciphertext), mac)) return null
    return unpad(chacha20(chachaKey, chachaNonce, ciphertext))
  },
}

/** HKDF-expand (RFC 5869, section 2.3) to 76 bytes: cipher key 32 ‖ cipher nonce 12 ‖ MAC key 32. */
function messageKeys(key: Uint8Array, nonce: Uint8Array) {
  const pads = keptPadsOf(key)
  const first = hmac(pads, nonce, Buffer.of(1))
  const second = hmac(pads, first, nonce, Buffer.of(2))
  const third = hmac(pads, second, nonce, Buffer.of(3))
  return {
    chachaKey: first,
    chachaNonce: second.subarray(0, 12),
    hmacKey: Buffer.concat([second.subarray(12), third.subarray(0, 12)]),
  }
}

/** A key of HMAC, at most 64 bytes, as its two hashes begin. */
interface Pads {
  inner: Buffer
  outer: Buffer
}

function padsOf(key: Uint8Array): Pads {
  const inner = Buffer.allocUnsafe(BLOCK_BYTES).fill(0x36)
  const outer = Buffer.allocUnsafe(BLOCK_BYTES).fill(0x5c)
  for (let at = 0; at < key.length; at += 1) {
    inner[at] = 0x36 ^ (key[at] ?? 0)
    outer[at] = 0x5c ^ (key[at] ?? 0)
  }
  return { inner, outer }
}

/** Those of conversation keys: each message needs them, and the key outlives it. */
const keptPads = new WeakMap<Uint8Array, Pads>()

function keptPadsOf(key: Uint8Array): Pads {
  const pads = keptPads.get(key) ?? padsOf(key)
  keptPads.set(key, pads)
  return pads
}

/**
 * HMAC-SHA-256 (RFC 2104), of hashes: an object of Node's own for each of the four in a message costs
 * the signer more than what it computes, most of it when it is collected.
 */
const hmac = ({ inner, outer }: Pads, ...parts: readonly Uint8Array[]): Buffer =>
  sha256(outer, sha256(inner, ...parts))

const BLOCK_0 = Buffer.alloc(4)

/** Bytes, as most messages have. OpenSSL is faster beyond, but what it is asked by takes longer to make. */
const SHORT = 2_048

/** RFC 8439, section 2.4, from block 0. OpenSSL's initial vector: counter 4, little-endian ‖ nonce 12. */
function chacha20(key: Uint8Array, nonce: Uint8Array, data: Uint8Array): Buffer {
  if (data.length > SHORT) {
    return createCipheriv('chacha20', key, Buffer.concat([BLOCK_0, nonce])).update(data)
  }
  const output = Buffer.allocUnsafe(data.length)
  inJavaScript(key, nonce, data, output)
  return output
}

/** Length 2, big-endian ‖ plaintext ‖ zeros. */
function pad(plaintext: string): Buffer {
  const length = Buffer.byteLength(plaintext)
  const padded = Buffer.allocUnsafe(2 + v2.utils.calcPaddedLen(length))
  padded.writeUInt16BE(length)
  padded.write(plaintext, 2)
  return padded.fill(0, 2 + length)
}

function unpad(padded: Buffer): string | null {
  const length = padded.readUInt16BE()
  const isWhole = length > 0 && padded.length === 2 + v2.utils.calcPaddedLen(length)
  return isWhole ? padded.toString('utf8', 2, 2 + length) : null
}

/** NIP-44's later form for what is longer; we make none. */
function decryptLong(payload: string, key: Uint8Array): string | null {
  try {
    return v2.decrypt(payload, key)
  } catch {
    return null
  }
}
