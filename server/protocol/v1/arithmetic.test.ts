import {
  combine_ecdh_pkgs,
  combine_signature_pkgs,
  create_ecdh_pkg,
  create_psig_pkg,
  create_session_pkg,
  create_session_template,
  get_session_ctx,
  verify_psig_pkg,
} from '@frostr/bifrost/lib'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/curves/utils.js'
import { describe, expect, test } from 'vitest'
import { hasEvenY } from '#crypto/curve/point.ts'
import { randomScalar, scalarHex } from '#crypto/curve/scalars.ts'
import { verifySignature } from '#nostr/event.ts'
import { CURVE_ORDER } from '#tests/support/credentials.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { thrownBy } from '#tests/support/thrown.ts'
import {
  combineEcdh,
  combinePartialSignatures,
  ecdhKeyshare,
  type HashContext,
  hashContext,
  partialSignature,
  verifyPartialSignature,
} from './arithmetic.ts'
import { generateKeyset, type Keyset } from './keyset.ts'
import type { SighashVector, SignSession } from './messages.ts'
import type { SharePackage } from './packages.ts'
import { createSession } from './session.ts'

const prng = seededPrng(91)
const hex32 = () => bytesToHex(prng.bytes(32))
const scalar = () => scalarHex(randomScalar(prng.bytes))

/** n − s */
const negated = (psig: string) =>
  (BigInt(`0x${CURVE_ORDER}`) - BigInt(`0x${psig}`)).toString(16).padStart(64, '0')

const keyset = (threshold: number, totalMembers: number): Keyset =>
  generateKeyset({ threshold, totalMembers, random: prng.bytes })

function shareOf({ shares }: Keyset, idx: number): SharePackage {
  const share = shares.find((one) => one.idx === idx)
  if (share === undefined) throw new Error('no such share')
  return share
}

const pubkeyOf = ({ group }: Keyset, idx: number): string =>
  group.commits.find((commit) => commit.idx === idx)?.pubkey ?? ''

const partOf = (from: Keyset, context: HashContext, idx: number) => ({
  idx,
  pubkey: pubkeyOf(from, idx),
  psig: partialSignature(context, shareOf(from, idx)),
})

const psigsOf = (parts: readonly { psig: string }[]) => parts.map(({ psig }) => psig)

interface Signing {
  from: Keyset
  members: number[]
  vectors: SighashVector[]
  session: SignSession
}

/** A session of a random quorum, with `tweaks` tweaks on each hash. */
function signing(from: Keyset, hashes: number, tweaks: number): Signing {
  const { threshold, commits } = from.group
  const members = prng
    .shuffle(commits)
    .slice(0, threshold)
    .map(({ idx }) => idx)
  const vectors = Array.from(
    { length: hashes },
    (): SighashVector => [hex32(), ...Array.from({ length: tweaks }, scalar)],
  )
  const session = createSession(from.group, members, vectors, { stamp: 1_750_000_000 })
  return { from, members, vectors, session }
}

/** The genuine library's results for the same session: partial and final signatures. */
function genuine({ from, members, session }: Signing) {
  const { content, hashes, stamp, type } = session
  const template = create_session_template([...members], hashes, { content, stamp, type })
  if (template === null) throw new Error('the genuine library refuses this session')
  const group = structuredClone(from.group)
  const context = get_session_ctx(group, create_session_pkg(group, template))
  const parts = members.map((idx) => create_psig_pkg(context, shareOf(from, idx)))
  return {
    psig: (idx: number, sighash: string) =>
      parts.find((part) => part.idx === idx)?.psigs.find((entry) => entry[0] === sighash)?.[1],
    faults: parts.map((part) => verify_psig_pkg(context, part)),
    signatures: combine_signature_pkgs(context, parts),
  }
}

