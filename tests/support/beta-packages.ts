import { readFileSync } from 'node:fs'
import { v2Decoding } from '#contract/messages.ts'
import type { Kdf, PackagePrefix } from '#protocol/v2/package-text.ts'
import { envelopeOf } from './v2-packages.ts'
import { present } from './v2-vectors.ts'

interface Known {
  prefix: PackagePrefix
  password: string
  /** Hex, as are `nonce`, `key` and `aad`. */
  salt: string
  nonce: string
  memory: number
  passes: number
  parallelism: number
  profileId: string | null
  plaintext: string
  published: string
  ours: string
  key: string
  aad: string
}

interface Vectors {
  packages: Known[]
  aad: {
    prefix: PackagePrefix
    salt: string
    profileId: string | null
    length: number
    bytes: string
  }[]
}

/** Known answers of packages of version 2. The keys were made for them. */
export const betaVectors: Vectors = JSON.parse(
  readFileSync(new URL('../fixtures/beta-packages.json', import.meta.url), 'utf8'),
)

export const betaPackage = (prefix: PackagePrefix): Known =>
  present(betaVectors.packages.find((one) => one.prefix === prefix))

export const kdfOf = ({ memory, passes, parallelism }: Known): Kdf => ({
  name: 'argon2id',
  ...{ memory, passes, parallelism },
})

/** A source of randomness that gives the salt and then the nonce of a known package. */
export function randomOf({ salt, nonce }: Known): (bytes: number) => Uint8Array {
  const queue = [salt, nonce].map((hex) => Buffer.from(hex, 'hex'))
  return () => present(queue.shift())
}

/** The envelope of the known bfshare. */
export const betaEnvelope = envelopeOf(betaPackage('bfshare').published).envelope

/** Changes of that envelope that no reader accepts, and why; genuine devices refuse the first seven too. */
export const BETA_REFUSALS: [what: string, change: Record<string, unknown>, reason: string][] = [
  ['is of version 1', { version: 1 }, v2Decoding.version(2)],
  ['is of version 3', { version: 3 }, v2Decoding.version(2)],
  ['has another key derivation', { kdf: 'pbkdf2' }, v2Decoding.kdf],
  ['has another cipher', { aead: 'aes-256-gcm-24' }, v2Decoding.aead],
  ['takes too little memory', { kdf_m_cost: 65_535 }, v2Decoding.kdfMemory(64, 1_024)],
  ['takes too much memory', { kdf_m_cost: 1_048_577 }, v2Decoding.kdfMemory(64, 1_024)],
  ['takes two passes', { kdf_t_cost: 2 }, v2Decoding.kdfPasses(3, 16)],
  ['takes 17 passes', { kdf_t_cost: 17 }, v2Decoding.kdfPasses(3, 16)],
  ['takes as many passes as there are', { kdf_t_cost: 0xffff_ffff }, v2Decoding.kdfPasses(3, 16)],
  ['takes no lane', { kdf_p_cost: 0 }, v2Decoding.kdfLanes(1, 4)],
  ['takes five lanes', { kdf_p_cost: 5 }, v2Decoding.kdfLanes(1, 4)],
  ['has a short salt', { salt_hex: 'ab'.repeat(15) }, v2Decoding.salt(16)],
  ['has a salt that is no hex', { salt_hex: 'xy'.repeat(16) }, v2Decoding.salt(16)],
  ['has a long nonce', { nonce_hex: 'cd'.repeat(25) }, v2Decoding.nonce(24)],
  ['has padding', { ciphertext: 'AAAA='.repeat(8) }, v2Decoding.envelopeForm],
  ['has no room for a tag', { ciphertext: 'AAAA' }, v2Decoding.envelopeForm],
  ['has a number as text', { kdf_m_cost: '65536' }, v2Decoding.envelopeForm],
  ['has a broken number', { kdf_t_cost: 3.5 }, v2Decoding.envelopeForm],
  ['lacks a field', { kdf_p_cost: undefined }, v2Decoding.envelopeForm],
]
