import { protocolTexts, v2Decoding, validation } from '#contract/codes.ts'
import { publicPoint, serverCurve } from '#crypto/curve/hex.ts'
import {
  evaluatePolynomial,
  interpolateAtZero,
  mod,
  type RandomBytes,
  randomScalar,
  scalarHex,
  scalarOfHex,
} from '#crypto/curve/scalars.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { DealtKeyset } from '../convert-v1.ts'
import { type KeysetParameters, validateKeysetParameters } from '../keyset-parameters.ts'
import { isShareOf } from '../packages.ts'
import { groupFault } from './group.ts'

/** How a key is dealt: the group's name, its threshold and its number of members, 1 to n. */
export interface DealOptions extends KeysetParameters {
  name: string
  random: RandomBytes
}

/**
 * Deals a key to a new group, any `threshold` of whose members can sign (Shamir; RFC 9591, appendix
 * C.1). If the public key has an odd y, the negated key is dealt, which has the same x-only public key.
 *
 * @param secretKey 32 bytes, hex; without it a new key is made
 */
export function dealKey(
  secretKey: string | undefined,
  { name, random, ...sizes }: DealOptions,
): Result<DealtKeyset> {
  const parameters = validateKeysetParameters(sizes)
  if (!parameters.ok) return parameters
  const { threshold, totalMembers } = parameters.value
  if (threshold < 2) return fail(v2Decoding.thresholdTooLow)
  const secret = secretKey === undefined ? randomScalar(random) : scalarOfHex(secretKey)
  if (secret === undefined) return fail(protocolTexts.invalidSecretKey)
  const even = publicPoint(scalarHex(secret)).startsWith('02') ? secret : mod(-secret)
  const coefficients = [even, ...Array.from({ length: threshold - 1 }, () => randomScalar(random))]
  const shares = Array.from({ length: totalMembers }, (_, at) => ({
    idx: at + 1,
    seckey: scalarHex(evaluatePolynomial(coefficients, BigInt(at + 1))),
  }))
  const group = {
    group_name: name,
    group_pk: xOnly(publicPoint(scalarHex(even))),
    threshold,
    members: shares.map(({ idx, seckey }) => ({ idx, pubkey: publicPoint(seckey) })),
  }
  const fault = groupFault(group, serverCurve)
  return fault === null ? ok({ group, shares }) : fail(fault)
}

/**
 * The secret key that a group's shares were made from, 32 bytes, hex. Its public key has an even y. The key is
 * returned only if its public key is the group's. A share given twice counts once.
 */
export function recoverSecret({ group, shares }: DealtKeyset): Result<string> {
  const stranger = shares.findIndex((share) => !isShareOf(group.members, share, serverCurve))
  if (stranger >= 0) return fail(validation.shareItem(stranger + 1, validation.shareNotInGroup))
  const distinct = [...new Map(shares.map((share) => [share.idx, share])).values()]
  if (distinct.length < group.threshold)
    return fail(validation.notEnoughShares(group.threshold, distinct.length))
  const secret = scalarHex(interpolateAtZero(distinct.slice(0, group.threshold)))
  if (scalarOfHex(secret) === undefined || xOnly(publicPoint(secret)) !== group.group_pk)
    return fail(protocolTexts.recoverSecretKey)
  return ok(secret)
}

/**
 * Deals a group's key again from `threshold` of its shares: the same public key, but new shares, which don't
 * sign together with old ones. The whole key exists in memory while this runs. The old shares still work for
 * the old group until their holders delete them.
 */
export function dealAnew(keyset: DealtKeyset, options: DealOptions): Result<DealtKeyset> {
  const secret = recoverSecret(keyset)
  return secret.ok ? dealKey(secret.value, options) : secret
}