describe('partial signatures', () => {
  test.each([
    [2, 2, 3, 0],
    [2, 3, 2, 1],
    [2, 15, 1, 2],
    [3, 4, 2, 0],
    [3, 5, 1, 8],
    [4, 7, 1, 1],
    [5, 9, 1, 0],
    [6, 11, 1, 2],
    [7, 12, 1, 0],
    [8, 15, 1, 1],
  ])(
    'of %i out of %i, and the valid signature, are those of the genuine library',
    (threshold, totalMembers, hashes, tweaks) => {
      const one = signing(keyset(threshold, totalMembers), hashes, tweaks)
      const expected = genuine(one)
      expect(expected.faults.filter(Boolean)).toEqual([])
      const signatures = one.vectors.map((vector) => {
        const context = hashContext(one.from.group, one.session, vector)
        const parts = one.members.map((idx) => partOf(one.from, context, idx))
        for (const { idx, psig } of parts) expect(psig).toBe(expected.psig(idx, vector[0]))
        const signature = combinePartialSignatures(context, psigsOf(parts))
        expect(verifySignature(signature, vector[0], context.pubkey)).toBe(true)
        return [vector[0], context.pubkey, signature]
      })
      expect(signatures).toEqual(
        expected.signatures.map(([sighash, pubkey, signature]) => [
          sighash,
          pubkey.slice(-64),
          signature,
        ]),
      )
    },
  )

  test('of more members than needed make a valid signature too', () => {
    const from = keyset(2, 4)
    const vectors: SighashVector[] = [[hex32()]]
    const session = createSession(from.group, [1, 2, 3, 4], vectors, { stamp: 1 })
    const [vector = ['']] = vectors
    const context = hashContext(from.group, session, vector)
    const parts = [1, 2, 3, 4].map((idx) => partOf(from, context, idx))
    const signature = combinePartialSignatures(context, psigsOf(parts))
    expect(verifySignature(signature, vector[0], context.pubkey)).toBe(true)
  })

  test('are each valid under their own public share, but not when negated', () => {
    const one = signing(keyset(3, 4), 8, 1)
    const parities = new Set<boolean>()
    for (const vector of one.vectors) {
      const context = hashContext(one.from.group, one.session, vector)
      parities.add(hasEvenY(context.groupNonce))
      for (const idx of one.members) {
        const { psig, pubkey } = partOf(one.from, context, idx)
        const answer = { idx, pubkey, psigs: [], sid: one.session.sid }
        expect(verifyPartialSignature(context, answer, psig)).toBe(true)
        expect(verifyPartialSignature(context, answer, negated(psig))).toBe(false)
      }
    }
    expect(parities).toEqual(new Set([true, false]))
  })
})

describe('without tweaks the key is the group’s', () => {
  test('x-only, and with an even or odd y alike', () => {
    const seen = new Set<string>()
    while (seen.size < 2) {
      const one = signing(keyset(2, 2), 1, 0)
      const [vector = ['']] = one.vectors
      const context = hashContext(one.from.group, one.session, vector)
      expect(context.pubkey).toBe(one.from.group.group_pk.slice(2))
      seen.add(one.from.group.group_pk.slice(0, 2))
    }
  })
})

describe('a lie is found', () => {
  const one = signing(keyset(2, 3), 1, 0)
  const [vector = ['']] = one.vectors
  const context = hashContext(one.from.group, one.session, vector)
  const [first = 0, second = 0] = one.members
  const honest = partOf(one.from, context, second)
  const answer = { idx: second, pubkey: honest.pubkey, psigs: [], sid: one.session.sid }

  test.each([
    ['random', hex32()],
    ['zero', '00'.repeat(32)],
    ['the curve order', CURVE_ORDER],
    ['above the curve order', 'ff'.repeat(32)],
    ['the negated one', negated(honest.psig)],
    ['what cancels ours', negated(partOf(one.from, context, first).psig)],
    ['the one of another member', partOf(one.from, context, first).psig],
  ])('in a partial signature that is %s', (_, psig) => {
    expect(verifyPartialSignature(context, answer, psig)).toBe(false)
    const parts = [partOf(one.from, context, first), { ...honest, psig }]
    const signature = combinePartialSignatures(context, psigsOf(parts))
    expect(verifySignature(signature, vector[0], context.pubkey)).toBe(false)
  })

  test.each([
    ['of another member', { pubkey: pubkeyOf(one.from, first) }],
    ['of nobody', { pubkey: `02${hex32()}` }],
  ])('in a public key %s', (_, wrong) => {
    expect(verifyPartialSignature(context, { ...answer, ...wrong }, honest.psig)).toBe(false)
  })

  test.each([
    ['index', { idx: 99 }],
    ['session', { sid: hex32() }],
  ])('in the %s', (_, wrong) => {
    expect(verifyPartialSignature(context, { ...answer, ...wrong }, honest.psig)).toBe(false)
  })

  test('when a partial signature is missing: nothing is combined', () => {
    const parts = [partOf(one.from, context, first)]
    expect(thrownBy(() => combinePartialSignatures(context, psigsOf(parts)))).toBeInstanceOf(Error)
  })
})

