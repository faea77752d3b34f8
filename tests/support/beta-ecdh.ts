import { createHmac } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'

// Igloo beta's key exchange, from its description and with a library's curve: none of this is Floe's.

const { Point } = secp256k1
const { Fn } = Point

/** What a member gives: to whom, and the point, compressed. */
export interface Part {
  ecdh_pk: string
  keyshare: string
}

/**
 * The Lagrange coefficient at zero of a member among those of an exchange.
 *
 * @throws for an index of zero
 */
export function weightOf(members: readonly number[], idx: number): bigint {
  if (idx === 0) throw new Error('an index is zero')
  return members
    .filter((other) => other !== idx)
    .map((other) => Fn.div(BigInt(other), Fn.create(BigInt(other) - BigInt(idx))))
    .reduce((product, factor) => Fn.mul(product, factor), 1n)
}

/**
 * A member's part for a key: its share of the even point, weighted, whether it asks or answers.
 *
 * @param key x-only, hex
 * @param seckey its share, 32 bytes, hex
 */
export function weightedPart(
  members: readonly number[],
  idx: number,
  { seckey, key }: { seckey: string; key: string },
): Part {
  const scalar = Fn.mul(weightOf(members, idx), BigInt(`0x${seckey}`))
  return { ecdh_pk: key, keyshare: Point.fromHex(`02${key}`).multiply(scalar).toHex(true) }
}

/**
 * What the group shares with a key: the raw x, 32 bytes, hex, of the plain sum of one part from each
 * member. Of a member that gives several for the key, the first counts.
 *
 * @throws when a member has none for this key
 */
export function secretOf(key: string, packages: readonly (readonly Part[])[]): string {
  const points = packages.map((parts) => {
    const part = parts.find(({ ecdh_pk }) => ecdh_pk === key)
    if (part === undefined) throw new Error('a part is missing')
    return Point.fromHex(part.keyshare)
  })
  return points
    .reduce((sum, point) => sum.add(point))
    .toHex(true)
    .slice(2)
}

/** The key that NIP-44 starts from, 32 bytes, hex. */
export const conversationKeyOf = (secret: string): string =>
  createHmac('sha256', 'nip44-v2').update(secret, 'hex').digest('hex')
