import { bytesToHex } from '@noble/curves/utils.js'

/**
 * The packages of 1.x in the genuine library's shape: snake case and hex strings, so that
 * they can be handed to it and compared with it directly.
 */

/** One member's public part. Points are compressed (33 bytes), hex. */
export interface CommitPackage {
  idx: number
  pubkey: string
  binder_pn: string
  hidden_pn: string
}

/** group_pk is a compressed point (33 bytes), hex; commits in the order of the credential. */
export interface GroupPackage {
  group_pk: string
  threshold: number
  commits: CommitPackage[]
}

/** One member's secret part. Scalars are 32 bytes, hex. Never logged and never put in an error. */
export interface SharePackage {
  idx: number
  seckey: string
  binder_sn: string
  hidden_sn: string
}

const UINT32_MAX = 0xffff_ffff

/** Whether a value can be a member's index: a whole number from 1 to 2^32 - 1. */
export function isIndex(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= UINT32_MAX
}

/** Four bytes, big-endian. */
export function uint32Bytes(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)
}

/** Reads fields one after another; the caller has checked that there are enough bytes. */
export function fieldReader(bytes: Uint8Array) {
  let at = 0
  const take = (size: number): Uint8Array => {
    at += size
    return bytes.subarray(at - size, at)
  }
  return {
    uint32: () => take(4).reduce((value, byte) => value * 256 + byte, 0),
    hex: (size: number) => bytesToHex(take(size)),
  }
}
