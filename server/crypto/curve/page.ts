import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Curve } from './point.ts'

const { Point } = secp256k1

const POINT = /^0[23][0-9a-f]{64}$/i
const SCALAR = /^[0-9a-f]{64}$/i

/** The console's curve, in JavaScript, because a page can't load a native library. */
export const pageCurve: Curve = {
  isPoint: (point): point is string => {
    if (typeof point !== 'string' || !POINT.test(point)) return false
    try {
      Point.fromHex(point)
      return true
    } catch {
      return false
    }
  },
  publicPoint: (scalar) => Point.BASE.multiply(numberOf(scalar)).toHex(true),
  combine: (terms) => {
    const parts = terms.map(({ scalar, point }) => Point.fromHex(point).multiply(numberOf(scalar)))
    const total = parts.reduce((sum, part) => sum.add(part))
    return total.is0() ? null : total.toHex(true)
  },
}

function numberOf(scalar: string): bigint {
  if (!SCALAR.test(scalar)) throw new Error('a scalar has 32 bytes')
  return BigInt(`0x${scalar}`)
}
