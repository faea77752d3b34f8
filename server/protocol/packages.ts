import type { Curve } from '#crypto/curve/point.ts'
import { scalarOfHex } from '#crypto/curve/scalars.ts'
import type { GroupPackage as V1Group, SharePackage as V1Share } from './v1/packages.ts'
import type { GroupMember, GroupPackage as V2Group, SharePackage as V2Share } from './v2/group.ts'

/** A device's credentials in either protocol: bech32m in 1.x, JSON in 2026. */
export type GroupPackage = V1Group | V2Group
export type SharePackage = V1Share | V2Share

export const isV1Group = (group: GroupPackage): group is V1Group => 'commits' in group
export const isV1Share = (share: SharePackage): share is V1Share => 'binder_sn' in share

/** What groups of both protocols have in common. */
export interface GroupOutline {
  /** Compressed, 33 bytes, hex. In protocol 2026 it always has an even y. */
  pubkey: string
  threshold: number
  members: readonly GroupMember[]
}

export function outlineOf(group: GroupPackage): GroupOutline {
  const { threshold } = group
  return isV1Group(group)
    ? { pubkey: group.group_pk, threshold, members: group.commits }
    : { pubkey: `02${group.group_pk}`, threshold, members: group.members }
}

/** A finished signature: BIP-340, 64 bytes, under `pubkey` (x-only, the group's, tweaked). Hex. */
export interface Signature {
  sighash: string
  pubkey: string
  signature: string
}

/**
 * Whether a share belongs to a group: its index and the compressed public key of its secret match
 * one member. A malformed share belongs to no group.
 */
export const isShareOf = (
  members: readonly GroupMember[],
  { idx, seckey }: { idx: number; seckey: string },
  curve: Curve,
): boolean => holdersOf(members, seckey, curve).some((member) => member.idx === idx)

/**
 * The share of a 2026 group that has this secret; undefined when there is none. The negative of a share's secret
 * does not count.
 */
export function shareOf({ members }: V2Group, seckey: string, curve: Curve): V2Share | undefined {
  const [holder] = holdersOf(members, seckey, curve)
  return holder && { idx: holder.idx, seckey }
}

/** The members that hold this secret: at most one, but all of them when the threshold is 1. */
function holdersOf(members: readonly GroupMember[], seckey: string, curve: Curve): GroupMember[] {
  if (scalarOfHex(seckey) === undefined) return []
  const key = curve.publicPoint(seckey)
  return members.filter(({ pubkey }) => pubkey.toLowerCase() === key)
}
