/**
 * The curve arithmetic of generation 1, all of it: partial signatures, their combination and
 * check, and key exchange. One hash at a time, so that the caller decides when to let others run.
 * Everything else in the signer reaches the curve through these functions only.
 */
import {
  combine_ecdh_pkgs,
  combine_signature_pkgs,
  create_ecdh_pkg,
  create_psig_pkg,
  get_session_ctx,
  verify_psig_pkg,
} from '@frostr/bifrost/lib'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { EcdhPackage, PartialSignatures, SighashVector, SignSession } from './messages.ts'
import type { GroupPackage, SharePackage } from './packages.ts'
import { scalarHex } from './scalars.ts'

const { BASE, Fn, fromHex } = secp256k1.Point

/** What signing one hash of one session needs, computed once; its content is this file's own. */
export interface HashContext {
  readonly sighash: string
  /** The key that the signature will be valid under, x-only, hex: the group's, tweaked. */
  readonly pubkey: string
  readonly library: ReturnType<typeof get_session_ctx>
}

/**
 * Binding factors, group nonce and challenge of one hash.
 *
 * @throws when a tweak or a point is out of range
 */
export function hashContext(
  group: GroupPackage,
  session: SignSession,
  vector: SighashVector,
): HashContext {
  // The library sorts what it is given in place, and looks contexts up by hash alone.
  const library = get_session_ctx(structuredClone(group), {
    ...session,
    members: [...session.members],
    hashes: [vector],
  })
  const sighash = vector[0]
  const signing = library.sigmap.get(sighash)
  if (signing === undefined) throw new Error('no context for the hash')
  return { sighash, pubkey: signing.group_pk.slice(2), library }
}

/** Our partial signature of one hash: a scalar, 32 bytes, hex. */
export function partialSignature(context: HashContext, share: SharePackage): string {
  const entry = create_psig_pkg(context.library, share).psigs[0]
  if (entry === undefined) throw new Error('no partial signature for the hash')
  return entry[1]
}

/** True when a member's partial signature of this hash is valid under its public share. */
export function verifyPartialSignature(
  { sighash, library }: HashContext,
  answer: PartialSignatures,
  psig: string,
): boolean {
  const isValid = (context: typeof library, value: string) =>
    verify_psig_pkg(context, { ...answer, psigs: [[sighash, value]] }) === null
  try {
    if (!isValid(library, psig)) return false
    const [moved, step] = withMovedNonce(library, sighash, answer.idx)
    return isValid(moved, scalarHex(Fn.add(BigInt(`0x${psig}`), step)))
  } catch {
    return false
  }
}

/**
 * The library compares x coordinates only, so a negated partial signature passes its check too.
 * With the member's nonce moved by one G the right one moves along, and the negated one does not.
 *
 * @returns the context with the nonce moved, and what a partial signature changes by
 */
function withMovedNonce(
  library: HashContext['library'],
  sighash: string,
  idx: number,
): [context: HashContext['library'], step: bigint] {
  const signing = library.sigmap.get(sighash)
  if (signing === undefined) throw new Error('no context for the hash')
  const pnonces = signing.pnonces.map((nonce) =>
    nonce.idx === idx
      ? { ...nonce, hidden_pn: fromHex(nonce.hidden_pn).add(BASE).toHex(true) }
      : nonce,
  )
  const moved = { ...library, sigmap: new Map([[sighash, { ...signing, pnonces }]]) }
  // Nonces count negated when the group's has an odd y.
  return [moved, signing.group_pn.startsWith('02') ? Fn.ONE : Fn.neg(Fn.ONE)]
}

/**
 * Adds up the partial signatures of one hash, one from each member of the session.
 *
 * @returns the BIP-340 signature, 64 bytes, hex; not verified
 * @throws when one is missing or is no scalar
 */
export function combinePartialSignatures(
  context: HashContext,
  partials: readonly { idx: number; pubkey: string; psig: string }[],
): string {
  const sid = context.library.session.sid
  const packages = partials.map(({ idx, pubkey, psig }) => ({
    idx,
    pubkey,
    sid,
    psigs: [[context.sighash, psig]] as [string, string][],
  }))
  const entry = combine_signature_pkgs(context.library, packages)[0]
  if (entry === undefined) throw new Error('no signature for the hash')
  return entry[2]
}

/**
 * Our part of a key exchange, weighted with our Lagrange coefficient over the members.
 *
 * @param ecdhPk the other party's public key, 32 or 33 bytes, hex
 * @throws when that is no point, or when we are not among the members
 */
export function ecdhKeyshare(
  members: readonly number[],
  ecdhPk: string,
  share: SharePackage,
): EcdhPackage {
  return create_ecdh_pkg([...members], ecdhPk, share)
}

/**
 * Adds up the key shares of all members of a key exchange.
 *
 * @returns the shared point, compressed, 33 bytes, hex: a secret
 * @throws when one is no point
 */
export const combineEcdh = (packages: readonly EcdhPackage[]): string =>
  combine_ecdh_pkgs([...packages])
