import { v2Decoding, validation } from '#contract/messages.ts'
import type { Curve } from '#crypto/curve/point.ts'
import { negated } from '#crypto/curve/point.ts'
import { mod, scalarHex, scalarOfHex } from '#crypto/curve/scalars.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { isShareOf } from './packages.ts'
import type { GroupPackage as V1Group, SharePackage as V1Share } from './v1/packages.ts'
import {
  type GroupPackage,
  groupFault,
  type SharePackage,
  type GroupPackage as V2Group,
} from './v2/group.ts'

/** Whether a group's key has an odd y, which a 2026 key never has. */
export const hasOddKey = ({ group_pk }: V1Group): boolean => group_pk.startsWith('03')

/**
 * The keys of a 1.x group in 2026 form: the group key's point with an even y, and the member keys
 * that make that point. Nothing is checked.
 */
export function v2Keys(group: V1Group): Omit<V2Group, 'group_name'> {
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

/** The name of a group that nobody has named: in 2026 every group must have one. */
export const DEFAULT_GROUP_NAME = 'Floe'

/** A group with as many of its shares as were given. */
export interface DealtKeyset {
  group: GroupPackage
  shares: SharePackage[]
}

/**
 * A 1.x group and shares of it as the 2026 generation has them: the same key to the outside, the
 * same indices, the same x-only keys. A group key with an odd y becomes the even one, and every
 * share its negative.
 *
 * It does not heal a key: what the static nonces of 1.x have given away stays given away.
 *
 * @param name of the group, since 1.x has none
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
  const carried: GroupPackage = { group_name: name, ...v2Keys(group) }
  const fault = groupFault(carried, curve)
  if (fault !== null) return fail(fault)
  return ok({
    group: carried,
    shares: shares.map((share) => convertShare(share, hasOddKey(group))),
  })
}

function convertShare({ idx, seckey }: V1Share, isNegated: boolean): SharePackage {
  const scalar = scalarOfHex(seckey) ?? 0n
  return { idx, seckey: scalarHex(isNegated ? mod(-scalar) : scalar) }
}
