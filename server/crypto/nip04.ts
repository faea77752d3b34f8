import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { cipher as texts } from '#contract/codes.ts'
import { base64Chars, bytesOfBase64, type Cipher } from './cipher.ts'

const ALGORITHM = 'aes-256-cbc'
const BLOCK_BYTES = 16
const SEPARATOR = '?iv='

/**
 * NIP-04: base64(AES-256-CBC) ‖ "?iv=" ‖ base64(IV), with the x coordinate itself as key. `random`
 * is the IV, 16 bytes. Nothing authenticates it: a changed payload may decrypt to something else.
 */
export const nip04: Cipher = {
  plaintextProblem: () => null,

  payloadProblem: (payload) => (parse(payload) === null ? texts.notNip04 : null),

  conversationKey: (sharedX) => Buffer.from(sharedX, 'hex'),

  encrypt: (plaintext, key, random = randomBytes(BLOCK_BYTES)) => {
    const cipher = createCipheriv(ALGORITHM, key, random)
    const ciphertext = cipher.update(plaintext, 'utf8', 'base64') + cipher.final('base64')
    return `${ciphertext}${SEPARATOR}${Buffer.from(random).toString('base64')}`
  },

  payloadChars: (bytes) => {
    const padded = BLOCK_BYTES * (Math.floor(bytes / BLOCK_BYTES) + 1)
    return base64Chars(padded) + SEPARATOR.length + base64Chars(BLOCK_BYTES)
  },

  decrypt: (payload, key) => {
    const parsed = parse(payload)
    if (parsed === null) return null
    const decipher = createDecipheriv(ALGORITHM, key, parsed.iv)
    try {
      const plaintext = Buffer.concat([decipher.update(parsed.ciphertext), decipher.final()])
      // With a wrong key the padding is right by chance now and then. The bytes are then not UTF-8.
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plaintext)
    } catch {
      return null
    }
  },
}

function parse(payload: string): { ciphertext: Uint8Array; iv: Uint8Array } | null {
  const [ciphertext, iv, ...rest] = payload.split(SEPARATOR).map(bytesOfBase64)
  return ciphertext && iv && rest.length === 0 && isWhole(ciphertext) && iv.length === BLOCK_BYTES
    ? { ciphertext, iv }
    : null
}

const isWhole = (bytes: Uint8Array): boolean => bytes.length > 0 && bytes.length % BLOCK_BYTES === 0