describe('a context', () => {
  const from = keyset(2, 3)

  test.each([
    ['zero', '00'.repeat(32)],
    ['the curve order', CURVE_ORDER],
  ])('does not exist for a tweak that is %s', (_, tweak) => {
    const vector: SighashVector = [hex32(), tweak]
    const session = createSession(from.group, [1, 2], [vector], { stamp: 1 })
    expect(thrownBy(() => hashContext(from.group, session, vector))).toBeInstanceOf(Error)
  })

  test('leaves group and session as they were', () => {
    const vector: SighashVector = [hex32()]
    const session = createSession(from.group, [3, 1], [vector], { stamp: 1 })
    const shuffled = { ...session, members: [3, 1] }
    const before = structuredClone([from.group, shuffled])
    hashContext(from.group, shuffled, vector)
    expect([from.group, shuffled]).toEqual(before)
  })
})

describe('a key exchange', () => {
  const { Point } = secp256k1

  test.each([
    [1, 1],
    [2, 3],
    [3, 5],
    [8, 15],
  ])('of %i out of %i gives the genuine secret, which is the other party’s too', (k, n) => {
    const secretKey = scalar()
    const from = generateKeyset({ threshold: k, totalMembers: n, secretKey, random: prng.bytes })
    const theirs = scalar()
    const publicKey = Point.BASE.multiply(BigInt(`0x${theirs}`)).toHex(true)
    const members = prng
      .shuffle(from.group.commits)
      .slice(0, k)
      .map(({ idx }) => idx)
    const packages = members.map((idx) => ecdhKeyshare(members, publicKey, shareOf(from, idx)))
    const expected = members.map((idx) =>
      create_ecdh_pkg([...members], publicKey, shareOf(from, idx)),
    )
    expect(packages).toEqual(expected)
    const secret = combineEcdh(packages)
    expect(secret).toBe(combine_ecdh_pkgs(expected))
    const fromTheirEnd = Point.fromHex(from.group.group_pk).multiply(BigInt(`0x${theirs}`))
    expect(secret).toBe(fromTheirEnd.toHex(true))
  })

  test('takes an x-only key as the point with an even y', () => {
    const from = keyset(2, 2)
    const xonly = bytesToHex(schnorr.getPublicKey(hexToBytes(scalar())))
    const secretOf = (publicKey: string) =>
      combineEcdh([1, 2].map((idx) => ecdhKeyshare([1, 2], publicKey, shareOf(from, idx))))
    expect(secretOf(xonly)).toBe(secretOf(`02${xonly}`))
  })

  test('leaves the list of members as it was', () => {
    const members = [2, 1]
    const from = keyset(2, 2)
    ecdhKeyshare(members, from.group.group_pk, shareOf(from, 1))
    expect(members).toEqual([2, 1])
  })

  test.each([
    ['no point', `02${'00'.repeat(31)}05`],
    ['too short', 'abcd'],
    ['empty', ''],
    ['no hex', 'zz'.repeat(33)],
  ])('with a key that is %s is refused', (_, publicKey) => {
    const from = keyset(2, 2)
    const exchange = () => ecdhKeyshare([1, 2], publicKey, shareOf(from, 1))
    expect(thrownBy(exchange)).toBeInstanceOf(Error)
  })

  test('whose parts cancel out gives no secret', () => {
    const from = keyset(2, 2)
    const ours = ecdhKeyshare([1, 2], from.group.group_pk, shareOf(from, 1))
    const keyshare = Point.fromHex(ours.keyshare).negate().toHex(true)
    expect(thrownBy(() => combineEcdh([ours, { ...ours, idx: 2, keyshare }]))).toBeInstanceOf(Error)
  })
})
