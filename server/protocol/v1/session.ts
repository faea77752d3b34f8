import { protocolTexts, refusal } from '#contract/messages.ts'
import { sha256 } from '#crypto/curve/hash.ts'
import { MAX_HASHES, MAX_STAMP_SKEW_S, MAX_TWEAKS } from '../limits.ts'
import type { EcdhPackage, SighashVector, SignSession } from './messages.ts'
import type { GroupPackage } from './packages.ts'

const HEX = /^(?:[0-9a-fA-F]{2})*$/

/**
 * The id of a group in sessions: SHA-256 over idx (32 bytes), hidden_pn and binder_pn of each commit, by index,
 * and group_pk; hex.
 */
export function groupId({ commits, group_pk }: GroupPackage): string {
  const parts = [...commits]
    .sort((a, b) => a.idx - b.idx)
    .map(({ idx, hidden_pn, binder_pn }) => bigEndian(idx, 32) + hidden_pn + binder_pn)
  return sha256(Buffer.from(parts.join('') + group_pk, 'hex')).toString('hex')
}

/**
 * SHA-256 over group id, members, hashes with their tweaks, content, type and stamp (4 bytes); hex. A member's
 * index takes as few bytes as it needs (1, 2 or 4). Missing content counts as one zero byte.
 */
function sessionId({ gid, members, hashes, content, type, stamp }: Omit<SignSession, 'sid'>) {
  const head = [gid, ...members.map(shortest), ...hashes.flat(), content ?? '00'].join('')
  const tail = bigEndian(stamp, 4)
  const parts = [Buffer.from(head, 'hex'), Buffer.from(type), Buffer.from(tail, 'hex')]
  return sha256(...parts).toString('hex')
}

const bigEndian = (value: number, size: number): string =>
  value.toString(16).padStart(2 * size, '0')

const shortest = (idx: number): string => bigEndian(idx, idx <= 0xff ? 1 : idx <= 0xffff ? 2 : 4)

/**
 * A session to send to its members. They are sorted in JavaScript's default order, as text ([1, 10,
 * 2]), which the session id of 1.x depends on.
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
  const session = {
    content,
    hashes: [...hashes],
    members: [...members].sort(),
    stamp,
    type,
    gid: groupId(group),
  }
  return { ...session, sid: sessionId(session) }
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
 * Why a signing request is refused, or null. Checked in this order: number of hashes and of their tweaks,
 * uniqueness of the hashes, members, stamp, group id, session id. No curve work.
 */
export function checkSession(session: SignSession, context: CheckContext): string | null {
  const { hashes, members, stamp, gid } = session
  if (hashes.length === 0) return refusal.noHashes
  if (hashes.length > MAX_HASHES) return refusal.tooManyHashes(MAX_HASHES)
  if (hashes.some((vector) => vector.length > MAX_TWEAKS + 1)) {
    return refusal.tooManyTweaks(MAX_TWEAKS)
  }
  if (hasDuplicate(hashes.map((vector) => vector[0].toLowerCase()))) return refusal.duplicateHash
  const membersReason = checkMembers(members, context)
  if (membersReason !== null) return membersReason
  if (Math.abs(stamp - context.now) > MAX_STAMP_SKEW_S) return refusal.staleStamp
  if (gid !== context.gid) return refusal.groupIdMismatch
  return hasRightId(session) ? null : protocolTexts.sessionIdMismatch
}

/** Why a key-exchange request is refused, or null. Checks the members and the index of the sender. */
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

/** False for content that is not hex: the genuine library can't make an id of it either. */
const hasRightId = (session: SignSession): boolean =>
  (session.content === null || HEX.test(session.content)) && session.sid === sessionId(session)

const hasDuplicate = (items: readonly unknown[]): boolean => new Set(items).size !== items.length
