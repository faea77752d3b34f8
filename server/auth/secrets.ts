import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

const KEY = randomBytes(32)

/**
 * A tag of a text under a key of this process (HMAC-SHA-256, 32 bytes). Equal texts have equal tags,
 * and a tag does not reveal its text.
 */
export const tagOf = (text: string): Buffer => createHmac('sha256', KEY).update(text).digest()

/**
 * True if both texts are the same. The time depends on the length of each, never on whether the
 * lengths are equal or where the texts differ, because their tags are compared.
 */
export const equalSecrets = (one: string, other: string): boolean =>
  timingSafeEqual(tagOf(one), tagOf(other))

/** The same, against one secret many times: its length then shows in no timing at all. */
export function matcherOf(secret: string): (candidate: string) => boolean {
  const expected = tagOf(secret)
  return (candidate) => timingSafeEqual(tagOf(candidate), expected)
}

const ID_BYTES = 32

/** 256 random bits in base64url, 43 characters. */
export const newSecretId = (): string => randomBytes(ID_BYTES).toString('base64url')

/** True for what newSecretId makes, and for nothing longer or shorter. */
export const isSecretId = (text: string): boolean => /^[\w-]{43}$/.test(text)

/**
 * What is kept of a random id: SHA-256 in base64url. Slow or salted hashes are for passwords, which
 * people choose and others can guess; 2^256 ids can't be tried, however fast the hash. It also makes
 * a map look-up safe, because its time depends on a hash that nobody can steer.
 */
export const hashOf = (id: string): string => hash('sha256', id, 'base64url')
