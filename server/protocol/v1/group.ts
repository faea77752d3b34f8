import { decoding, protocolTexts, validation } from '#contract/codes.ts'
import { COMMIT_BYTES, GROUP_BASE_BYTES, GROUP_PREFIX, MAX_COMMITS } from '#contract/limits.ts'
import type { Message } from '#contract/message.ts'
import type { Curve } from '#crypto/curve/point.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { xOnly } from '#nostr/x-only.ts'
import { decodeBech32m, hasBech32mAlphabet } from '../bech32m.ts'
import { GROUP_CHARS_MAX, GROUP_CHARS_MIN } from '../limits.ts'
import { type CommitPackage, fieldReader, type GroupPackage, isIndex } from './packages.ts'

const POINT_BYTES = 33

function commitFault(
  commit: CommitPackage,
  position: number,
  { isPoint }: Curve,
): Message | undefined {
  if (!isIndex(commit.idx)) return decoding.memberIndex(position)
  if (!isPoint(commit.pubkey)) return decoding.memberKeyPoint(position)
  if (!isPoint(commit.binder_pn) || !isPoint(commit.hidden_pn))
    return decoding.memberNoncePoint(position)
  return undefined
}

function sharedFault({ commits, threshold }: GroupPackage): Message | undefined {
  const indices = new Set<number>()
  const keys = new Set<string>()
  for (const [at, { idx, pubkey }] of commits.entries()) {
    if (indices.has(idx)) return decoding.memberIndexTwice(at + 1)
    // With a threshold of 1 every share is the whole key, so the members' keys are all the same.
    if (threshold > 1 && keys.has(xOnly(pubkey))) return decoding.memberKeyTwice(at + 1)
    indices.add(idx)
    keys.add(xOnly(pubkey))
  }
  return undefined
}

/** What is wrong with a group; undefined if nothing is. */
export function groupFault(group: GroupPackage, curve: Curve): Message | undefined {
  const { commits, threshold, group_pk } = group
  if (commits.length === 0) return decoding.noMembers
  if (commits.length > MAX_COMMITS) return decoding.tooManyMembers(MAX_COMMITS)
  if (!isIndex(threshold) || threshold > commits.length)
    return decoding.thresholdRange(commits.length)
  if (!curve.isPoint(group_pk)) return decoding.groupKeyPoint
  for (const [at, commit] of commits.entries()) {
    const fault = commitFault(commit, at + 1, curve)
    if (fault !== undefined) return fault
  }
  return sharedFault(group)
}

/**
 * group_pk 33 | threshold 4 | n × (idx 4 | pubkey 33 | binder_pn 33 | hidden_pn 33), numbers
 * big-endian, points compressed.
 */
function parseGroup(bytes: Uint8Array, curve: Curve): Result<GroupPackage> {
  const count = (bytes.length - GROUP_BASE_BYTES) / COMMIT_BYTES
  if (!Number.isInteger(count) || count < 0)
    return fail(decoding.groupBytes(GROUP_BASE_BYTES, COMMIT_BYTES))
  const read = fieldReader(bytes)
  const group = {
    group_pk: read.hex(POINT_BYTES),
    threshold: read.uint32(),
    commits: Array.from({ length: count }, () => ({
      idx: read.uint32(),
      pubkey: read.hex(POINT_BYTES),
      binder_pn: read.hex(POINT_BYTES),
      hidden_pn: read.hex(POINT_BYTES),
    })),
  }
  const fault = groupFault(group, curve)
  return fault === undefined ? ok(group) : fail(fault)
}

/**
 * Decodes a group credential to its package, commits in the credential's order. The text is taken
 * as it is, without trimming. The error is 'Failed to decode group: …' and holds nothing of the
 * group. It does not check that the members' keys belong to the group key.
 */
export function decodeGroup(text: string, curve: Curve): Result<GroupPackage> {
  const bytes = decodeBech32m(text, GROUP_PREFIX)
  const group = bytes.ok ? parseGroup(bytes.value, curve) : bytes
  return group.ok ? group : fail(protocolTexts.decodeGroup(group))
}

/**
 * Checks what a person pasted; space around it does not count. A group that decodes is valid at any
 * length; otherwise the error is the first of prefix, length, alphabet and decoding that explains
 * the failure (specification, section 5).
 */
export function validateGroup(text: unknown, curve: Curve): Result<GroupPackage> {
  const group = typeof text === 'string' ? text.trim() : ''
  if (group === '') return fail(validation.groupRequired)
  if (!group.startsWith(GROUP_PREFIX)) return fail(validation.groupPrefix)
  const decoded = decodeGroup(group, curve)
  if (decoded.ok) return decoded
  if (group.length < GROUP_CHARS_MIN) return fail(validation.groupTooShort(GROUP_CHARS_MIN))
  if (group.length > GROUP_CHARS_MAX) return fail(validation.groupTooLong(GROUP_CHARS_MAX))
  if (!hasBech32mAlphabet(group, GROUP_PREFIX)) return fail(validation.groupBech32m)
  return decoded
}
