import { v2Decoding } from '#contract/messages.ts'
import type { PackageForm } from '#contract/packages.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { decodeBech32m, encodeBech32m } from '../bech32m.ts'
import { SHARE_BYTES, V2_PACKAGE_CHARS_MAX } from '../limits.ts'
import { hex32 } from './fields.ts'
import { parseJson } from './json.ts'
import { type Envelope, envelopeText, readEnvelope } from './package-envelope.ts'

/**
 * The outside of a credential: bech32m of any length over the JSON around the ciphertext. A profile
 * has 64 characters before the JSON: its profile id, hex.
 */
export const PACKAGE_PREFIXES = ['bfshare', 'bfonboard', 'bfprofile'] as const
export type PackagePrefix = (typeof PACKAGE_PREFIXES)[number]

/** A credential before its password is tried. */
export interface SealedPackage extends Envelope {
  prefix: PackagePrefix
  /** Only in a profile, and not yet compared with anything. */
  profileId: string | null
}

const PROFILE_ID_CHARS = 64

/** The bytes of a credential's text, and the prefix that it starts with. */
function bytesOf(credential: string): Result<{ prefix: PackagePrefix; bytes: Uint8Array }> {
  const prefix = PACKAGE_PREFIXES.find((one) => credential.startsWith(`${one}1`))
  if (prefix === undefined) return fail(v2Decoding.unknownPackage)
  const bytes = decodeBech32m(credential, prefix, V2_PACKAGE_CHARS_MAX)
  return bytes.ok ? ok({ prefix, bytes: bytes.value }) : bytes
}

/** 1.x has 100 raw bytes under bfshare; its leading index would be huge if it began with '{'. */
const isV1 = (prefix: PackagePrefix, bytes: Uint8Array): boolean =>
  prefix === 'bfshare' && bytes.length === SHARE_BYTES && parseJson(utf8(bytes)) === undefined

/**
 * Of which generation a credential is, by what it holds, for both write bfshare; undefined when it
 * is none of either.
 */
export function packageProtocol(credential: string): ProtocolName | undefined {
  const read = bytesOf(credential)
  if (!read.ok) return undefined
  if (isV1(read.value.prefix, read.value.bytes)) return '1.x'
  return parsePackage(credential).ok ? '2026' : undefined
}

/** Reads a credential as far as is possible without its password. No error holds a part of it. */
export function parsePackage(credential: string): Result<SealedPackage> {
  const read = bytesOf(credential)
  if (!read.ok) return read
  const { prefix, bytes } = read.value
  if (isV1(prefix, bytes)) return fail(v2Decoding.firstGeneration)
  const idChars = prefix === 'bfprofile' ? PROFILE_ID_CHARS : 0
  const profileId = idChars === 0 ? null : hex32(utf8(bytes.subarray(0, idChars)))
  if (profileId === undefined) return fail(v2Decoding.profileId)
  const envelope = readEnvelope(parseJson(utf8(bytes.subarray(idChars))))
  return envelope.ok ? ok({ prefix, profileId, ...envelope.value }) : envelope
}

/** In which form a package is written that can be read. */
export function packageForm(credential: string): PackageForm {
  const parsed = parsePackage(credential)
  return parsed.ok && parsed.value.kdf.name === 'pbkdf2' ? 'older' : 'current'
}

export function writePackage({ prefix, profileId, ...envelope }: SealedPackage): string {
  const bytes = new TextEncoder().encode((profileId ?? '') + envelopeText(envelope))
  return encodeBech32m(prefix, bytes)
}

const utf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
