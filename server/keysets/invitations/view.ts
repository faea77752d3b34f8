import { spares as texts } from '#contract/spare-messages.ts'
import type { Spare } from '#contract/spares.ts'
import type { GroupPackage } from '#protocol/v2/group.ts'
import type { Members } from './members.ts'
import type { KeptSpare } from './ports.ts'
import { isThere, type Proving } from './proving.ts'

/** A share for another device as its owner sees it: without the share. */
export function viewOf(
  spare: KeptSpare,
  { members, proving, group }: { members: Members; proving: Proving; group?: GroupPackage },
): Spare {
  const { id, idx: index, handedOut, provedAt } = spare
  const state = stateOf(spare, members)
  const name = members.givenName(spare)
  const hasOther = isOther(spare, members)
  const problem = hasOther ? texts.hasOther : state === 'online' ? proving.problemOf(id) : undefined
  return {
    index,
    pubkey: members.pubkeyOf(spare, group),
    state,
    heardBefore: (handedOut === null || state === 'lost') && members.wasHeard(spare),
    ...(name !== undefined && { name }),
    ...(handedOut !== null && { handedOutAt: iso(handedOut.at) }),
    ...(provedAt !== null && { provedAt: iso(provedAt) }),
    ...(problem !== undefined && { problem }),
    ...(members.peer(spare)?.areTwoDevices && { areTwoDevices: true }),
  }
}

export function stateOf(spare: KeptSpare, members: Members): Spare['state'] {
  if (spare.seckey === null) return spare.provedAt === null ? 'lost' : 'done'
  if (spare.handedOut === null) return 'kept'
  const hasJoined = spare.handedOut.joinedAt !== null
  return hasJoined && isThere(members.peer(spare)) ? 'online' : 'handedOut'
}

/** Whether a device runs on a share that did not get it here. */
const isOther = (spare: KeptSpare, members: Members): boolean =>
  spare.handedOut?.joinedAt === null && spare.seckey !== null && isThere(members.peer(spare))

const iso = (ms: number): string => new Date(ms).toISOString()
