import type { SealedPackage } from './package-text.ts'

const DOMAIN = 'bfrstpkg\0'
const VERSION = 2

/**
 * What the tag of a package of version 2 covers beside its ciphertext:
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
