import { describe, expect, test } from 'vitest'
import { CURVE_ORDER } from '#tests/support/credentials.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { thrownBy } from '#tests/support/thrown.ts'
import { serverCurve } from './hex.ts'
import { pageCurve } from './page.ts'
import { type Curve, negated } from './point.ts'
import { mod, randomScalar, scalarHex } from './scalars.ts'

const prng = seededPrng(23)
const curves: [string, Curve][] = [
  ['the signer', serverCurve],
  ['the console', pageCurve],
]
const G = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
const secrets = Array.from({ length: 12 }, () => randomScalar(prng.bytes))
const keyOf = (secret: bigint) => serverCurve.publicPoint(scalarHex(mod(secret)))

describe.each(curves)('the curve of %s', (_, { isPoint, publicPoint, combine }) => {
  test('accepts points, in either case and with either sign', () => {
    for (const secret of secrets) {
      const key = keyOf(secret)
      for (const point of [key, key.toUpperCase(), negated(key)]) expect(isPoint(point)).toBe(true)
    }
  })

  test.each([
    ['an x that no point has', `02${'00'.repeat(31)}05`],
    ['an x above the field', '02fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f'],
    ['an x alone', G.slice(2)],
    ['no sign', `00${G.slice(2)}`],
    ['the form with both coordinates', `04${G.slice(2)}${G.slice(2)}`],
    ['a byte more', `${G}00`],
    ['half a byte less', G.slice(0, -1)],
    ['what is no hex', `${G.slice(0, -2)}zz`],
    ['nothing', ''],
    ['no text', 2],
  ])('refuses as a point: %s', (_, point) => {
    expect(isPoint(point)).toBe(false)
  })

  test('makes the public key of a secret', () => {
    expect(publicPoint(scalarHex(1n))).toBe(G)
    for (const secret of secrets) expect(publicPoint(scalarHex(secret))).toBe(keyOf(secret))
  })

  test.each([
    ['zero', '00'.repeat(32)],
    ['the order of the curve', CURVE_ORDER],
    ['too short', '01'],
    ['no hex', 'z'.repeat(64)],
  ])('makes no key of a secret that is %s, and does not show it', (_, secret) => {
    const error = thrownBy(() => publicPoint(secret))
    expect(error).toBeInstanceOf(Error)
    if (secret.length === 64) expect(String(error)).not.toContain(secret)
  })

  test('adds up multiples of points', () => {
    const terms = secrets.map((secret) => ({ secret, scalar: randomScalar(prng.bytes) }))
    const total = terms.reduce((sum, { secret, scalar }) => mod(sum + secret * scalar), 0n)
    expect(
      combine(
        terms.map(({ secret, scalar }) => ({ scalar: scalarHex(scalar), point: keyOf(secret) })),
      ),
    ).toBe(keyOf(total))
  })

  test('gives null when all of them cancel out, and goes on when only the first do', () => {
    const [scalar] = secrets.map(scalarHex)
    const [point = '', other = ''] = secrets.map(keyOf)
    const both = [point, negated(point)].map((one) => ({ scalar: scalar ?? '', point: one }))
    expect(combine(both)).toBe(null)
    expect(combine([...both, { scalar: scalarHex(1n), point: other }])).toBe(other)
  })
})
