/**
 * The curve work that key exchanges of both generations have in common, in the form of protocol/v1/work.ts.
 * None of it is done with a share.
 */
import { randomBytes } from 'node:crypto'
import {
  type BlindedKey,
  type Blinding,
  type BlindingProof,
  blindKeys,
  isProvenBlinded,
  type ProofContext,
  proveBlinded,
} from './blinded-key.ts'
import { counterpart, type Giver, type Holder, weightOfParts } from './ecdh-proof.ts'

type Steps<T> = Generator<void, T>

/** What is asked for beside keys, so that the parts can be checked. */
export interface Check extends BlindedKey {
  proof: BlindingProof
  /** Our own part for the blinded key. */
  keyshare: string
}

/** A member's parts, as it has sent them. */
export interface Parts {
  idx: number
  /** For the keys, in their order. */
  parts: readonly string[]
  /** For the blinded key. */
  second: string
  giver: Giver
}

/** What came of a member's parts: the weight that they are right with, or null, for wrong ones. */
export interface CheckedParts {
  idx: number
  weight: bigint | null
}

export const EXCHANGE_WORK = {
  /**
   * A blinded key to ask for beside keys.
   *
   * @param own our parts for the keys themselves
   * @throws when one of those or of the keys is not a point
   */
  blind: function* (
    _: unknown,
    {
      publicKeys,
      own,
      context,
    }: { publicKeys: readonly string[]; own: OwnParts; context: ProofContext },
  ): Steps<Check> {
    const blinded = yield* blindKeys(publicKeys, randomBytes)
    const proof = yield* proveBlinded(publicKeys, blinded, context, randomBytes)
    const keyshare = yield* counterpart(blinded.blinding, own.parts, own.holder)
    return { ...blinded, proof, keyshare }
  },

  /** Whether a key that a peer asks for is blinded, and tells it no more than the other ones. */
  isBlinded: function* (
    _: unknown,
    input: {
      publicKeys: readonly string[]
      key: string
      proof: BlindingProof
      context: ProofContext
    },
  ): Steps<boolean> {
    return yield* isProvenBlinded(input.publicKeys, input.key, input.proof, input.context)
  },

  /** Whether members' parts are right, and with what weight. */
  checkParts: function* (
    _: unknown,
    { blinding, members }: { blinding: Blinding; members: readonly Parts[] },
  ): Steps<CheckedParts[]> {
    const checked: CheckedParts[] = []
    for (const { idx, parts, second, giver } of members) {
      checked.push({ idx, weight: yield* weightOfParts(blinding, parts, second, giver) })
    }
    return checked
  },
}

type OwnParts = Pick<Parts, 'parts'> & { holder: Holder }
