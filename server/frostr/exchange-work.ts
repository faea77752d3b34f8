/**
 * The curve work that key exchanges of both generations have in common, in the form of gen1/work.ts.
 * None of it is done with a share.
 */
import { randomBytes } from 'node:crypto'
import {
  type BlindedKey,
  type Blinding,
  type BlindingProof,
  blindKey,
  isProvenBlinded,
  type ProofContext,
  proveBlinded,
} from './blinded-key.ts'
import { counterpart, type Holder, isRightPart } from './ecdh-proof.ts'

type Steps<T> = Generator<void, T>

/** What is asked for beside a key, so that the parts can be checked. */
export interface Check extends BlindedKey {
  proof: BlindingProof
  /** Our own part for the blinded key. */
  keyshare: string
}

/** A member's parts, as it has sent them. */
export interface Parts {
  idx: number
  part: string
  /** For the blinded key. */
  second: string
  holder: Holder
}

export const EXCHANGE_WORK = {
  /**
   * A blinded key to ask for beside a key.
   *
   * @param own our part for the key itself
   * @throws when that or the key is not a point
   */
  blind: function* (
    _: unknown,
    { publicKey, own, context }: { publicKey: string; own: OwnPart; context: ProofContext },
  ): Steps<Check> {
    yield
    const blinded = blindKey(publicKey, randomBytes)
    const proof = proveBlinded(publicKey, blinded, context, randomBytes)
    yield
    return { ...blinded, proof, keyshare: counterpart(blinded.blinding, own.part, own.holder) }
  },

  /** Whether a key that a peer asks for is blinded, and tells it no more than the other one. */
  isBlinded: function* (
    _: unknown,
    input: { publicKey: string; key: string; proof: BlindingProof; context: ProofContext },
  ): Steps<boolean> {
    yield
    return isProvenBlinded(input.publicKey, input.key, input.proof, input.context)
  },

  /** The indices of the members whose parts are wrong. */
  wrongParts: function* (
    _: unknown,
    { blinding, parts }: { blinding: Blinding; parts: readonly Parts[] },
  ): Steps<number[]> {
    const wrong: number[] = []
    for (const { idx, part, second, holder } of parts) {
      yield
      if (!isRightPart(blinding, part, second, holder)) wrong.push(idx)
    }
    return wrong
  },
}

type OwnPart = Pick<Parts, 'part' | 'holder'>
