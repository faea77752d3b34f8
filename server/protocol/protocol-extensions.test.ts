import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { multiply } from '#crypto/curve/curve.ts'
import { evenPointOf, pointHex, publicPoint, scalarBytes } from '#crypto/curve/hex.ts'
import { lagrange, type RandomBytes, scalarHex } from '#crypto/curve/scalars.ts'
import { finished } from '../../tests/support/finished.ts'
import { blindKeys, isProvenBlinded, proveBlinded } from './blinded-key.ts'
import { blindedPart, weightOfParts } from './ecdh-proof.ts'

const DOCUMENT = join(import.meta.dirname, '../../docs/protocol-extensions.md')

const [, json = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync(DOCUMENT, 'utf8')) ?? []
const vectors = JSON.parse(json)
const { keys, drawn, request, proof, member } = vectors
const { key, ...blinding } = vectors.blinded

/** A source of randomness from which `randomScalar` draws these scalars, one after the other. */
function drawing(...scalars: string[]): RandomBytes {
  const left = [...scalars]
  return (bytes) => {
    const number = BigInt(`0x${left.shift()}`) - 1n
    return Buffer.from(number.toString(16).padStart(2 * bytes, '0'), 'hex')
  }
}

test('A key is blinded, and the proof made and checked, as the document says', () => {
  const blinded = finished(blindKeys(keys, drawing(...drawn.factors, drawn.offset)))
  expect(blinded).toEqual({ key, blinding })
  const { of_keys, of_base } = drawn.commitments
  const random = drawing(...of_keys, of_base)
  expect(finished(proveBlinded(keys, blinded, request, random))).toEqual(proof)
  expect(finished(isProvenBlinded(keys, key, proof, request))).toBe(true)
  const other = { ...request, id: 'floe-vector-2' }
  expect(finished(isProvenBlinded(keys, key, proof, other))).toBe(false)
})

test.each(['unweighted', 'weighted'])("A member's %s parts are as the document says", (form) => {
  const { share, public_share: pubkey, index, members, coefficient } = member
  expect(publicPoint(share)).toBe(pubkey)
  expect(scalarHex(lagrange(members, index))).toBe(coefficient)
  const weight = form === 'weighted' ? lagrange(members, index) : 1n
  const part = (of: string) =>
    pointHex(multiply(multiply(evenPointOf(of), Buffer.from(share, 'hex')), scalarBytes(weight)))
  const { parts, second } = vectors[form]
  expect([keys.map(part), part(key)]).toEqual([parts, second])
  expect(finished(blindedPart(blinding, parts, { pubkey, weight }))).toBe(second)
  const candidate = { pubkey, weights: [1n, lagrange(members, index)] }
  expect(finished(weightOfParts(blinding, parts, second, candidate))).toBe(weight)
  expect(finished(weightOfParts(blinding, parts.toReversed(), second, candidate))).toBeNull()
})
