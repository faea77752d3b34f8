import { describe, expect, test } from 'vitest'
import { pointHex } from '#crypto/curve/hex.ts'
import { mod, scalarHex } from '#crypto/curve/scalars.ts'
import { verifySignature } from '#nostr/event.ts'
import { CURVE_ORDER } from '#tests/support/credentials.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { thrownBy } from '#tests/support/thrown.ts'
import { signingOf } from '#tests/support/v2-signing.ts'
import {
  flipBit,
  present,
  recordedShare,
  recordedSignings,
  vectors,
} from '#tests/support/v2-vectors.ts'
import {
  aggregate,
  type Commitment,
  generateNonce,
  type HashContext,
  hashContext,
  partialSignature,
  verifyOwnPartialSignatures,
  verifyPartialSignature,
} from './frost.ts'
import { type GroupPackage, memberAt } from './group.ts'
import type { SignSession } from './messages.ts'

const prng = seededPrng(405)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const hex32 = () => hex(prng.bytes(32))
const scalarText = (value: bigint) => value.toString(16).padStart(64, '0')
const negated = (psig: string) => scalarText(BigInt(`0x${CURVE_ORDER}`) - BigInt(`0x${psig}`))

const { group } = vectors.keyset
const keyOf = (from: GroupPackage, idx: number) => present(memberAt(from, idx))

/** The commitments of one hash's signers. */
const commitmentsOf = (session: SignSession, hashIndex: number): Commitment[] =>
  session.nonces.map(({ idx, entries }) => ({
    idx,
    ...present(entries.find(({ hash_index }) => hash_index === hashIndex)),
  }))

/** Every hash of the recorded sessions, with the genuine devices' results. */
const recordedHashes = recordedSignings().flatMap(
  ({ session, response, nonces, math, askerPartials, signatures }) =>
    session.hashes.map((sighash, at) => {
      const asker = present(session.members.find((idx) => idx !== response.idx))
      const code = commitmentsOf(session, at).find(({ idx }) => idx === response.idx)
      return {
        sighash,
        asker,
        responder: response.idx,
        commitments: commitmentsOf(session, at),
        nonce: present(nonces.find(({ hidden_pn }) => hidden_pn === code?.hidden_pn)),
        math: present(math[at]),
        askerPartial: present(askerPartials[at]),
        responderPartial: present(response.psigs[at]).partial_sig,
        signature: present(signatures[at]),
      }
    }),
)

test('four signed hashes were recorded', () => {
  expect(recordedHashes).toHaveLength(4)
})

