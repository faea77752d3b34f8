import { verifySignature } from '#nostr/event.ts'
import type { Signature } from '../packages.ts'
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

export interface V1Keys {
  group: GroupPackage
  share: SharePackage
}

/** Our part of one hash, and what is needed to add the others' parts to it. */
interface OwnPart {
  vector: SighashVector
  combination: Combination
  psig: string
}

/** Verified signatures; or the indices of the members whose part makes one of them invalid. */
type Combined = { ok: true; signatures: Signature[] } | { ok: false; culprits: number[] }

interface CombineInput {
  session: SignSession
  parts: readonly OwnPart[]
  /** One from each other member, with a part for every hash. */
  answers: readonly PartialSignatures[]
}

/** The jobs of 1.x. All throw for input that they can't use, such as a tweak or a point out of range. */
export const V1_JOBS = {
  /** Our partial signatures for a session that another member asks for. */
  answer: function* ({ group, share }: V1Keys, session: SignSession): Steps<[string, string][]> {
    const psigs: [string, string][] = []
    for (const vector of session.hashes) {
      yield
      psigs.push([vector[0], partialSignature(hashContext(group, session, vector), share)])
    }
    return psigs
  },

  /** Our part of a session that we ask for. */
  begin: function* ({ group, share }: V1Keys, session: SignSession): Steps<OwnPart[]> {
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
   * Adds up all members' parts and verifies each signature; at the first invalid one it verifies
   * the parts, to name the culprits.
   */
  combine: function* ({ group }: V1Keys, input: CombineInput): Steps<Combined> {
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

  /** Our part of a key exchange; with `blinded`, also our part of the blinded key. */
  keyshare: function* (
    { share }: V1Keys,
    {
      members,
      ecdhPk,
      blinded,
    }: { members: readonly number[]; ecdhPk: string; blinded?: string | undefined },
  ): Steps<EcdhPackage> {
    yield
    const own = ecdhKeyshare(members, ecdhPk, share)
    if (blinded === undefined) return own
    yield
    return { ...own, blinded_keyshare: ecdhKeyshare(members, blinded, share).keyshare }
  },

  /** The result of a key exchange: a secret. */
  exchange: function* (_: V1Keys, packages: readonly EcdhPackage[]): Steps<string> {
    yield
    return combineEcdh(packages)
  },
}

const combinationOf = (context: HashContext): Combination => {
  const { sighash, pubkey, session, key, challenge, groupNonce } = context
  return { sighash, pubkey, session, key, challenge, groupNonce }
}
