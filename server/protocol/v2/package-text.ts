import { bytesToHex, hexToBytes } from '@noble/curves/utils.js'
import { base64urlnopad } from '@scure/base'
import { v2Decoding } from '#contract/codes.ts'
import type { PackageForm } from '#contract/packages.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { decodeBech32m, encodeBech32m } from '../bech32m.ts'
import { hex32, isObject, oneOf, parseJson, type Reader, record, text, uint32 } from '../fields.ts'
import {
  ARGON2_MEMORY_KIB_MAX,
  ARGON2_MEMORY_KIB_MIN,
  ARGON2_PARALLELISM_MAX,
  ARGON2_PASSES_MAX,
  ARGON2_PASSES_MIN,
  SHARE_BYTES,
  V2_PACKAGE_CHARS_MAX,
  V2_PACKAGE_ITERATIONS,
} from '../limits.ts'

/**
 * The prefixes of packages. A package is bech32m, of any length, of JSON with the ciphertext. In a bfprofile, 64
 * characters come before the JSON: its profile id, hex.
 */
export const PACKAGE_PREFIXES = ['bfshare', 'bfonboard', 'bfprofile'] as const
export type PackagePrefix = (typeof PACKAGE_PREFIXES)[number]

/** A package before its password is tried. */
export interface SealedPackage extends Envelope {
  prefix: PackagePrefix
  /** Null unless it is a bfprofile. Not yet compared with the share. */
  profileId: string | null
}

const PROFILE_ID_CHARS = 64

/** The bytes of a credential's text, and the prefix that it starts with. */
function readBytes(credential: string): Result<{ prefix: PackagePrefix; bytes: Uint8Array }> {
  const prefix = PACKAGE_PREFIXES.find((one) => credential.startsWith(`${one}1`))
  if (prefix === undefined) return fail(v2Decoding.unknownPackage)
  const bytes = decodeBech32m(credential, prefix, V2_PACKAGE_CHARS_MAX)
  return bytes.ok ? ok({ prefix, bytes: bytes.value }) : bytes
}

/** A bfshare of 1.x has 100 raw bytes, which are next to never valid JSON. */
const isV1 = (prefix: PackagePrefix, bytes: Uint8Array): boolean =>
  prefix === 'bfshare' && bytes.length === SHARE_BYTES && parseJson(utf8(bytes)) === undefined

/** The protocol of a credential, by its content: both use the prefix bfshare. Undefined if it is of neither. */
export function packageProtocol(credential: string): ProtocolName | undefined {
  const read = readBytes(credential)
  if (!read.ok) return undefined
  if (isV1(read.value.prefix, read.value.bytes)) return '1.x'
  return parsePackage(credential).ok ? '2026' : undefined
}

/** Reads a package as far as is possible without its password. No error holds a part of it. */
export function parsePackage(credential: string): Result<SealedPackage> {
  const read = readBytes(credential)
  if (!read.ok) return read
  const { prefix, bytes } = read.value
  if (isV1(prefix, bytes)) return fail(v2Decoding.firstGeneration)
  const idChars = prefix === 'bfprofile' ? PROFILE_ID_CHARS : 0
  const profileId = idChars === 0 ? null : hex32(utf8(bytes.subarray(0, idChars)))
  if (profileId === undefined) return fail(v2Decoding.profileId)
  const envelope = readEnvelope(parseJson(utf8(bytes.subarray(idChars))))
  return envelope.ok ? ok({ prefix, profileId, ...envelope.value }) : envelope
}

/** The form of a package that `parsePackage` can read. */
export function packageForm(credential: string): PackageForm {
  const parsed = parsePackage(credential)
  return parsed.ok && parsed.value.kdf.name === 'pbkdf2' ? 'older' : 'current'
}

export function writePackage({ prefix, profileId, ...envelope }: SealedPackage): string {
  const bytes = new TextEncoder().encode(
    (profileId ?? '') + JSON.stringify(envelopeFields(envelope)),
  )
  return encodeBech32m(prefix, bytes)
}

const utf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** How a password is made into a key. */
export type Kdf =
  /** HMAC-SHA-256 (RFC 8018). */
  | { name: 'pbkdf2'; iterations: number }
  /** RFC 9106. Memory in KiB. */
  | { name: 'argon2id'; memory: number; passes: number; parallelism: number }

/**
 * What is encrypted in a package, and how: PBKDF2 goes with AES-256-GCM (version 1), Argon2id with
 * XChaCha20-Poly1305 (version 2).
 */
export interface Envelope {
  kdf: Kdf
  /** 16 bytes. */
  salt: Uint8Array
  /** 24 bytes, with either cipher. */
  nonce: Uint8Array
  /** ciphertext | tag 16. */
  sealed: Uint8Array
}

export const SALT_BYTES = 16
export const NONCE_BYTES = 24
const TAG_BYTES = 16
const [PBKDF2_VERSION, ARGON2_VERSION] = [1, 2]
const ARGON2 = 'argon2id'
const XCHACHA = 'xchacha20poly1305'

/**
 * Reads the JSON around the ciphertext, of either version. Its parameters are checked here, before a key is
 * derived. Genuine devices set no ceiling for passes and lanes, so that one text could occupy a machine for
 * hours. No error holds a part of it.
 */
