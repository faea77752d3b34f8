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
import { flipBit, present } from '../../tests/support/gen2-vectors.ts'
import { seededPrng } from '../../tests/support/prng.ts'
import { thrownBy } from '../../tests/support/thrown.ts'
import { type Blinding, blindKey, isProvenBlinded, proveBlinded } from './blinded-key.ts'

const prng = seededPrng(2701)
const hex = (bytes: number) => Buffer.from(prng.bytes(bytes)).toString('hex')
const numberOf = (scalar: string) => BigInt(`0x${scalar}`)
const newKey = () => hexOfPoint(multiply(BigInt(`0x${hex(32)}`) % ORDER, GENERATOR))

/** factor · key + offset · G, from the definition. */
const madeOf = (key: string, { factor, offset }: Blinding): Point =>
  add(multiply(BigInt(`0x${factor}`), pointOfHex(key)), multiply(BigInt(`0x${offset}`), GENERATOR))

/** Keys in both forms, with either sign. */
const keys = Array.from({ length: 6 }, newKey).flatMap((key) => [
  key,
  key.slice(2),
  `${key.startsWith('02') ? '03' : '02'}${key.slice(2)}`,
])

function proven(publicKey = newKey()) {
  const blinded = blindKey(publicKey, prng.bytes)
  const context = { asker: hex(32), id: hex(16) }
  const proof = proveBlinded(publicKey, blinded, context, prng.bytes)
  const holds = (
    changes: {
      publicKey?: string
      key?: string
      proof?: Partial<typeof proof>
      context?: Partial<typeof context>
    } = {},
  ) =>
    isProvenBlinded(
      changes.publicKey ?? publicKey,
      changes.key ?? blinded.key,
      { ...proof, ...changes.proof },
      { ...context, ...changes.context },
    )
  return { publicKey, blinded, context, proof, holds }
}

test('a key is blinded by the numbers that are kept, and has an even y', () => {
  for (const publicKey of keys) {
    const { key, blinding } = blindKey(publicKey, prng.bytes)
    expect(hexOfPoint(madeOf(publicKey, blinding))).toBe(`02${key}`)
  }
})

test('a key is blinded anew each time', () => {
  const [publicKey = ''] = keys
  const blinded = Array.from({ length: 20 }, () => blindKey(publicKey, prng.bytes))
  const parts = blinded.flatMap(({ key, blinding }) => [key, blinding.factor, blinding.offset])
  expect(new Set(parts).size).toBe(parts.length)
})

test.each([
  ['no point', `${'00'.repeat(31)}05`],
  ['empty', ''],
  ['no hex', 'zz'.repeat(32)],
])('a key that is %s is not blinded', (_, key) => {
  expect(thrownBy(() => blindKey(key, prng.bytes))).toBeInstanceOf(Error)
})

describe('the proof that a key is blinded', () => {
  test('holds for its key, in either form and with either sign', () => {
    for (const publicKey of keys) expect(proven(publicKey).holds()).toBe(true)
  })

  test('is over all that it is about, so that none of it can be chosen afterwards', () => {
    const { publicKey, blinded, context, proof } = proven()
    const [e, ofKey, ofBase] = [proof.challenge, proof.of_key, proof.of_base].map(numberOf)
    const commitment = add(
      add(multiply(present(ofKey), pointOfHex(publicKey)), multiply(present(ofBase), GENERATOR)),
      multiply(ORDER - present(e), pointOfHex(blinded.key)),
    )
    const tag = createHash('sha256').update('floe/blinded-key/1').digest('hex')
    const hashed = [tag, tag, publicKey, `02${blinded.key}`, hexOfPoint(commitment), context.asker]
    const hash = createHash('sha256').update(hashed.join(''), 'hex').update(context.id)
    expect(e).toBe(numberOf(hash.digest('hex')) % ORDER)
  })

  test('holds for no other request, asker or key', () => {
    const { publicKey, blinded, context, holds } = proven()
    const sign = publicKey.startsWith('02') ? '03' : '02'
    expect(holds({ context: { id: hex(16) } })).toBe(false)
    expect(holds({ context: { id: `${context.id} ` } })).toBe(false)
    expect(holds({ context: { asker: hex(32) } })).toBe(false)
    expect(holds({ publicKey: newKey() })).toBe(false)
    expect(holds({ publicKey: `${sign}${publicKey.slice(2)}` })).toBe(false)
    expect(holds({ publicKey: `02${blinded.key}`, key: publicKey.slice(2) })).toBe(false)
    expect(holds({ key: newKey().slice(2) })).toBe(false)
    expect(holds()).toBe(true)
  })

  test('can’t be made for a key by who has not blinded it', () => {
    for (let round = 0; round < 8; round += 1) {
      const { publicKey, blinded, context } = proven()
      const forbidden = { ...blinded, key: newKey().slice(2) }
      const proof = proveBlinded(publicKey, forbidden, context, prng.bytes)
      expect(isProvenBlinded(publicKey, forbidden.key, proof, context)).toBe(false)
    }
  })

  test('does not hold with any of its numbers changed', () => {
    const { proof, holds } = proven()
    for (const [name, value] of Object.entries(proof)) {
      for (let bit = 0; bit < 256; bit += 17) {
        expect(holds({ proof: { [name]: flipBit(value, bit) } })).toBe(false)
      }
      const wrong = ['00'.repeat(32), ORDER.toString(16), 'ff'.repeat(32), '', 'zz'.repeat(32)]
      for (const other of wrong) expect(holds({ proof: { [name]: other } })).toBe(false)
    }
    expect(holds({ key: `${'00'.repeat(31)}05` })).toBe(false)
    expect(holds({ publicKey: '' })).toBe(false)
  })

  test('says nothing about the factor: every other one fits it as well', () => {
    const secret = BigInt(`0x${hex(32)}`) % ORDER
    const { proof, blinded, publicKey } = proven(hexOfPoint(multiply(secret, GENERATOR)))
    const { challenge, of_key, of_base } = proof
    const [e, ofKey, ofBase] = [challenge, of_key, of_base].map((one) => BigInt(`0x${one}`))
    const total =
      BigInt(`0x${blinded.blinding.factor}`) * secret + BigInt(`0x${blinded.blinding.offset}`)
    const commitments = [BigInt(`0x${blinded.blinding.factor}`), 1n, 12_345n].map((factor) => {
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

  test('is another one each time, so that no number answers two challenges', () => {
    const { publicKey, blinded, context } = proven()
    const proofs = Array.from({ length: 10 }, () =>
      proveBlinded(publicKey, blinded, context, prng.bytes),
    )
    const numbers = proofs.flatMap((proof) => Object.values(proof))
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})
