import { add, multiply } from '../curve/curve.ts'
import { pointHex, pointOf, scalarBytes } from '../curve/hex.ts'
import { isSamePoint, type Point } from '../curve/point.ts'
import { mod } from '../curve/scalars.ts'
import type { Blinding } from './blinded-key.ts'

/**
 * Whether a member's part of a key exchange is right, from its part for the blinded key as well:
 *
 *     part of the blinded key = factor · part + offset · weight · holder's public share
 *
 * To a member the blinded key is uniformly random whatever the factor is. So one that gives a wrong
 * part gives another that fits it only by guessing the factor, which no computing power helps with.
 */
export interface Holder {
  /** Its public share, compressed, hex. */
  pubkey: string
  /** What its part is weighted with: its Lagrange coefficient in 1.x, 1 in 2026. */
  weight: bigint
}

/**
 * The part for the blinded key that goes with a part, which takes no share.
 *
 * @param part of the key itself: compressed, hex
 * @returns compressed, hex
 * @throws when the part is not a point
 */
export const counterpart = (blinding: Blinding, part: string, holder: Holder): string =>
  pointHex(expected(blinding, part, holder))

/**
 * Whether both parts are right; false as well for what is not a point.
 *
 * @param second the part for the blinded key
 */
export function isRightPart(
  blinding: Blinding,
  part: string,
  second: string,
  holder: Holder,
): boolean {
  try {
    return isSamePoint(pointOf(second), expected(blinding, part, holder))
  } catch {
    return false
  }
}

function expected({ factor, offset }: Blinding, part: string, { pubkey, weight }: Holder): Point {
  const shift = scalarBytes(mod(BigInt(`0x${offset}`) * weight))
  return add(multiply(pointOf(part), Buffer.from(factor, 'hex')), multiply(pointOf(pubkey), shift))
}