describe.each(recordedHashes)('the recorded hash $sighash', (recorded) => {
  const { sighash, commitments, math, asker, responder } = recorded
  const context = hashContext(group.group_pk, commitments, sighash)

  test('has the binding factors, weights, group nonce and challenge of genuine devices', () => {
    const signers = [...context.signers]
    const bindingFactors = signers.map(([idx, one]) => [idx, scalarText(one.bindingFactor)])
    expect(Object.fromEntries(bindingFactors)).toEqual(math.binding_factors)
    const lambdas = signers.map(([idx, one]) => [idx, scalarText(one.lambda)])
    expect(Object.fromEntries(lambdas)).toEqual(math.lambdas)
    expect(pointHex(context.groupNonce)).toBe(math.group_commitment)
    expect(scalarText(context.challenge)).toBe(math.challenge)
  })

  test('has the same group nonce in whatever order its nonces come', () => {
    const reversed = hashContext(group.group_pk, commitments.toReversed(), sighash)
    expect(pointHex(reversed.groupNonce)).toBe(math.group_commitment)
  })

  test('has the same group nonce if computed with the secrets of one nonce', () => {
    const own = { idx: responder, nonce: recorded.nonce }
    const known = hashContext(group.group_pk, commitments, sighash, own)
    expect(pointHex(known.groupNonce)).toBe(math.group_commitment)
    const isValid = (idx: number, psig: string) =>
      verifyPartialSignature(known, keyOf(group, idx), psig)
    expect(isValid(responder, recorded.responderPartial)).toBe(true)
    expect(isValid(asker, recorded.askerPartial)).toBe(true)
  })

  test('has the same partial signature from us as from the genuine answerer', () => {
    const psig = partialSignature(context, recordedShare(responder), recorded.nonce)
    expect(psig).toBe(recorded.responderPartial)
  })

  test('has two partial signatures that are valid, each for its own member', () => {
    const isValid = (idx: number, psig: string) =>
      verifyPartialSignature(context, keyOf(group, idx), psig)
    expect(isValid(asker, recorded.askerPartial)).toBe(true)
    expect(isValid(responder, recorded.responderPartial)).toBe(true)
    expect(isValid(asker, recorded.responderPartial)).toBe(false)
    expect(isValid(responder, recorded.askerPartial)).toBe(false)
  })

  test('has the genuine signature, which is valid', () => {
    const signature = aggregate(context, [recorded.askerPartial, recorded.responderPartial])
    expect(signature).toBe(recorded.signature)
    expect(verifySignature(signature, sighash, group.group_pk)).toBe(true)
  })

  test('has no valid partial signature with any bit flipped', () => {
    for (let bit = prng.integer(5); bit < 256; bit += 5) {
      const psig = flipBit(recorded.responderPartial, bit)
      expect(verifyPartialSignature(context, keyOf(group, responder), psig)).toBe(false)
    }
  })

  test('has no partial signature that is valid with any bit of hash, key or nonce flipped', () => {
    const psig = recorded.responderPartial
    const isValidIn = (make: () => HashContext) => {
      try {
        return verifyPartialSignature(make(), keyOf(group, responder), psig)
      } catch {
        return false
      }
    }
    const withNonces = (change: (one: Commitment) => Commitment) =>
      hashContext(group.group_pk, commitments.map(change), sighash)
    expect(isValidIn(() => withNonces((one) => one))).toBe(true)
    for (let round = 0; round < 24; round += 1) {
      const bit = prng.integer(264)
      const contexts = [
        () => hashContext(group.group_pk, commitments, flipBit(sighash, bit)),
        () => hashContext(flipBit(group.group_pk, bit), commitments, sighash),
        () => withNonces((one) => ({ ...one, hidden_pn: flipBit(one.hidden_pn, bit) })),
        () => withNonces((one) => ({ ...one, binder_pn: flipBit(one.binder_pn, bit) })),
        () => withNonces((one) => (one.idx === asker ? { ...one, idx: one.idx + 4 } : one)),
      ]
      for (const make of contexts) expect(isValidIn(make)).toBe(false)
    }
  })
})

const signing = (...sizes: [threshold: number, totalMembers: number, signers?: number]) =>
  signingOf(prng, ...sizes)

test('more members than needed can sign together, too', () => {
  const one = signing(2, 5, 4)
  const context = hashContext(one.group.group_pk, one.commitments, one.sighash)
  const psigs = one.signers.map(({ share, nonce }) => partialSignature(context, share, nonce))
  const signature = aggregate(context, psigs)
  expect(verifySignature(signature, one.sighash, one.group.group_pk)).toBe(true)
})

describe('a lie is found', () => {
  const one = signing(3, 4)
  const context = hashContext(one.group.group_pk, one.commitments, one.sighash)
  const psigs = one.signers.map(({ share, nonce }) => partialSignature(context, share, nonce))
  const [liar, other] = one.signers
  const [honest = '', others = '', third = ''] = psigs
  const member = keyOf(one.group, present(liar).share.idx)

  test('and an honest partial signature is valid', () => {
    expect(verifyPartialSignature(context, member, honest)).toBe(true)
  })

  test.each([
    ['random', hex32()],
    ['zero', '00'.repeat(32)],
    ['the curve order', CURVE_ORDER],
    ['above the curve order', 'ff'.repeat(32)],
    ['empty', ''],
    ['no hex', 'zz'.repeat(32)],
    ['the negated one', negated(honest)],
    ['what cancels another', negated(others)],
    ['another member’s', others],
  ])('in a partial signature that is %s', (_, psig) => {
    expect(verifyPartialSignature(context, member, psig)).toBe(false)
    if (!/^[0-9a-f]{64}$/.test(psig)) return
    const signature = aggregate(context, [psig, others, third])
    expect(verifySignature(signature, one.sighash, one.group.group_pk)).toBe(false)
  })

  test('in a key that is another member’s, nobody’s, or the negated one', () => {
    const wrong = [
      keyOf(one.group, present(other).share.idx).pubkey,
      `02${'00'.repeat(31)}05`,
      flipBit(member.pubkey, 0),
    ]
    for (const pubkey of wrong)
      expect(verifyPartialSignature(context, { ...member, pubkey }, honest)).toBe(false)
  })

  test('in an index that does not sign', () => {
    const stranger = one.group.members.find(
      ({ idx }) => !one.signers.some(({ share }) => share.idx === idx),
    )
    expect(verifyPartialSignature(context, present(stranger), honest)).toBe(false)
    const share = { ...present(liar).share, idx: present(stranger).idx }
    expect(thrownBy(() => partialSignature(context, share, present(liar).nonce))).toBeInstanceOf(
      Error,
    )
  })

  test('when a partial signature is missing: the signature is not valid', () => {
    const signature = aggregate(context, [others, third])
    expect(verifySignature(signature, one.sighash, one.group.group_pk)).toBe(false)
  })
})

