import { argon2, createCipheriv, createDecipheriv, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { v2Decoding } from '#contract/codes.ts'
import type { PackageForm } from '#contract/packages.ts'
import { sha256 } from '#crypto/curve/hash.ts'
import type { RandomBytes } from '#crypto/curve/scalars.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import {
  ARGON2_MEMORY_KIB,
  ARGON2_PARALLELISM,
  ARGON2_PASSES,
  V2_PACKAGE_ITERATIONS,
} from '../limits.ts'
import {
  type Kdf,
  NONCE_BYTES,
  type PackagePrefix,
  parsePackage,
  SALT_BYTES,
  type SealedPackage,
  writePackage,
} from './package-text.ts'

/**
 * Derives a key of `bytes` bytes from a password. PBKDF2 takes a good part of a second, Argon2id many seconds and
 * the memory that `kdf` names, so it must not block the event loop.
 */
export type DeriveKey = (
  password: Uint8Array,
  salt: Uint8Array,
  kdf: Kdf,
  bytes: number,
) => Promise<Uint8Array>

const nodePbkdf2 = promisify(pbkdf2)
const nodeArgon2 = promisify(argon2)

/** Runs in one of Node's threads. */
export const deriveKeyInThread: DeriveKey = (password, salt, kdf, bytes) => {
  if (kdf.name === 'pbkdf2') return nodePbkdf2(password, salt, kdf.iterations, bytes, 'sha256')
  const { memory, passes, parallelism } = kdf
  const cost = { memory, passes, parallelism, tagLength: bytes }
  return nodeArgon2('argon2id', { message: password, nonce: salt, ...cost })
}

/** The key derivation for our own packages, with Igloo's parameters. */
export const PACKAGE_KDFS: Record<PackageForm, Kdf> = {
  current: {
    name: 'argon2id',
    memory: ARGON2_MEMORY_KIB,
    passes: ARGON2_PASSES,
    parallelism: ARGON2_PARALLELISM,
  },
  older: { name: 'pbkdf2', iterations: V2_PACKAGE_ITERATIONS },
}

const KEY_BYTES = 32
const TAG_BYTES = 16
const AES = 'aes-256-gcm'

/** The content and the kind of a package. */
export interface OpenPackage {
  prefix: PackagePrefix
  /** Only in a profile: its id, which is not encrypted, 32 bytes, hex. */
  profileId: string | null
  /** A secret. */
  plaintext: string
}

/** How a package is opened. */
export interface PackageKey {
  password: string
  deriveKey: DeriveKey
}

/** How a package is written. */
export interface SealingKey extends PackageKey {
  kdf: Kdf
}

/** Opens a package of the kind given by `prefix`; the error holds nothing of it. */
export async function openPackage(
  credential: string,
  prefix: PackagePrefix,
  { password, deriveKey }: PackageKey,
): Promise<Result<OpenPackage>> {
  const parsed = parsePackage(credential)
  if (!parsed.ok) return parsed
  if (parsed.value.prefix !== prefix) return fail(v2Decoding.otherPackage(prefix))
  const { profileId, salt, kdf } = parsed.value
  const key = await deriveKey(passwordBytes(password, kdf), salt, kdf, KEY_BYTES)
  const plaintext = decrypt(parsed.value, key)
  return plaintext === null ? fail(v2Decoding.password) : ok({ prefix, profileId, plaintext })
}

/**
 * Writes packages that the password opens, here and in genuine devices. All have the same salt and key, so that
 * the key is derived only once. The password of one opens the others anyway.
 */
export async function sealPackages(
  contents: readonly OpenPackage[],
  { password, deriveKey, kdf }: SealingKey,
  random: RandomBytes = randomBytes,
): Promise<string[]> {
  const salt = random(SALT_BYTES)
  const key = await deriveKey(passwordBytes(password, kdf), salt, kdf, KEY_BYTES)
  return contents.map(({ prefix, profileId, plaintext }) => {
    const outside = { prefix, profileId, kdf, salt, nonce: random(NONCE_BYTES) }
    return writePackage({ ...outside, sealed: encrypt(plaintext, outside, key) })
  })
}

/** Writes one package. */
export async function sealPackage(
  content: OpenPackage,
  key: SealingKey,
  random?: RandomBytes,
): Promise<string> {
  const [sealed = ''] = await sealPackages([content], key, random)
  return sealed
}

/** PBKDF2 gets the hash of the password, as in Igloo. */
const passwordBytes = (password: string, { name }: Kdf): Uint8Array =>
  name === 'pbkdf2' ? sha256(Buffer.from(password)) : Buffer.from(password)

function encrypt(
  plaintext: string,
  outside: Omit<SealedPackage, 'sealed'>,
  key: Uint8Array,
): Uint8Array {
  const { kdf, nonce } = outside
  if (kdf.name === 'argon2id') {
    return xchacha20poly1305(key, nonce, packageAad(outside)).encrypt(Buffer.from(plaintext))
  }
  const cipher = createCipheriv(AES, key, nonce)
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

function decrypt(parsed: SealedPackage, key: Uint8Array): string | null {
  const { kdf, nonce, sealed } = parsed
  try {
    if (kdf.name === 'argon2id') {
      return utf8(xchacha20poly1305(key, nonce, packageAad(parsed)).decrypt(sealed))
    }
    const end = sealed.length - TAG_BYTES
    const decipher = createDecipheriv(AES, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(sealed.subarray(end))
    return utf8(Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]))
  } catch {
    return null
  }
}

const utf8 = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

const DOMAIN = 'bfrstpkg\0'
const VERSION = 2

/**
 * The additional data that the tag of a version 2 package authenticates:
 *
 *   'bfrstpkg' NUL 9 | version 1 | length of the prefix 1 | prefix | salt 16 | length of the id 2 |
 *   profile id, lower-case hex
 *
 * Numbers are big-endian. Only a bfprofile has an id; the length of none is 0.
 */
export function packageAad({
  prefix,
  salt,
  profileId,
}: Pick<SealedPackage, 'prefix' | 'salt' | 'profileId'>): Uint8Array {
  const id = Buffer.from(profileId ?? '')
  const idLength = Buffer.alloc(2)
  idLength.writeUInt16BE(id.length)
  return Buffer.concat([
    Buffer.from(DOMAIN),
    Uint8Array.of(VERSION, prefix.length),
    Buffer.from(prefix),
    salt,
    idLength,
    id,
  ])
}
