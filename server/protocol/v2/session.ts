import { protocolTexts, refusal, v2Refusal } from '#contract/messages.ts'
import { sha256 } from '#crypto/curve/hash.ts'
import { checkEvents } from './event-session.ts'
import { type GroupPackage, groupId, memberAt, uint32LE } from './group.ts'
import type { EcdhPackage, Nonce, NonceSet, SignResponse, SignSession } from './messages.ts'

/**
 * The id of a session: SHA-256( gid 32 | u32le of each member | each hash 32 | content, or one zero
 * byte when there is none | kind, UTF-8 | stamp u32le ), hex.
 */
export function sessionId(session: Omit<SignSession, 'sid' | 'nonces'>): string {
  const { gid, members, hashes, content, kind, stamp } = session
  return sha256(
    Buffer.from(gid, 'hex'),
    ...members.map(uint32LE),
    ...hashes.map((hash) => Buffer.from(hash, 'hex')),
    content ? Buffer.from(content, 'hex') : Uint8Array.of(0),
    Buffer.from(kind),
    uint32LE(stamp),
  ).toString('hex')
}

/**
 * A session to send to its members.
 *
 * @param nonces one nonce per hash for each member, us included. Its keys are the members
 * @param stamp Unix seconds
 * @param gid the group's id, if the caller knows it already
 */
export function createSession(
  group: GroupPackage,
  hashes: readonly string[],
  nonces: ReadonlyMap<number, readonly Nonce[]>,
  {
    stamp,
    kind = 'message',
    content = null,
    gid = groupId(group),
  }: { stamp: number; kind?: string; content?: string | null; gid?: string },
): SignSession {
  const members = [...nonces.keys()].toSorted((a, b) => a - b)
  const template = { gid, members, hashes: [...hashes], content, kind, stamp }
  const setOf = (idx: number): NonceSet => ({
    idx,
    entries: (nonces.get(idx) ?? []).map((nonce, hash_index) => ({
      hash_index,
      binder_pn: nonce.binder_pn,
      hidden_pn: nonce.hidden_pn,
      code: nonce.code,
    })),
  })
  return { ...template, sid: sessionId(template), nonces: members.map(setOf) }
}

export interface CheckContext {
  group: GroupPackage
  /** The group's id, computed once. */
  gid: string
  /** Our index and the asker's. */
  self: number
  asker: number
}

/**
 * Why a signing request is refused, or null: group id, members, session id, content, nonces. All of
 * this comes before a nonce is spent and involves no curve work. Making its `hashContext` shows
 * whether every nonce is a point, which must also happen before the nonces are spent.
 *
 * @param unspent our nonce for a code that the asker may use; undefined when there is none
 */
export function checkSession(
  session: SignSession,
  context: CheckContext,
  unspent: (code: string) => Nonce | undefined,
): string | null {
  if (session.gid !== context.gid) return refusal.groupIdMismatch
  const members = checkMembers(session.members, context.group)
  if (members !== null) return members
  if (session.sid !== sessionId(session)) return protocolTexts.sessionIdMismatch
  const parties = checkParties(session.members, context)
  if (parties !== null) return parties
  const events = checkEvents(session, context.group.group_pk)
  return events ?? checkNonces(session, context.self, unspent)
}

/** Why a key-exchange request is refused, or null. Checks the index of the sender, and the members. */
export function checkEcdh(request: EcdhPackage, context: CheckContext): string | null {
  if (request.idx !== context.asker) return refusal.indexMismatch
  return checkMembers(request.members, context.group) ?? checkParties(request.members, context)
}

/**
 * Why an answer to a session of ours is refused, or null: session, sender, and one partial
 * signature per hash. `verifyPartialSignature` checks them.
 *
 * @param sender index of the member whose key signed the answer
 */
export function checkSignResponse(
  { sid, idx, psigs }: SignResponse,
  session: SignSession,
  sender: number,
): string | null {
  if (sid !== session.sid) return v2Refusal.answerMismatch
  if (idx !== sender) return refusal.indexMismatch
  return coversHashes(psigs, session.hashes.length) &&
    psigs.every(({ hash_index, sighash }) => sighash === session.hashes[hash_index])
    ? null
    : v2Refusal.answerHashes
}

/** Why an answer to a key exchange of ours is refused, or null: sender, members, the keys in order. */
export function checkEcdhResponse(
  response: EcdhPackage,
  request: EcdhPackage,
  sender: number,
): string | null {
  if (response.idx !== sender) return refusal.indexMismatch
  const isSame =
    isSameList(response.members, request.members) && isSameList(keysOf(response), keysOf(request))
  return isSame ? null : refusal.otherExchange
}

function checkMembers(members: readonly number[], group: GroupPackage): string | null {
  if (!isAscending(members)) return v2Refusal.membersOrder
  if (!members.every((idx) => memberAt(group, idx))) return refusal.memberUnknown
  return members.length < group.threshold ? refusal.tooFewMembers : null
}

function checkParties(members: readonly number[], { self, asker }: CheckContext): string | null {
  if (!members.includes(asker)) return refusal.membersWithoutAsker
  return members.includes(self) ? null : refusal.membersWithoutUs
}

function checkNonces(
  { members, hashes, nonces }: SignSession,
  self: number,
  unspent: (code: string) => Nonce | undefined,
): string | null {
  const ours = nonces.find(({ idx }) => idx === self)
  if (ours === undefined) return v2Refusal.noNoncesForUs
  if (
    !isSameList(
      nonces.map(({ idx }) => idx),
      members,
    )
  )
    return v2Refusal.nonceSets
  if (!nonces.every(({ entries }) => coversHashes(entries, hashes.length)))
    return v2Refusal.nonceEntries
  if (!nonces.every(({ entries }) => areDistinct(entries.map(({ code }) => code))))
    return v2Refusal.nonceTwice
  const known = ours.entries.map((entry) => ({ entry, nonce: unspent(entry.code) }))
  if (known.some(({ nonce }) => nonce === undefined)) return v2Refusal.nonceUnavailable
  const areOurs = known.every(
    ({ entry, nonce }) =>
      nonce?.hidden_pn === entry.hidden_pn && nonce.binder_pn === entry.binder_pn,
  )
  return areOurs ? null : v2Refusal.nonceMismatch
}

/** Whether there is exactly one item for each of the hashes. */
const coversHashes = (items: readonly { hash_index: number }[], hashes: number): boolean =>
  items.length === hashes &&
  items.every(({ hash_index }) => hash_index < hashes) &&
  areDistinct(items.map(({ hash_index }) => hash_index))

const keysOf = ({ entries }: EcdhPackage): string[] => entries.map(({ ecdh_pk }) => ecdh_pk)

const isAscending = (members: readonly number[]): boolean =>
  members.every((idx, at) => at === 0 || idx > (members[at - 1] ?? idx))

const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, at) => item === b[at])

const areDistinct = (items: readonly unknown[]): boolean =>
  items.length < 2 || new Set(items).size === items.length