describe('there is no context', () => {
  const { commitments, sighash } = signing(2, 2)
  const [first, second] = commitments.map((one) => present(one))

  test.each(['hidden_pn', 'binder_pn'] as const)('with a %s that is no point', (field) => {
    const wrong = [present(first), { ...present(second), [field]: `02${'00'.repeat(31)}05` }]
    const make = () => hashContext(group.group_pk, wrong, sighash)
    expect(thrownBy(make)).toBeInstanceOf(Error)
  })

  test('without nonces, or with an index twice', () => {
    expect(thrownBy(() => hashContext(group.group_pk, [], sighash))).toBeInstanceOf(Error)
    const twice = [present(first), { ...present(second), idx: present(first).idx }]
    expect(thrownBy(() => hashContext(group.group_pk, twice, sighash))).toBeInstanceOf(Error)
  })
})

describe('partial signatures of our own', () => {
  const { group: ours, signers } = signing(2, 3)
  const [own, other] = signers.map(({ share }) => share).map(present)
  /** Our part of so many hashes that the group nonces almost certainly have both signs. */
  const made = Array.from({ length: 20 }, () => {
    const nonce = generateNonce(present(own).seckey, prng.bytes)
    const commitments = [
      { idx: present(own).idx, ...nonce },
      { idx: present(other).idx, ...generateNonce(present(other).seckey, prng.bytes) },
    ]
    const context = hashContext(ours.group_pk, commitments, hex32())
    return { context, psig: partialSignature(context, present(own), nonce) }
  })
  const contexts = made.map(({ context }) => context)
  const psigs = made.map(({ psig }) => psig)
  const { pubkey } = keyOf(ours, present(own).idx)
  const isValid = ({ share = present(own), key = pubkey, parts = psigs } = {}) =>
    verifyOwnPartialSignatures(contexts, share, key, parts)

  test('are valid together, whatever the signs of their group nonces', () => {
    expect(new Set(contexts.map(({ groupNonce }) => pointHex(groupNonce).slice(0, 2))).size).toBe(2)
    expect(isValid()).toBe(true)
  })

  test('are not valid when any one is wrong, or missing', () => {
    for (const [at, psig] of psigs.entries()) {
      expect(isValid({ parts: psigs.with(at, flipBit(psig, prng.integer(256))) })).toBe(false)
      expect(isValid({ parts: psigs.with(at, negated(psig)) })).toBe(false)
    }
    expect(isValid({ parts: psigs.slice(1) })).toBe(false)
  })

  test('are not valid when the secret is of another share, or has any bit flipped', () => {
    expect(isValid({ key: keyOf(ours, present(other).idx).pubkey })).toBe(false)
    for (let bit = prng.integer(16); bit < 256; bit += 16) {
      const share = { ...present(own), seckey: flipBit(present(own).seckey, bit) }
      const parts = contexts.map((context, at) => {
        // What such a secret would have made with the nonce of that hash.
        const { lambda } = present(context.signers.get(share.idx))
        const difference = BigInt(`0x${share.seckey}`) - BigInt(`0x${present(own).seckey}`)
        const shift = lambda * context.challenge * difference
        return scalarHex(mod(BigInt(`0x${present(psigs[at])}`) + shift))
      })
      expect(isValid({ share, parts })).toBe(false)
    }
  })
})

test('no nonce is made when the source of randomness gives too little or too much', () => {
  for (const size of [0, 64, 95, 97]) {
    const make = () => generateNonce(hex32(), () => prng.bytes(size))
    expect(thrownBy(make)).toBeInstanceOf(Error)
  }
})

test('a nonce that is no scalar signs nothing', () => {
  const { share, nonce } = present(signing(2, 2).signers[0])
  const commitments = [{ idx: share.idx, ...nonce }]
  const context = hashContext(group.group_pk, commitments, hex32())
  for (const wrong of ['00'.repeat(32), CURVE_ORDER, '']) {
    for (const field of ['hidden_sn', 'binder_sn']) {
      const sign = () => partialSignature(context, share, { ...nonce, [field]: wrong })
      expect(thrownBy(sign)).toBeInstanceOf(Error)
    }
  }
})
