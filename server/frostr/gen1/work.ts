/**
 * The signer's curve work as jobs: each a generator that does one hash, or one other thing that
 * can't be divided, between two `yield`s, so that whoever runs it decides when to let others go
 * on. What goes in and comes out is plain data (structured clone), for it may be run in a thread.
 */
import { verifySignature } from '../../nostr/event.ts'
import type { Signature } from '../signature.ts'
import {
  type Combination,
  combineEcdh,
  combinePartialSignatures,
  ecdhKeyshare,
  type HashContext,
  hashContext,
  partialSignature,
  verifyPartialSignature,
} from './arithmetic.ts'
import type { EcdhPackage, PartialSignatures, SighashVector, SignSession } from './messages.ts'
import type { GroupPackage, SharePackage } from './packages.ts'

type Steps<T> = Generator<void, T>

export interface Gen1Keys {
  group: GroupPackage
  share: SharePackage
}

/** Our part of one hash, and what the others' are added to it with. */
export interface OwnPart {
  vector: SighashVector
  combination: Combination
  psig: string
}

/** Verified signatures; or the indices of the members whose part makes one of them invalid. */
export type Combined = { ok: true; signatures: Signature[] } | { ok: false; culprits: number[] }

export interface CombineInput {
  session: SignSession
  parts: readonly OwnPart[]
  /** One of each other member; each has a part for every hash. */
  answers: readonly PartialSignatures[]
}

/** Each kind of job. All throw on what they can't be done with: a tweak or a point out of range. */
export const GEN1_WORK = {
  /** Our partial signatures, for a session that another member asks for. */
  answer: function* ({ group, share }: Gen1Keys, session: SignSession): Steps<[string, string][]> {
    const psigs: [string, string][] = []
    for (const vector of session.hashes) {
      yield
      psigs.push([vector[0], partialSignature(hashContext(group, session, vector), share)])
    }
    return psigs
  },

  /** Our part of a session that we ask for ourselves. */
  begin: function* ({ group, share }: Gen1Keys, session: SignSession): Steps<OwnPart[]> {
    const parts: OwnPart[] = []
    for (const vector of session.hashes) {
      yield
      const context = hashContext(group, session, vector)
      const psig = partialSignature(context, share)
      parts.push({ vector, combination: combinationOf(context), psig })
    }
    return parts
  },

  /**
   * Adds up all members' parts and verifies each signature; at the first that is invalid it
   * verifies the parts, to name whose is wrong.
   */
  combine: function* ({ group }: Gen1Keys, input: CombineInput): Steps<Combined> {
    const { session, parts, answers } = input
    const signatures: Signature[] = []
    for (const { vector, combination, psig } of parts) {
      yield
      const { sighash, pubkey } = combination
      const theirs = answers.map((answer) => ({
        answer,
        psig: answer.psigs.find(([hash]) => hash === sighash)?.[1] ?? '',
      }))
      const all = [psig, ...theirs.map((one) => one.psig)]
      const signature = combinePartialSignatures(combination, all)
      if (verifySignature(signature, sighash, pubkey)) {
        signatures.push({ sighash, pubkey, signature })
        continue
      }
      const context = hashContext(group, session, vector)
      const culprits: number[] = []
      for (const one of theirs) {
        yield
        if (!verifyPartialSignature(context, one.answer, one.psig)) culprits.push(one.answer.idx)
      }
      return { ok: false, culprits }
    }
    return { ok: true, signatures }
  },

  /** Our part of a key exchange. */
  keyshare: function* (
    { share }: Gen1Keys,
    { members, ecdhPk }: { members: readonly number[]; ecdhPk: string },
  ): Steps<EcdhPackage> {
    yield
    return ecdhKeyshare(members, ecdhPk, share)
  },

  /** The outcome of a key exchange: a secret. */
  exchange: function* (_: Gen1Keys, packages: readonly EcdhPackage[]): Steps<string> {
    yield
    return combineEcdh(packages)
  },
}

const combinationOf = (context: HashContext): Combination => {
  const { sighash, pubkey, session, key, challenge, groupNonce } = context
  return { sighash, pubkey, session, key, challenge, groupNonce }
}
