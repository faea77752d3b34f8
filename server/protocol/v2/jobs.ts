import { randomBytes } from 'node:crypto'
import { refusal } from '#contract/messages.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { verifySignature } from '#nostr/event.ts'
import type { V2Pair } from '../keyset.ts'
import { combineEcdh, ecdhPackage } from './ecdh.ts'
import {
  aggregate,
  generateNonce,
  type HashContext,
  hashContext,
  NONCE_RANDOM_BYTES,
  type OwnNonce,
  partialSignature,
  type SecretNonce,
  verifyOwnPartialSignatures,
  verifyPartialSignature,
} from './frost.ts'
import { type GroupPackage, memberAt } from './group.ts'
import type {
  EcdhEntry,
  EcdhPackage,
  NonceEntry,
  PartialSignature,
  SignResponse,
  SignSession,
} from './messages.ts'

/**
 * What signing one hash of a session needs.
 *
 * @param own our nonce for the hash, if its secrets may be used already
 * @throws when a nonce is missing or not a point, or nonces cancel out
 */
export function contextOf(
  { group_pk }: GroupPackage,
  { hashes, nonces }: SignSession,
  hashIndex: number,
  own?: OwnNonce,
): HashContext {
  const commitments = nonces.flatMap(({ idx, entries }) => {
    const entry = entries.find(({ hash_index }) => hash_index === hashIndex)
    return entry ? [{ idx, binder_pn: entry.binder_pn, hidden_pn: entry.hidden_pn }] : []
  })
  const sighash = hashes[hashIndex]
  if (sighash === undefined || commitments.length < nonces.length) {
    throw new Error('not of this session')
  }
  return hashContext(group_pk, commitments, sighash, own)
}

type Steps<T> = Generator<void, T>

/** One hash of a session that another member asks for, with our entry for it. */
interface AskedPart {
  entry: NonceEntry
  context: HashContext
}

/** Our part of one hash of our own session, and what is needed to add the others' parts. */
interface BegunPart {
  sighash: string
  groupNonce: HashContext['groupNonce']
  psig: string
}

/** Verified signatures, BIP-340, 64 bytes, hex; or the indices of the members whose part is invalid. */
type Aggregated = { ok: true; signatures: string[] } | { ok: false; culprits: number[] }

/** Makes `count` nonces for a share, with their secrets. */
export function* nonceSteps(seckey: string, count: number): Steps<SecretNonce[]> {
  // All at once: drawing the bytes for each nonce by itself would take a tenth longer.
  const drawn = randomBytes(count * NONCE_RANDOM_BYTES)
  const nonces: SecretNonce[] = []
  for (let at = 0; at < drawn.length; at += NONCE_RANDOM_BYTES) {
    yield
    nonces.push(generateNonce(seckey, (bytes) => drawn.subarray(at, at + bytes)))
  }
  return nonces
}

