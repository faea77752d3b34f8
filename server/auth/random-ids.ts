import { hash, randomBytes } from 'node:crypto'

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
