import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { GroupPackage } from './group.ts'

/** A group without its name, which does not matter here. */
type Unnamed = Omit<GroupPackage, 'group_name'> & Partial<Pick<GroupPackage, 'group_name'>>

/**
 * SHA-256( group_pk 32 | threshold u32le | member keys 33 each, by ascending index ), hex. Neither
 * the name nor the indices are in it.
 */
export function groupId({ group_pk, threshold, members }: Unnamed): string {
  const keys = members.toSorted((a, b) => a.idx - b.idx).map(({ pubkey }) => hexToBytes(pubkey))
  return hash(hexToBytes(group_pk), uint32LE(threshold), ...keys)
}

/**
 * The hosts' name for a share: SHA-256( "frostr:profile-id:v1"
 * x-only share key ), hex.
 */
export const profileId = (xonlyShareKey: string): string =>
  hash(utf8ToBytes('frostr:profile-id:v1'), hexToBytes(xonlyShareKey))

/** Four bytes, little-endian. */
export function uint32LE(value: number): Uint8Array {
  return Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24)
}

// The console also reads groups with this file, so it needs nothing that a browser lacks.
const hash = (...parts: readonly Uint8Array[]): string => bytesToHex(sha256(concatBytes(...parts)))
