import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { v2Decoding } from '#contract/codes.ts'
import type { Message } from '#contract/message.ts'
import type { Curve } from '#crypto/curve/point.ts'
import { lagrange, scalarFault, scalarHex } from '#crypto/curve/scalars.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { xOnly } from '#nostr/x-only.ts'
import { hex32, listOf, pointForm, record, text, uint16 } from '../fields.ts'
import { V2_MEMBERS_MAX } from '../limits.ts'

// The console also reads groups and shares with this file, so it needs nothing that a browser
// lacks.

/** `pubkey` is the verifying share, a compressed point (33 bytes), hex. */
export interface GroupMember {
  idx: number
  pubkey: string
}

/**
 * A group as sent over the wire. `group_pk` is x-only and means the point with an even y: the
 * members' shares are of that point's secret.
 */
export interface GroupPackage {
  group_name: string
  group_pk: string
  threshold: number
  members: GroupMember[]
}

/** One member's secret, 32 bytes, hex: also its secret key on nostr. Never logged and never put in an error. */
export interface SharePackage {
  idx: number
  seckey: string
}

const groupPackage = record<GroupPackage>({
  group_name: text,
  group_pk: hex32,
  threshold: uint16,
  members: listOf(record<GroupMember>({ idx: uint16, pubkey: pointForm }), {
    max: V2_MEMBERS_MAX,
  }),
})

/** Reads a group, members in the order given. `makesGroupKey` checks that their keys make the group's. */
export function parseGroup(value: unknown, curve: Curve): Result<GroupPackage> {
  const group = groupPackage(value)
  if (group === undefined) return fail(v2Decoding.groupForm)
  const fault = groupFault(group, curve)
  return fault === null ? ok(group) : fail(fault)
}

const sharePackage = record<SharePackage>({ idx: uint16, seckey: hex32 })

/** Reads a share. No error holds a part of it. */
export function parseShare(value: unknown): Result<SharePackage> {
  const share = sharePackage(value)
  if (share === undefined) return fail(v2Decoding.shareForm)
  if (share.idx === 0) return fail(v2Decoding.shareIndex)
  return scalarFault(share.seckey) === undefined ? ok(share) : fail(v2Decoding.secretKey)
}

/** Only a group's fields, in the order in which genuine devices write them. */
export const groupFields = ({ group_name, group_pk, threshold, members }: GroupPackage) => ({
  group_name,
  group_pk,
  threshold,
  members: members.map(({ idx, pubkey }) => ({ idx, pubkey })),
})

/** A group as it is saved and handed on: JSON. */
export const groupText = (group: GroupPackage): string => JSON.stringify(groupFields(group))

/** A share as it is saved: JSON, and a secret. */
export const shareText = ({ idx, seckey }: SharePackage): string => JSON.stringify({ idx, seckey })

/**
 * What is wrong with a group whose fields have the right form, or null. An index of 0 is refused because its
 * share would be the group's secret, and two keys with one x because they would be one peer on the wire.
 */
export function groupFault(group: GroupPackage, { isPoint }: Curve): Message | null {
  const { group_name, group_pk, threshold, members } = group
  if (group_name.trim() === '') return v2Decoding.groupName
  if (members.length === 0 || members.length > V2_MEMBERS_MAX)
    return v2Decoding.memberCount(V2_MEMBERS_MAX)
  if (threshold < 1 || threshold > members.length) return v2Decoding.threshold(members.length)
  if (members.some(({ idx }) => idx === 0)) return v2Decoding.memberIndex
  if (new Set(members.map(({ idx }) => idx)).size < members.length)
    return v2Decoding.memberIndexTwice
  if (new Set(peerKeys(group)).size < members.length) return v2Decoding.memberKeyTwice
  if (!isPoint(`02${group_pk}`)) return v2Decoding.groupKey
  return members.every(({ pubkey }) => isPoint(pubkey)) ? null : v2Decoding.memberKey
}

/** The members' identities on the wire: x-only keys, in the order of the group. */
export const peerKeys = ({ members }: GroupPackage): string[] =>
  members.map(({ pubkey }) => xOnly(pubkey))

export const memberAt = ({ members }: GroupPackage, idx: number): GroupMember | undefined =>
  members.find((member) => member.idx === idx)

/** A group, whose name may be missing. */
type Unnamed = Omit<GroupPackage, 'group_name'> & Partial<Pick<GroupPackage, 'group_name'>>

/**
 * SHA-256( group_pk 32 | threshold u32le | member keys 33 each, by ascending index ), hex. Neither
 * the name nor the indices are in it.
 */
export function groupId({ group_pk, threshold, members }: Unnamed): string {
  const keys = members.toSorted((a, b) => a.idx - b.idx).map(({ pubkey }) => hexToBytes(pubkey))
  return hash(hexToBytes(group_pk), uint32LE(threshold), ...keys)
}

/** The id of a share's profile: SHA-256( "frostr:profile-id:v1" | x-only share key 32 ), hex. */
export const profileId = (xonlyShareKey: string): string =>
  hash(utf8ToBytes('frostr:profile-id:v1'), hexToBytes(xonlyShareKey))

/** Four bytes, little-endian. */
export function uint32LE(value: number): Uint8Array {
  return Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24)
}

const hash = (...parts: readonly Uint8Array[]): string => bytesToHex(sha256(concatBytes(...parts)))

/**
 * Whether the members' keys make the group's: a set of `threshold` members interpolates to
 * 02 | group_pk. Each member is checked in one set. This finds every mistake, such as shares converted
 * with the wrong sign, but does not prove that every other set would work.
 *
 * @param group without a fault of its own (`groupFault`)
 */
export function makesGroupKey(
  { group_pk, threshold, members }: GroupPackage,
  curve: Curve,
): boolean {
  for (let at = 0; at < members.length; at += threshold) {
    const first = Math.min(at, members.length - threshold)
    const set = members.slice(first, first + threshold)
    if (interpolated(set, curve) !== `02${group_pk}`) return false
  }
  return true
}

/** The key that members' keys make; null when they cancel out. */
function interpolated(members: GroupPackage['members'], { combine }: Curve): string | null {
  const indices = members.map(({ idx }) => idx)
  return combine(
    members.map(({ idx, pubkey }) => ({
      scalar: scalarHex(lagrange(indices, idx)),
      point: pubkey,
    })),
  )
}
