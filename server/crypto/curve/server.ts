import { multiply, sum } from './curve.ts'
import { encodedPoint, isPoint, pointHex, publicPoint } from './hex.ts'
import type { Curve } from './port.ts'

/** The signer's curve: libsecp256k1. */
export const serverCurve: Curve = {
  isPoint,
  publicPoint,
  combine: (terms) => {
    const parts = terms.map(({ scalar, point }) =>
      multiply(encodedPoint(point), Buffer.from(scalar, 'hex')),
    )
    try {
      return pointHex(sum(parts))
    } catch {
      return null
    }
  },
}
