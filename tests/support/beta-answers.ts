import { createHmac } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { partialSignature } from '#protocol/v2/frost.ts'
import {
  type GroupMember,
  type GroupPackage,
  groupId,
  type SharePackage,
} from '#protocol/v2/group.ts'
import { contextOf } from '#protocol/v2/jobs.ts'
import type {
  EcdhPackage,
  MessageType,
  Payloads,
  SignResponse,
  SignSession,
} from '#protocol/v2/messages.ts'
import { parsePayload } from '#protocol/v2/parse.ts'
import { sessionId } from '#protocol/v2/session.ts'
import type { Arrived } from './beta-line.ts'
import type { BetaPool } from './beta-pool.ts'
import { present } from './v2-vectors.ts'

/** What a device needs to answer requests. */
export interface BetaSelf {
  group: GroupPackage
  share: SharePackage
  pool: BetaPool
}

/**
 * The partial signatures that Igloo beta gives for a request, whose nonces are then spent.
 *
 * @throws for a request that it drops without an answer, such as one with a nonce that it has lost
 */
export function answerSign({ group, share, pool }: BetaSelf, request: Arrived): SignResponse {
  const session = read('SignRequest', request.data)
  const entries = checkSession(session, { group, self: share.idx, from: request.from })
  const secrets = pool.spend(
    request.from,
    entries.map(({ code }) => code),
  )
  if (secrets === null) return drop('a nonce that is not there')
  const psigs = session.hashes.map((sighash, hash_index) => {
    const entry = present(entries.find((one) => one.hash_index === hash_index))
    const nonce = present(secrets.find(({ code }) => code === entry.code))
    const isOurs = nonce.hidden_pn === entry.hidden_pn && nonce.binder_pn === entry.binder_pn
    if (!isOurs) drop('another nonce under the code')
    const context = contextOf(group, session, hash_index)
    return { hash_index, sighash, partial_sig: partialSignature(context, share, nonce) }
  })
  const nonces = pool.advertised(request.from)
  return {
    idx: share.idx,
    sid: session.sid,
    pubkey: memberAt(group, share.idx).pubkey.slice(2),
    psigs,
    nonce_code: null,
    replenish: nonces.length > 0 ? nonces : null,
  }
}

/**
 * Its weighted parts for the requested keys. It ignores the asker's own parts.
 *
 * @throws for a request that it drops without an answer
 */
export function answerExchange(self: BetaSelf, request: Arrived): EcdhPackage {
  const { idx, members, entries } = read('EcdhRequest', request.data)
  const from = memberOf(self.group, request.from).idx
  if (idx !== from) drop('another index')
  checkMembers(members, { group: self.group, self: self.share.idx, from })
  return exchangePackage(
    self,
    members,
    entries.map(({ ecdh_pk }) => ecdh_pk),
  )
}

/** A device's part of an exchange, whether it asks or answers. */
export function exchangePackage(
  { share: { idx, seckey } }: BetaSelf,
  members: readonly number[],
  keys: readonly string[],
): EcdhPackage {
  const entries = keys.map((key) => weightedPart(members, idx, { seckey, key }))
  return { idx, members: [...members], entries }
}

/**
 * What a joining member gets: the group, and all nonces that the member may use.
 *
 * @throws for a request that it drops without an answer
 */
export function answerOnboard({ group, pool }: BetaSelf, { from, data }: Arrived) {
  pool.store(from, read('OnboardRequest', data).nonces)
  return { group, nonces: pool.all(from) }
}

/** @param xonly of the member */
export const memberOf = ({ members }: GroupPackage, xonly: string): GroupMember =>
  present(members.find(({ pubkey }) => pubkey.slice(2) === xonly))

const memberAt = ({ members }: GroupPackage, idx: number): GroupMember =>
  present(members.find((member) => member.idx === idx))

interface Parties {
  group: GroupPackage
  self: number
  from: number
}

/** Our nonces in a session. @throws when the session is not valid */
function checkSession(
  session: SignSession,
  { group, self, from }: Omit<Parties, 'from'> & { from: string },
) {
  const { gid, sid, members, hashes, nonces } = session
  if (gid !== groupId(group)) drop('another group')
  checkMembers(members, { group, self, from: memberOf(group, from).idx })
  if (!members.every((idx) => group.members.some((one) => one.idx === idx))) drop('a stranger')
  if (sid !== sessionId(session)) drop('another session id')
  const entries = nonces.find(({ idx }) => idx === self)?.entries ?? drop('no nonces for us')
  const indices = new Set(entries.map(({ hash_index }) => hash_index))
  const isWhole = entries.length === hashes.length && indices.size === hashes.length
  if (!isWhole || Math.max(...indices) >= hashes.length) drop('not a nonce for each hash')
  return entries
}

function checkMembers(members: readonly number[], { group, self, from }: Parties): void {
  const isAscending = members.every((idx, at) => at === 0 || idx > (members[at - 1] ?? idx))
  const areThere = [self, from].every((idx) => members.includes(idx))
  if (!isAscending || !areThere || members.length < group.threshold) drop('members')
}

function read<T extends MessageType>(type: T, data: unknown): Payloads[T] {
  const parsed = parsePayload[type](data)
  return parsed.ok ? parsed.value : drop(parsed.error)
}

function drop(why: string): never {
  throw new Error(why)
}

// Igloo beta's key exchange, from its description and with a library's curve: none of this is Floe's.

const { Point } = secp256k1
const { Fn } = Point

/** A member's part: the key that it is for, x-only, and the point, compressed. Hex. */
interface Part {
  ecdh_pk: string
  keyshare: string
}

/**
 * The Lagrange coefficient of a member at zero, among the members of an exchange.
 *
 * @throws for an index of zero
 */
function weightOf(members: readonly number[], idx: number): bigint {
  if (idx === 0) throw new Error('an index is zero')
  return members
    .filter((other) => other !== idx)
    .map((other) => Fn.div(BigInt(other), Fn.create(BigInt(other) - BigInt(idx))))
    .reduce((product, factor) => Fn.mul(product, factor), 1n)
}

/**
 * A member's part for a key: the key's point with an even y, times the share and the Lagrange coefficient. The
 * asker's part and an answerer's are made in the same way.
 *
 * @param key x-only, hex
 * @param seckey its share, 32 bytes, hex
 */
export function weightedPart(
  members: readonly number[],
  idx: number,
  { seckey, key }: { seckey: string; key: string },
): Part {
  const scalar = Fn.mul(weightOf(members, idx), BigInt(`0x${seckey}`))
  return { ecdh_pk: key, keyshare: Point.fromHex(`02${key}`).multiply(scalar).toHex(true) }
}

/**
 * The group's shared secret with a key: the x coordinate, 32 bytes, hex, of the sum of one part from each
 * member. If a member sends several parts for the key, the first counts.
 *
 * @throws when a member sends no part for this key
 */
export function secretOf(key: string, packages: readonly (readonly Part[])[]): string {
  const points = packages.map((parts) => {
    const part = parts.find(({ ecdh_pk }) => ecdh_pk === key)
    if (part === undefined) throw new Error('a part is missing')
    return Point.fromHex(part.keyshare)
  })
  return points
    .reduce((sum, point) => sum.add(point))
    .toHex(true)
    .slice(2)
}

/** The key that NIP-44 starts from, 32 bytes, hex. */
export const conversationKeyOf = (secret: string): string =>
  createHmac('sha256', 'nip44-v2').update(secret, 'hex').digest('hex')
