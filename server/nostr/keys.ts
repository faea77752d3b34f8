import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/curves/utils.js'
import { decode, npubEncode, nsecEncode } from 'nostr-tools/nip19'
import { protocolTexts, validation } from '#contract/codes.ts'
import { FrostrError, fail, ok, type Result } from '#lib/errors.ts'

/** One key in every form that a person may need. hexPublicKey is x-only, 32 bytes (BIP-340). */
export interface KeyPair {
  nsec: string
  npub: string
  hexPrivateKey: string
  hexPublicKey: string
}

/** A decoded nsec or npub: which of them it was, and its 32 bytes in hex. */
interface NostrKey {
  type: 'nsec' | 'npub'
  hex: string
}

const HEX_KEY = /^[0-9a-f]{64}$/i

const trimmed = (text: unknown): string => (typeof text === 'string' ? text.trim() : '')

const isSecretKey = (hex: string): boolean => secp256k1.utils.isValidSecretKey(hexToBytes(hex))

function decodeNip19(text: string): NostrKey | undefined {
  try {
    const decoded = decode(text)
    if (decoded.type === 'nsec' && isSecretKey(bytesToHex(decoded.data)))
      return { type: 'nsec', hex: bytesToHex(decoded.data) }
    if (decoded.type === 'npub' && HEX_KEY.test(decoded.data))
      return { type: 'npub', hex: decoded.data }
    return undefined
  } catch {
    return undefined
  }
}

function decodeNsec(text: string): string | undefined {
  const key = decodeNip19(text)
  return key?.type === 'nsec' ? key.hex : undefined
}

/** An nsec (NIP-19) of a key from 1 to n - 1, returned without the space around it. */
export function validateNsec(text: unknown): Result<string> {
  const nsec = trimmed(text)
  if (nsec === '') return fail(validation.nsecRequired)
  return decodeNsec(nsec) === undefined ? fail(validation.nsecFormat) : ok(nsec)
}

/** A secret key as 64 hex characters, from 1 to n - 1; returned in lower case. */
export function validateHexPrivateKey(text: unknown): Result<string> {
  const hex = trimmed(text).toLowerCase()
  if (hex === '') return fail(validation.privateKeyRequired)
  if (!HEX_KEY.test(hex)) return fail(validation.privateKeyFormat)
  return isSecretKey(hex) ? ok(hex) : fail(protocolTexts.invalidSecretKey)
}

/** Any key, public or secret, checked for its form only: 64 hex characters; returned in lower case. */
export function validateHexKey(text: unknown): Result<string> {
  const hex = trimmed(text).toLowerCase()
  return HEX_KEY.test(hex) ? ok(hex) : fail(validation.hexKeyFormat)
}

/** Decodes an nsec or npub (NIP-19). */
export function decodeNostrKey(text: unknown): Result<NostrKey> {
  const key = decodeNip19(trimmed(text))
  return key === undefined ? fail(validation.nostrKeyFormat) : ok(key)
}

/** Reads a secret key, an nsec or 64 hex characters. Returns 32 bytes of lower-case hex, from 1 to n - 1. */
export function parseSecretKey(text: unknown): Result<string> {
  const key = trimmed(text)
  if (key === '') return fail(validation.privateKeyRequired)
  if (key.toLowerCase().startsWith('nsec')) {
    const hex = decodeNsec(key)
    return hex === undefined ? fail(validation.nsecFormat) : ok(hex)
  }
  if (!HEX_KEY.test(key)) return fail(validation.secretKeyFormat)
  return validateHexPrivateKey(key)
}

/** The npub (NIP-19) of an x-only public key, 32 bytes, hex. */
export const npubOf = (publicKey: string): string => npubEncode(publicKey)

/**
 * The key pair of a secret key given as 64 hex characters. Throws NOSTR_ERROR when it is not a
 * key; the error does not hold it.
 */
export function keyPair(hex: string): KeyPair {
  const secret = validateHexPrivateKey(hex)
  if (!secret.ok) throw new FrostrError('NOSTR_ERROR', protocolTexts.invalidSecretKey)
  const bytes = hexToBytes(secret.value)
  const hexPublicKey = bytesToHex(schnorr.getPublicKey(bytes))
  return {
    nsec: nsecEncode(bytes),
    npub: npubEncode(hexPublicKey),
    hexPrivateKey: secret.value,
    hexPublicKey,
  }
}
