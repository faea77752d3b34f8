import type { GroupPackage as V1Group, SharePackage as V1Share } from './v1/packages.ts'
import type { GroupPackage as V2Group, SharePackage as V2Share } from './v2/group.ts'

/** What a device is given, in either generation: bech32m in 1.x, JSON in 2026. */
export type GroupPackage = V1Group | V2Group
export type SharePackage = V1Share | V2Share

export const isFirstGroup = (group: GroupPackage): group is V1Group => 'commits' in group
export const isFirstShare = (share: SharePackage): share is V1Share => 'binder_sn' in share

/** Who holds a share of a group. `pubkey` is a compressed point, 33 bytes, hex. */
export interface Member {
  idx: number
  pubkey: string
}

/** What both generations say about a group. */
export interface GroupOutline {
  /** Compressed, 33 bytes, hex. In the 2026 generation it always has an even y. */
  pubkey: string
  threshold: number
  members: readonly Member[]
}

export function outlineOf(group: GroupPackage): GroupOutline {
  const { threshold } = group
  return isFirstGroup(group)
    ? { pubkey: group.group_pk, threshold, members: group.commits }
    : { pubkey: `02${group.group_pk}`, threshold, members: group.members }
}
