import { create_session_pkg, get_group_id, verify_session_pkg } from '@frostr/bifrost/lib'
import { MAX_HASHES, MAX_STAMP_SKEW_S, MAX_TWEAKS } from '../../contract/limits.ts'
import { node, refusal } from '../../contract/messages.ts'
import type { EcdhPackage, SighashVector, SignSession } from './messages.ts'
import type { GroupPackage } from './packages.ts'

/** SHA-256(commits ‖ group_pk), hex: names the group in every session. */
export const groupId = (group: GroupPackage): string => get_group_id(structuredClone(group))

/**
 * A session to send to its members. They are put in JavaScript's default order, as text
 * ([1, 10, 2]), which the session id of generation 1 depends on.
 *
 * @param stamp Unix seconds
 */
export function createSession(
  group: GroupPackage,
  members: readonly number[],
  hashes: readonly SighashVector[],
  {
    stamp,
    type = 'message',
    content = null,
  }: { stamp: number; type?: string; content?: string | null },
): SignSession {
  const template = { content, hashes: [...hashes], members: [...members].sort(), stamp, type }
  return create_session_pkg(structuredClone(group), template) as SignSession
}

export interface CheckContext {
  group: GroupPackage
  /** The group's id, computed once. */
  gid: string
  /** Our index and the asker's. */
  self: number
  asker: number
  /** Unix seconds. */
  now: number
}

/**
 * Why a signing request is refused, or null: number and uniqueness of the hashes, members, stamp,
 * group id, session id, in this order. No curve work.
 */
export function checkSession(session: SignSession, context: CheckContext): string | null {
  const { hashes, members, stamp, gid } = session
  if (hashes.length === 0) return refusal.noHashes
  if (hashes.length > MAX_HASHES) return refusal.tooManyHashes(MAX_HASHES)
  if (hashes.some((vector) => vector.length > MAX_TWEAKS + 1)) {
    return refusal.tooManyTweaks(MAX_TWEAKS)
  }
  if (hasDuplicate(hashes.map((vector) => vector[0].toLowerCase()))) return refusal.duplicateHash
  const members_ = checkMembers(members, context)
  if (members_ !== null) return members_
  if (Math.abs(stamp - context.now) > MAX_STAMP_SKEW_S) return refusal.staleStamp
  if (gid !== context.gid) return refusal.groupIdMismatch
  return hasRightId(session, context.group) ? null : node.sessionIdMismatch
}

/** Why a key-exchange request is refused, or null: members, and the index that it is sent under. */
export function checkEcdh(request: EcdhPackage, context: CheckContext): string | null {
  const members = checkMembers(request.members, context)
  if (members !== null) return members
  return request.idx === context.asker ? null : refusal.indexMismatch
}

function checkMembers(members: readonly number[], context: CheckContext): string | null {
  const { group, self, asker } = context
  if (!members.includes(self)) return refusal.membersWithoutUs
  if (!members.includes(asker)) return refusal.membersWithoutAsker
  if (!members.every((idx) => group.commits.some((commit) => commit.idx === idx))) {
    return refusal.memberUnknown
  }
  if (hasDuplicate(members)) return refusal.memberDuplicate
  return members.length < group.threshold ? refusal.tooFewMembers : null
}

function hasRightId(session: SignSession, group: GroupPackage): boolean {
  try {
    return verify_session_pkg(structuredClone(group), session)
  } catch {
    return false
  }
}

const hasDuplicate = (items: readonly unknown[]): boolean => new Set(items).size !== items.length
