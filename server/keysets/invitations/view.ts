import { spares as texts } from '#contract/reserved-share-messages.ts'
import type { ReservedShare } from '#contract/reserved-shares.ts'
import type { GroupPackage } from '#protocol/v2/group.ts'
import type { Members } from './members.ts'
import type { StoredReservedShare } from './ports.ts'
import { isThere, type Proving } from './proving.ts'

/** A share for another device as its owner sees it: without the share. */
export function viewOf(
  reservedShare: StoredReservedShare,
  { members, proving, group }: { members: Members; proving: Proving; group?: GroupPackage },
): ReservedShare {
  const { id, idx: index, handedOut, provedAt } = reservedShare
  const state = stateOf(reservedShare, members)
  const name = members.givenName(reservedShare)
  const hasOther = isOther(reservedShare, members)
  const problem = hasOther ? texts.hasOther : state === 'online' ? proving.problemOf(id) : undefined
  return {
    index,
    pubkey: members.pubkeyOf(reservedShare, group),
    state,
    heardBefore: (handedOut === null || state === 'lost') && members.wasHeard(reservedShare),
    ...(name !== undefined && { name }),
    ...(handedOut !== null && { handedOutAt: iso(handedOut.at) }),
    ...(provedAt !== null && { provedAt: iso(provedAt) }),
    ...(problem !== undefined && { problem }),
    ...(members.peer(reservedShare)?.areTwoDevices && { areTwoDevices: true }),
  }
}

export function stateOf(
  reservedShare: StoredReservedShare,
  members: Members,
): ReservedShare['state'] {
  if (reservedShare.seckey === null) return reservedShare.provedAt === null ? 'lost' : 'done'
  if (reservedShare.handedOut === null) return 'kept'
  const hasJoined = reservedShare.handedOut.joinedAt !== null
  return hasJoined && isThere(members.peer(reservedShare)) ? 'online' : 'handedOut'
}

/** Whether a device runs on a share that did not get it here. */
const isOther = (reservedShare: StoredReservedShare, members: Members): boolean =>
  reservedShare.handedOut?.joinedAt === null &&
  reservedShare.seckey !== null &&
  isThere(members.peer(reservedShare))

const iso = (ms: number): string => new Date(ms).toISOString()
