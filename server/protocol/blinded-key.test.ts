import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  add,
  GENERATOR,
  hexOfPoint,
  multiply,
  ORDER,
  type Point,
  pointOfHex,
} from '../../tests/support/curve.ts'
import { finished } from '../../tests/support/finished.ts'
import { seededPrng } from '../../tests/support/prng.ts'
import { thrownBy } from '../../tests/support/thrown.ts'
import { flipBit, present } from '../../tests/support/v2-vectors.ts'
import { type Blinding, blindKeys, isProvenBlinded, proveBlinded } from './blinded-key.ts'

const prng = seededPrng(2701)
const hex = (bytes: number) => Buffer.from(prng.bytes(bytes)).toString('hex')
const numberOf = (scalar: string) => BigInt(`0x${scalar}`)
const newKey = () => hexOfPoint(multiply(BigInt(`0x${hex(32)}`) % ORDER, GENERATOR))

const blind = (...publicKeys: string[]) => finished(blindKeys(publicKeys, prng.bytes))

/** The sum of factor · key, and offset · G, from the definition. */
const madeOf = (publicKeys: readonly string[], { factors, offset }: Blinding): Point =>
  publicKeys.reduce(
    (sum, key, at) => add(sum, multiply(numberOf(present(factors[at])), pointOfHex(key))),
    multiply(numberOf(offset), GENERATOR),
  )

/** Keys in both forms, with either sign. */
const keys = Array.from({ length: 6 }, newKey).flatMap((key) => [
  key,
  key.slice(2),
  `${key.startsWith('02') ? '03' : '02'}${key.slice(2)}`,
])

function proven(...given: string[]) {
  const publicKeys = given.length === 0 ? [newKey()] : given
  const blinded = blind(...publicKeys)
  const context = { asker: hex(32), id: hex(16) }
  const proof = finished(proveBlinded(publicKeys, blinded, context, prng.bytes))
  const holds = (
    changes: {
      publicKeys?: string[]
      key?: string
      proof?: Partial<typeof proof>
      context?: Partial<typeof context>
    } = {},
  ) =>
    finished(
      isProvenBlinded(
        changes.publicKeys ?? publicKeys,
        changes.key ?? blinded.key,
        { ...proof, ...changes.proof },
        { ...context, ...changes.context },
      ),
    )
  return { publicKeys, publicKey: publicKeys[0] ?? '', blinded, context, proof, holds }
}

test('a blinded key is made by its factors and offset, and has an even y', () => {
  for (const publicKey of keys) {
    const { key, blinding } = blind(publicKey)
    expect(hexOfPoint(madeOf([publicKey], blinding))).toBe(`02${key}`)
  }
  const { key, blinding } = blind(...keys)
  expect(blinding.factors).toHaveLength(keys.length)
  expect(hexOfPoint(madeOf(keys, blinding))).toBe(`02${key}`)
})

test('a key is blinded anew each time', () => {
  const [one = '', other = ''] = keys
  const blinded = Array.from({ length: 20 }, () => blind(one, other))
  const parts = blinded.flatMap(({ key, blinding }) => [key, ...blinding.factors, blinding.offset])
  expect(new Set(parts).size).toBe(parts.length)
})

test.each([
  ['no point', `${'00'.repeat(31)}05`],
  ['empty', ''],
  ['no hex', 'zz'.repeat(32)],
])('a key that is %s is not blinded', (_, key) => {
  expect(thrownBy(() => blind(key))).toBeInstanceOf(Error)
  expect(thrownBy(() => blind(newKey(), key))).toBeInstanceOf(Error)
})

