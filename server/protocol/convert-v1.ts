import { v2Decoding, validation } from '#contract/codes.ts'
import { type Curve, negated } from '#crypto/curve/point.ts'
import { mod, scalarHex, scalarOfHex } from '#crypto/curve/scalars.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { isShareOf } from './packages.ts'
import type { GroupPackage as V1Group, SharePackage as V1Share } from './v1/packages.ts'
import { type GroupPackage, groupFault, type SharePackage } from './v2/group.ts'

/** Whether a 1.x group's key has an odd y. Keys of protocol 2026 have an even one. */
export const hasOddKey = ({ group_pk }: V1Group): boolean => group_pk.startsWith('03')

/**
 * Converts the keys of a 1.x group to protocol 2026, without checks. If the group's key has an odd y, all keys
 * are negated.
 */
export function v2Keys(group: V1Group): Omit<GroupPackage, 'group_name'> {
  const isNegated = hasOddKey(group)
  return {
    group_pk: group.group_pk.slice(2).toLowerCase(),
    threshold: group.threshold,
    members: group.commits.map(({ idx, pubkey }) => ({
      idx,
      pubkey: (isNegated ? negated(pubkey) : pubkey).toLowerCase(),
    })),
  }
}

const INDEX_MAX = 0xffff

/** The name of a converted group: 1.x has none, and protocol 2026 requires one. */
export const DEFAULT_GROUP_NAME = 'Floe'

/** A group with some or all of its shares. */
export interface DealtKeyset {
  group: GroupPackage
  shares: SharePackage[]
}

/**
 * Converts a 1.x group and shares of it to protocol 2026. Public key, indices and x-only keys stay the
 * same. If the group's key has an odd y, the keys and shares are negated.
 *
 * Converting does not restore secrecy: what the static nonces of 1.x have revealed stays revealed.
 */
export function convertFromV1(
  group: V1Group,
  shares: readonly V1Share[],
  curve: Curve,
  name = DEFAULT_GROUP_NAME,
): Result<DealtKeyset> {
  const stranger = shares.findIndex((share) => !isShareOf(group.commits, share, curve))
  if (stranger >= 0) return fail(validation.shareItem(stranger + 1, validation.shareNotInGroup))
  if (group.commits.some(({ idx }) => idx > INDEX_MAX))
    return fail(v2Decoding.indexTooHigh(INDEX_MAX))
  const converted: GroupPackage = { group_name: name, ...v2Keys(group) }
  const fault = groupFault(converted, curve)
  if (fault !== null) return fail(fault)
  return ok({
    group: converted,
    shares: shares.map((share) => convertShare(share, hasOddKey(group))),
  })
}

function convertShare({ idx, seckey }: V1Share, isNegated: boolean): SharePackage {
  const scalar = scalarOfHex(seckey) ?? 0n
  return { idx, seckey: scalarHex(isNegated ? mod(-scalar) : scalar) }
}