export const V2_JOBS = {
  /** Makes `count` nonces of ours, with their secrets. */
  nonces: ({ share }: V2Pair, count: number) => nonceSteps(share.seckey, count),

  /**
   * The part of signing a session that needs no secret, and so comes before any nonce is spent.
   *
   * @throws when anyone's nonce is not a point
   */
  prepare: function* ({ group, share }: V2Pair, session: SignSession): Steps<AskedPart[]> {
    const parts: AskedPart[] = []
    for (const entry of session.nonces.find(({ idx }) => idx === share.idx)?.entries ?? []) {
      yield
      parts.push({ entry, context: contextOf(group, session, entry.hash_index) })
    }
    return parts
  },

  /**
   * Our partial signatures, verified together.
   *
   * @param secrets the parts' nonces, in the order of the parts; already spent
   * @throws when the partial signatures are not valid, which only a broken machine can cause
   */
  sign: function* (
    { group, share }: V2Pair,
    { parts, secrets }: { parts: readonly AskedPart[]; secrets: readonly SecretNonce[] },
  ): Steps<PartialSignature[]> {
    const psigs: PartialSignature[] = []
    const member = memberAt(group, share.idx)
    for (const [at, { entry, context }] of parts.entries()) {
      yield
      const secret = secrets[at]
      if (secret === undefined) throw new Error('not of this session')
      const partial_sig = partialSignature(context, share, secret)
      psigs.push({ hash_index: entry.hash_index, sighash: context.sighash, partial_sig })
    }
    yield
    const [contexts, values] = [
      parts.map(({ context }) => context),
      psigs.map(({ partial_sig }) => partial_sig),
    ]
    if (
      member === undefined ||
      !verifyOwnPartialSignatures(contexts, share, member.pubkey, values)
    ) {
      throw new Error('a wrong result')
    }
    return psigs
  },

  /**
   * Our part of a session that we ask for.
   *
   * @param own our nonces, one per hash
   * @throws when a peer's nonce is not a point
   */
  open: function* (
    { group, share }: V2Pair,
    { session, own }: { session: SignSession; own: readonly SecretNonce[] },
  ): Steps<BegunPart[]> {
    const parts: BegunPart[] = []
    for (const [at, nonce] of own.entries()) {
      yield
      const context = contextOf(group, session, at, { idx: share.idx, nonce })
      const { sighash, groupNonce } = context
      parts.push({ sighash, groupNonce, psig: partialSignature(context, share, nonce) })
    }
    return parts
  },

  /**
   * Adds up all members' parts and verifies each signature; at the first invalid one it verifies
   * the parts, to name the culprits.
   *
   * @param answers one from each other member, with a part for every hash
   */
  aggregate: function* (
    { group }: V2Pair,
    input: {
      session: SignSession
      parts: readonly BegunPart[]
      answers: readonly Pick<SignResponse, 'idx' | 'psigs'>[]
    },
  ): Steps<Aggregated> {
    const { session, parts, answers } = input
    const signatures: string[] = []
    for (const [at, { sighash, groupNonce, psig }] of parts.entries()) {
      yield
      const theirs = answers.map(({ idx, psigs }) => ({
        idx,
        psig: psigs.find(({ hash_index }) => hash_index === at)?.partial_sig ?? '',
      }))
      const signature = aggregate({ groupNonce }, [psig, ...theirs.map((part) => part.psig)])
      if (verifySignature(signature, sighash, group.group_pk)) {
        signatures.push(signature)
        continue
      }
      const context = contextOf(group, session, at)
      const culprits: number[] = []
      for (const part of theirs) {
        yield
        const member = memberAt(group, part.idx)
        if (!member || !verifyPartialSignature(context, member, part.psig)) culprits.push(part.idx)
      }
      return { ok: false, culprits }
    }
    return { ok: true, signatures }
  },

  /** Our part of a key exchange. A key that is not a point becomes the result's error. */
  keyshares: function* (
    { share }: V2Pair,
    input: { members: readonly number[]; keys: readonly string[]; isWeighted?: boolean },
  ): Steps<Result<EcdhPackage>> {
    const { members, keys, isWeighted } = input
    const entries: EcdhEntry[] = []
    for (const key of keys) {
      yield
      try {
        entries.push(...ecdhPackage(members, [key], share, isWeighted).entries)
      } catch {
        return fail(refusal.publicKeyInvalid)
      }
    }
    return ok({ idx: share.idx, members: [...members], entries })
  },

  /**
   * The results of a key exchange: a secret for each of its first `keys` keys.
   *
   * @param weighted the indices of the members whose parts are weighted already
   * @throws as `combineEcdh`
   */
  weigh: function* (
    _: V2Pair,
    input: { packages: readonly EcdhPackage[]; keys: number; weighted: readonly number[] },
  ): Steps<string[]> {
    const { packages, keys, weighted } = input
    const secrets: string[] = []
    for (let at = 0; at < keys; at += 1) {
      yield
      secrets.push(combineEcdh(packages, at, weighted))
    }
    return secrets
  },
}
