import { schnorr_FROST as reference } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/curves/utils.js'
import { describe, expect, test } from 'vitest'
import { pointHex, publicPoint } from '#crypto/curve/hex.ts'
import { verifySignature } from '#nostr/event.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { type Signing, signingOf } from '#tests/support/v2-signing.ts'
import { present, recordedShare } from '#tests/support/v2-vectors.ts'
import {
  aggregate,
  generateNonce,
  hashContext,
  partialSignature,
  type SecretNonce,
  verifyPartialSignature,
} from './frost.ts'
import { memberAt, type SharePackage } from './group.ts'

const prng = seededPrng(415)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** The same signing in the types of the library that we compare with. */
function inReference({ group, signers }: Signing) {
  const identifier = (idx: number) => reference.Identifier.fromNumber(idx)
  return {
    identifier,
    publicPackage: {
      signers: { min: group.threshold, max: group.members.length },
      commitments: [hexToBytes(`02${group.group_pk}`)],
      verifyingShares: Object.fromEntries(
        group.members.map(({ idx, pubkey }) => [identifier(idx), hexToBytes(pubkey)]),
      ),
    },
    commitments: signers.map(({ share, nonce }) => ({
      identifier: identifier(share.idx),
      hiding: hexToBytes(nonce.hidden_pn),
      binding: hexToBytes(nonce.binder_pn),
    })),
    secret: ({ idx, seckey }: SharePackage) => ({
      identifier: identifier(idx),
      signingShare: hexToBytes(seckey),
    }),
    nonces: ({ hidden_sn, binder_sn }: SecretNonce) => ({
      hiding: hexToBytes(hidden_sn),
      binding: hexToBytes(binder_sn),
    }),
  }
}

describe('beside another implementation of the cipher suite', () => {
  const sizes: [number, number][] = [
    ...[2, 3, 4].flatMap((n): [number, number][] => [[2, n]]),
    ...[3, 4, 5, 15].flatMap((n): [number, number][] => [[3, n]]),
    [4, 7],
    [5, 9],
    [6, 11],
    [7, 13],
    [8, 15],
  ]

  test.each(sizes)('%i of %i make the same partial signatures and signature', (k, n) => {
    const parities = new Set<string>()
    for (let round = 0; round < 3 || parities.size < 2; round += 1) {
      const one = signingOf(prng, k, n)
      const theirs = inReference(one)
      const message = hexToBytes(one.sighash)
      const context = hashContext(one.group.group_pk, one.commitments, one.sighash)
      parities.add(pointHex(context.groupNonce).slice(0, 2))
      const psigs = one.signers.map(({ share, nonce }) => {
        const psig = partialSignature(context, share, nonce)
        const expected = reference.signShare(
          theirs.secret(share),
          theirs.publicPackage,
          theirs.nonces(nonce),
          theirs.commitments,
          message,
        )
        expect(psig).toBe(hex(expected))
        expect(verifyPartialSignature(context, present(memberAt(one.group, share.idx)), psig)).toBe(
          true,
        )
        return psig
      })
      const shares = one.signers.map(({ share }, at) => [
        theirs.identifier(share.idx),
        hexToBytes(psigs[at] ?? ''),
      ])
      const signature = aggregate(context, psigs)
      expect(signature).toBe(
        hex(
          reference.aggregate(
            theirs.publicPackage,
            theirs.commitments,
            message,
            Object.fromEntries(shares),
          ),
        ),
      )
      expect(verifySignature(signature, one.sighash, one.group.group_pk)).toBe(true)
    }
  })

  test('nonces are the points of their secrets, which are the same from the same randomness', () => {
    for (let round = 0; round < 10; round += 1) {
      const { seckey } = recordedShare(1)
      const drawn = prng.bytes(96)
      const sizes: number[] = []
      const nonce = generateNonce(seckey, (bytes) => {
        sizes.push(bytes)
        return drawn
      })
      const queue = [drawn.subarray(0, 32), drawn.subarray(32, 64)]
      const theirs = reference.commit(
        { identifier: reference.Identifier.fromNumber(1), signingShare: hexToBytes(seckey) },
        () => queue.shift() ?? new Uint8Array(),
      )
      expect(nonce.hidden_sn).toBe(hex(theirs.nonces.hiding))
      expect(nonce.binder_sn).toBe(hex(theirs.nonces.binding))
      expect(nonce.hidden_pn).toBe(publicPoint(nonce.hidden_sn))
      expect(nonce.binder_pn).toBe(publicPoint(nonce.binder_sn))
      expect(sizes).toEqual([96])
      expect(nonce.code).toBe(hex(drawn.subarray(64)))
    }
  })
})
