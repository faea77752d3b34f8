import { hexToBytes } from '@noble/curves/utils.js'
import { sha256 } from '../../curve/sha256.ts'
import type { GroupPackage } from './group.ts'

/**
 * SHA-256( group_pk 32 | threshold u32le | member keys 33 each, by ascending index ), hex. Neither
 * the name nor the indices are in it.
 */
export function groupId({ group_pk, threshold, members }: GroupPackage): string {
  const keys = members.toSorted((a, b) => a.idx - b.idx).map(({ pubkey }) => hexToBytes(pubkey))
  return hex(sha256(hexToBytes(group_pk), uint32LE(threshold), ...keys))
}

/** What hosts call a share: SHA-256( "frostr:profile-id:v1" | x-only share key ), hex. */
export const profileId = (xonlyShareKey: string): string =>
  hex(sha256(Buffer.from('frostr:profile-id:v1'), hexToBytes(xonlyShareKey)))

/** Four bytes, little-endian. */
export function uint32LE(value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
