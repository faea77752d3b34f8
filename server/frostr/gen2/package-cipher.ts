import { createCipheriv, createDecipheriv, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gen2Decoding } from '../../contract/messages.ts'
import { sha256 } from '../../curve/sha256.ts'
import { fail, ok, type Result } from '../../errors.ts'
import { GEN2_PACKAGE_ITERATIONS } from '../limits.ts'
import { type PackagePrefix, parsePackage, writePackage } from './package-text.ts'

/**
 * PBKDF2 with HMAC-SHA-256 (RFC 8018). It takes a good part of a second, so it should not run where
 * others wait.
 */
export type DeriveKey = (
  password: Uint8Array,
  salt: Uint8Array,
  iterations: number,
  bytes: number,
) => Promise<Uint8Array>

const nodePbkdf2 = promisify(pbkdf2)

/** Runs in one of Node's threads. */
export const deriveKeyInThread: DeriveKey = (password, salt, iterations, bytes) =>
  nodePbkdf2(password, salt, iterations, bytes, 'sha256')

const KEY_BYTES = 32
const SALT_BYTES = 16
const IV_BYTES = 24
const TAG_BYTES = 16

/** A credential's content and kind. */
export interface OpenPackage {
  prefix: PackagePrefix
  /** Only in a profile: the id outside the encrypted part, 32 bytes, hex. */
  profileId: string | null
  /** A secret. */
  plaintext: string
}

/** How a credential is opened or written. */
export interface PackageKey {
  password: string
  deriveKey: DeriveKey
}

/** Opens a credential of the kind given by `prefix`; the error holds nothing of it. */
export async function openPackage(
  credential: string,
  prefix: PackagePrefix,
  { password, deriveKey }: PackageKey,
): Promise<Result<OpenPackage>> {
  const parsed = parsePackage(credential)
  if (!parsed.ok) return parsed
  if (parsed.value.prefix !== prefix) return fail(gen2Decoding.otherPackage(prefix))
  const { profileId, salt, sealed } = parsed.value
  const plaintext = decrypt(sealed, await keyOf(password, salt, deriveKey))
  return plaintext === null ? fail(gen2Decoding.password) : ok({ prefix, profileId, plaintext })
}

/** Writes a credential that the password opens, here and in genuine devices. */
export async function sealPackage(
  { prefix, profileId, plaintext }: OpenPackage,
  { password, deriveKey }: PackageKey,
  random: (bytes: number) => Uint8Array = randomBytes,
): Promise<string> {
  const salt = random(SALT_BYTES)
  const iv = random(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', await keyOf(password, salt, deriveKey), iv)
  const sealed = Buffer.concat([iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
  return writePackage({ prefix, profileId, salt, sealed }, GEN2_PACKAGE_ITERATIONS)
}

const keyOf = (password: string, salt: Uint8Array, deriveKey: DeriveKey): Promise<Uint8Array> =>
  deriveKey(sha256(Buffer.from(password)), salt, GEN2_PACKAGE_ITERATIONS, KEY_BYTES)

function decrypt(sealed: Uint8Array, key: Uint8Array): string | null {
  if (sealed.length < IV_BYTES + TAG_BYTES) return null
  const end = sealed.length - TAG_BYTES
  try {
    const iv = sealed.subarray(0, IV_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(sealed.subarray(end))
    const bytes = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, end)), decipher.final()])
    return bytes.toString()
  } catch {
    return null
  }
}