function readEnvelope(json: unknown): Result<Envelope> {
  const isArgon2 = isObject(json) && ('kdf' in json || json['version'] === ARGON2_VERSION)
  return isArgon2 ? readArgon2(json) : readPbkdf2(json)
}

/** The JSON that `readEnvelope` reads, with the keys in the order of genuine devices. */
function envelopeFields({ kdf, salt, nonce, sealed }: Envelope): object {
  if (kdf.name === 'pbkdf2') {
    return {
      version: PBKDF2_VERSION,
      password_encoding: 'sha256',
      iterations: kdf.iterations,
      iv_bytes: NONCE_BYTES,
      salt_hex: bytesToHex(salt),
      cipher_text: base64urlnopad.encode(Uint8Array.of(...nonce, ...sealed)),
    }
  }
  return {
    version: ARGON2_VERSION,
    kdf: ARGON2,
    kdf_m_cost: kdf.memory,
    kdf_t_cost: kdf.passes,
    kdf_p_cost: kdf.parallelism,
    aead: XCHACHA,
    salt_hex: bytesToHex(salt),
    nonce_hex: bytesToHex(nonce),
    ciphertext: base64urlnopad.encode(sealed),
  }
}

const base64Url: Reader<Uint8Array> = (value) => {
  try {
    return typeof value === 'string' ? base64urlnopad.decode(value) : undefined
  } catch {
    return undefined
  }
}

function bytesOfHex(hex: string, length: number): Uint8Array | undefined {
  const isHex = hex.length === 2 * length && /^[0-9a-f]*$/i.test(hex)
  return isHex ? hexToBytes(hex) : undefined
}

/** `iterations` and `password_encoding` are written but, as in genuine devices, not read. */
const pbkdf2Form = record({
  version: uint32,
  salt_hex: text,
  iv_bytes: oneOf(NONCE_BYTES),
  cipher_text: base64Url,
})

/** `cipher_text` has the nonce before the ciphertext. */
function readPbkdf2(json: unknown): Result<Envelope> {
  const fields = pbkdf2Form(json)
  if (fields === undefined) return fail(v2Decoding.envelopeForm)
  if (fields.version !== PBKDF2_VERSION) return fail(v2Decoding.version(PBKDF2_VERSION))
  const salt = bytesOfHex(fields.salt_hex, SALT_BYTES)
  if (salt === undefined) return fail(v2Decoding.salt(SALT_BYTES))
  const sealed = fields.cipher_text
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return fail(v2Decoding.envelopeForm)
  return ok({
    kdf: { name: 'pbkdf2', iterations: V2_PACKAGE_ITERATIONS },
    salt,
    nonce: sealed.subarray(0, NONCE_BYTES),
    sealed: sealed.subarray(NONCE_BYTES),
  })
}

const argon2Form = record({
  version: uint32,
  kdf: text,
  kdf_m_cost: uint32,
  kdf_t_cost: uint32,
  kdf_p_cost: uint32,
  aead: text,
  salt_hex: text,
  nonce_hex: text,
  ciphertext: base64Url,
})

/** Checks in the order of genuine devices, so that both report the same fault. */
function readArgon2(json: unknown): Result<Envelope> {
  const fields = argon2Form(json)
  if (fields === undefined) return fail(v2Decoding.envelopeForm)
  if (fields.version !== ARGON2_VERSION) return fail(v2Decoding.version(ARGON2_VERSION))
  if (fields.kdf !== ARGON2) return fail(v2Decoding.kdf)
  if (fields.aead !== XCHACHA) return fail(v2Decoding.aead)
  const [memory, passes, parallelism] = [fields.kdf_m_cost, fields.kdf_t_cost, fields.kdf_p_cost]
  if (memory < ARGON2_MEMORY_KIB_MIN || memory > ARGON2_MEMORY_KIB_MAX) {
    return fail(v2Decoding.kdfMemory(ARGON2_MEMORY_KIB_MIN / 1_024, ARGON2_MEMORY_KIB_MAX / 1_024))
  }
  if (passes < ARGON2_PASSES_MIN || passes > ARGON2_PASSES_MAX) {
    return fail(v2Decoding.kdfPasses(ARGON2_PASSES_MIN, ARGON2_PASSES_MAX))
  }
  if (parallelism < 1 || parallelism > ARGON2_PARALLELISM_MAX) {
    return fail(v2Decoding.kdfLanes(1, ARGON2_PARALLELISM_MAX))
  }
  const salt = bytesOfHex(fields.salt_hex, SALT_BYTES)
  if (salt === undefined) return fail(v2Decoding.salt(SALT_BYTES))
  const nonce = bytesOfHex(fields.nonce_hex, NONCE_BYTES)
  if (nonce === undefined) return fail(v2Decoding.nonce(NONCE_BYTES))
  const sealed = fields.ciphertext
  if (sealed.length < TAG_BYTES) return fail(v2Decoding.envelopeForm)
  return ok({ kdf: { name: ARGON2, memory, passes, parallelism }, salt, nonce, sealed })
}
