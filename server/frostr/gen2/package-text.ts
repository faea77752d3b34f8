import { bytesToHex, hexToBytes } from '@noble/curves/utils.js'
import { base64urlnopad } from '@scure/base'
import type { GenerationName } from '../../contract/generations.ts'
import { gen2Decoding } from '../../contract/messages.ts'
import { fail, ok, type Result } from '../../errors.ts'
import { decodeBech32m, encodeBech32m } from '../bech32m.ts'
import { GEN2_PACKAGE_CHARS_MAX, SHARE_BYTES } from '../limits.ts'
import { oneOf, type Reader, record, uint32 } from './fields.ts'
import { parseJson } from './json.ts'

/**
 * The outside of a credential: bech32m of any length over the JSON around the ciphertext. A profile
 * has 64 characters before the JSON: its profile id, hex.
 */
export const PACKAGE_PREFIXES = ['bfshare', 'bfonboard', 'bfprofile'] as const
export type PackagePrefix = (typeof PACKAGE_PREFIXES)[number]

/** The part that a password opens: AES-256-GCM with a key by PBKDF2. */
export interface SealedPackage {
  prefix: PackagePrefix
  /** Only in a profile, and not yet compared with anything. */
  profileId: string | null
  /** 16 bytes. */
  salt: Uint8Array
  /** IV 24 | ciphertext | tag 16. */
  sealed: Uint8Array
}

const VERSION = 1
const IV_BYTES = 24
const SALT = /^[0-9a-fA-F]{32}$/
const PROFILE_ID_CHARS = 64
const PROFILE_ID = /^[0-9a-f]{64}$/

const salt: Reader<Uint8Array> = (value) =>
  typeof value === 'string' && SALT.test(value) ? hexToBytes(value) : undefined

const base64Url: Reader<Uint8Array> = (value) => {
  try {
    return typeof value === 'string' ? base64urlnopad.decode(value) : undefined
  } catch {
    return undefined
  }
}

/** `iterations` and `password_encoding` are written but, as in genuine devices, not read. */
const envelopeFields = record<{
  version: number
  salt_hex: Uint8Array
  iv_bytes: number
  cipher_text: Uint8Array
}>({ version: uint32, salt_hex: salt, iv_bytes: oneOf(IV_BYTES), cipher_text: base64Url })

/** The bytes of a credential's text, and the prefix that it starts with. */
function bytesOf(credential: string): Result<{ prefix: PackagePrefix; bytes: Uint8Array }> {
  const prefix = PACKAGE_PREFIXES.find((one) => credential.startsWith(`${one}1`))
  if (prefix === undefined) return fail(gen2Decoding.unknownPackage)
  const bytes = decodeBech32m(credential, prefix, GEN2_PACKAGE_CHARS_MAX)
  return bytes.ok ? ok({ prefix, bytes: bytes.value }) : bytes
}

/** 1.x has 100 raw bytes under bfshare; its leading index would be huge if it began with '{'. */
const isFirstGeneration = (prefix: PackagePrefix, bytes: Uint8Array): boolean =>
  prefix === 'bfshare' && bytes.length === SHARE_BYTES && parseJson(utf8(bytes)) === undefined

/**
 * Of which generation a credential is, by what it holds, for both write bfshare; undefined when it
 * is none of either.
 */
export function packageGeneration(credential: string): GenerationName | undefined {
  const read = bytesOf(credential)
  if (!read.ok) return undefined
  if (isFirstGeneration(read.value.prefix, read.value.bytes)) return '1.x'
  return parsePackage(credential).ok ? '2026' : undefined
}

/** Reads a credential as far as is possible without its password. No error holds a part of it. */
export function parsePackage(credential: string): Result<SealedPackage> {
  const read = bytesOf(credential)
  if (!read.ok) return read
  const { prefix, bytes } = read.value
  if (isFirstGeneration(prefix, bytes)) return fail(gen2Decoding.firstGeneration)
  const idChars = prefix === 'bfprofile' ? PROFILE_ID_CHARS : 0
  const profileId = idChars === 0 ? null : utf8(bytes.subarray(0, idChars))
  if (profileId !== null && !PROFILE_ID.test(profileId)) return fail(gen2Decoding.profileId)
  const envelope = envelopeFields(parseJson(utf8(bytes.subarray(idChars))))
  if (envelope === undefined) return fail(gen2Decoding.envelopeForm)
  if (envelope.version !== VERSION) return fail(gen2Decoding.version(VERSION))
  return ok({ prefix, profileId, salt: envelope.salt_hex, sealed: envelope.cipher_text })
}

/** @param iterations what genuine devices write and none reads */
export function writePackage(
  { prefix, profileId, salt, sealed }: SealedPackage,
  iterations: number,
): string {
  const envelope = JSON.stringify({
    version: VERSION,
    password_encoding: 'sha256',
    iterations,
    iv_bytes: IV_BYTES,
    salt_hex: bytesToHex(salt),
    cipher_text: base64urlnopad.encode(sealed),
  })
  return encodeBech32m(prefix, new TextEncoder().encode((profileId ?? '') + envelope))
}

const utf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