describe('the proof that a key is blinded', () => {
  test('holds for its key, in either form and with either sign', () => {
    for (const publicKey of keys) expect(proven(publicKey).holds()).toBe(true)
    expect(proven(...keys).holds()).toBe(true)
  })

  test('holds for all of several keys in their order, and for no others', () => {
    const three = [newKey(), newKey(), newKey()] as const
    const { proof, holds } = proven(...three)
    const [a, b, c] = three
    const others = [[b, a, c], [a, b], [a, b, c, c], [a, b, newKey()], [a, b, b], []]
    for (const publicKeys of others) expect(holds({ publicKeys })).toBe(false)
    const [ofA = '', ofB = '', ofC = ''] = proof.of_keys
    const answers = [[ofB, ofA, ofC], [ofA, ofB], [ofA, ofB, ofC, ofC], [ofA, ofB, ''], []]
    for (const of_keys of answers) expect(holds({ proof: { of_keys } })).toBe(false)
    expect(holds()).toBe(true)
  })

  test('hashes all that it proves something about, so that none of it can be chosen afterwards', () => {
    const { publicKeys, blinded, context, proof } = proven(newKey(), newKey())
    const e = numberOf(proof.challenge)
    const answers = madeOf(publicKeys, { factors: proof.of_keys, offset: proof.of_base })
    const commitment = add(answers, multiply(ORDER - e, pointOfHex(blinded.key)))
    const tag = createHash('sha256').update('floe/blinded-key/2').digest('hex')
    const points = [...publicKeys, `02${blinded.key}`, hexOfPoint(commitment)]
    const hashed = [tag, tag, '02', ...points, context.asker]
    const hash = createHash('sha256').update(hashed.join(''), 'hex').update(context.id)
    expect(e).toBe(numberOf(hash.digest('hex')) % ORDER)
  })

  test('holds for no other request, asker or key', () => {
    const { publicKey, blinded, context, holds } = proven()
    const sign = publicKey.startsWith('02') ? '03' : '02'
    expect(holds({ context: { id: hex(16) } })).toBe(false)
    expect(holds({ context: { id: `${context.id} ` } })).toBe(false)
    expect(holds({ context: { asker: hex(32) } })).toBe(false)
    expect(holds({ publicKeys: [newKey()] })).toBe(false)
    expect(holds({ publicKeys: [`${sign}${publicKey.slice(2)}`] })).toBe(false)
    expect(holds({ publicKeys: [`02${blinded.key}`], key: publicKey.slice(2) })).toBe(false)
    expect(holds({ key: newKey().slice(2) })).toBe(false)
    expect(holds()).toBe(true)
  })

  test('can’t be made for a key that the asker did not blind', () => {
    for (let round = 0; round < 8; round += 1) {
      const { publicKeys, blinded, context } = proven(newKey(), newKey())
      const forbidden = { ...blinded, key: newKey().slice(2) }
      const proof = finished(proveBlinded(publicKeys, forbidden, context, prng.bytes))
      expect(finished(isProvenBlinded(publicKeys, forbidden.key, proof, context))).toBe(false)
    }
  })

  test('does not hold with any of its numbers changed', () => {
    const { proof, holds } = proven(newKey(), newKey())
    const { challenge, of_keys, of_base } = proof
    const [ofKey = '', ofOther = ''] = of_keys
    const changes: [string, (value: string) => Partial<typeof proof>][] = [
      [challenge, (value) => ({ challenge: value })],
      [ofKey, (value) => ({ of_keys: [value, ofOther] })],
      [ofOther, (value) => ({ of_keys: [ofKey, value] })],
      [of_base, (value) => ({ of_base: value })],
    ]
    for (const [value, changed] of changes) {
      for (let bit = 0; bit < 256; bit += 17) {
        expect(holds({ proof: changed(flipBit(value, bit)) })).toBe(false)
      }
      const wrong = ['00'.repeat(32), ORDER.toString(16), 'ff'.repeat(32), '', 'zz'.repeat(32)]
      for (const other of wrong) expect(holds({ proof: changed(other) })).toBe(false)
    }
    expect(holds({ key: `${'00'.repeat(31)}05` })).toBe(false)
    expect(holds({ publicKeys: [''] })).toBe(false)
  })

  test('reveals nothing about the factor: any other factor fits the proof as well', () => {
    const secret = BigInt(`0x${hex(32)}`) % ORDER
    const { proof, blinded, publicKey } = proven(hexOfPoint(multiply(secret, GENERATOR)))
    const { challenge, of_keys, of_base } = proof
    const [e, ofKey, ofBase] = [challenge, of_keys[0] ?? '', of_base].map(numberOf)
    const known = numberOf(blinded.blinding.factors[0] ?? '')
    const total = known * secret + numberOf(blinded.blinding.offset)
    const commitments = [known, 1n, 12_345n].map((factor) => {
      const offset = (((total - factor * secret) % ORDER) + ORDER) % ORDER
      const rest = (value = 0n, by = 0n) => (((value - present(e) * by) % ORDER) + ORDER) % ORDER
      return hexOfPoint(
        add(
          multiply(rest(ofKey, factor), pointOfHex(publicKey)),
          multiply(rest(ofBase, offset), GENERATOR),
        ),
      )
    })
    expect(new Set(commitments).size).toBe(1)
  })

  test('has new numbers each time, so that none answers two challenges', () => {
    const { publicKeys, blinded, context } = proven(newKey(), newKey())
    const proofs = Array.from({ length: 10 }, () =>
      finished(proveBlinded(publicKeys, blinded, context, prng.bytes)),
    )
    const numbers = proofs.flatMap((proof) => [proof.challenge, ...proof.of_keys, proof.of_base])
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})
