import { GROUP_PREFIX, SHARE_PREFIX } from '#contract/limits.ts'
import type { Failure } from '#contract/message.ts'
import type { GroupPackage, SharePackage } from '#web/lib/credentials.ts'
import type { Decoders as AllDecoders } from '#web/lib/decoders.ts'
import { DEFAULT_RECOVERY_THRESHOLD, DEFAULT_RECOVERY_TOTAL } from '#web/lib/limits.ts'
import { isSealed } from '#web/lib/sealed-package.ts'
import { recover as texts } from '#web/texts/texts.ts'
import { translateMessage } from '#web/texts/translate-message.ts'
import type { Form } from './form.ts'

/** The parts used of `lib/credentials.ts`, which is loaded on demand. */
export interface Decoders extends Pick<AllDecoders, 'decodeGroup' | 'keysetOf' | 'outlineOf'> {
  readShare(text: string): ReturnType<AllDecoders['readShare']>
}

/** What is wrong with a credential: the specification's text and, where that does not say, why. */
export interface Problem {
  text: string
  reason?: string
}

export type GroupCheck =
  | { state: 'empty' }
  | { state: 'invalid'; problem: Problem }
  | { state: 'valid'; group: GroupPackage; members: number }

export type ShareCheck =
  | { state: 'empty' }
  | { state: 'invalid'; problem: Problem }
  /** A share, with no valid group to compare it with. */
  | { state: 'loose'; index: number }
  /** The same share as in the field at `position`, from 1. */
  | { state: 'repeated'; index: number; position: number }
  | { state: 'valid'; index: number }

export interface Assessment {
  group: GroupCheck
  /** Keyed by their field's key. */
  shares: ReadonlyMap<number, ShareCheck>
  threshold: number
  total: number
  /** The group's shares as texts, each once. */
  valid: string[]
  /** How many fields hold something other than a share of the group. */
  invalid: number
  /** Whether there is enough to recover from. */
  sufficient: boolean
}

/** What is in the fields and what is wrong with it (specification, section 5, Recover). */
export function assess(decoders: Decoders, form: Form): Assessment {
  const group = checkGroup(decoders, form.group)
  const members = group.state === 'valid' ? group.group : null
  const shares = new Map<number, ShareCheck>()
  const seen: { share: SharePackage; position: number }[] = []
  const valid: string[] = []
  for (const [at, { key, text }] of form.shares.entries()) {
    const read = readShare(decoders, text)
    if (read.state !== 'read') {
      shares.set(key, read)
      continue
    }
    const { share } = read
    const { idx: index } = share
    const first = seen.find((other) => isSame(other.share, share))
    seen.push({ share, position: at + 1 })
    const keyset = members === null ? null : decoders.keysetOf(members, share)
    if (keyset?.ok === false) {
      shares.set(key, { state: 'invalid', problem: { text: translateMessage(keyset) } })
    } else if (first !== undefined) {
      shares.set(key, { state: 'repeated', index, position: first.position })
    } else if (members === null) {
      shares.set(key, { state: 'loose', index })
    } else {
      shares.set(key, { state: 'valid', index })
      valid.push(text.trim())
    }
  }
  const threshold = members?.threshold ?? DEFAULT_RECOVERY_THRESHOLD
  return {
    group,
    shares,
    threshold,
    total: group.state === 'valid' ? group.members : DEFAULT_RECOVERY_TOTAL,
    valid,
    invalid: [...shares.values()].filter(({ state }) => state === 'invalid').length,
    sufficient: members !== null && valid.length >= threshold,
  }
}

export function checkGroup(decoders: Decoders, text: string): GroupCheck {
  const credential = text.trim()
  if (isBeginning(credential, GROUP_PREFIX)) return { state: 'empty' }
  const decoded = decoders.decodeGroup(credential)
  if (!decoded.ok) return { state: 'invalid', problem: groupProblem(credential, decoded) }
  const members = decoders.outlineOf(decoded.value).members.length
  return { state: 'valid', group: decoded.value, members }
}

/**
 * A group that does not survive bech32m has a wrong format; one whose bytes are not a group's has a
 * wrong structure; one that says something impossible gets that as its error.
 */
function groupProblem(credential: string, why: Failure): Problem {
  if (credential.startsWith(SHARE_PREFIX)) {
    return { text: texts.groupFormat, reason: texts.groupIsShare }
  }
  const inner = innerOf(why)
  const reason = translateMessage(inner)
  if (ENCODING_FAULTS.has(inner.code)) return { text: texts.groupFormat, reason }
  if (GROUP_SHAPE_FAULTS.has(inner.code)) return { text: texts.groupStructure, reason }
  return { text: texts.groupOther(reason) }
}

type ShareRead =
  | Extract<ShareCheck, { state: 'empty' | 'invalid' }>
  | { state: 'read'; share: SharePackage }

function readShare(decoders: Decoders, text: string): ShareRead {
  const credential = text.trim()
  if (isBeginning(credential, SHARE_PREFIX)) return { state: 'empty' }
  const share = decoders.readShare(credential)
  return share.ok
    ? { state: 'read', share: share.value }
    : { state: 'invalid', problem: shareProblem(credential, share) }
}

/**
 * What is wrong with a share's text, mostly as the decoders say it. All faults of its bytes have one text, with the
 * decoder's reason beside it.
 */
function shareProblem(credential: string, why: Failure): Problem {
  if (isSealed(credential)) return { text: texts.shareSealed, reason: texts.openFirst }
  if (credential.startsWith(GROUP_PREFIX))
    return { text: translateMessage(why), reason: texts.shareIsGroup }
  const reason = innerOf(why)
  if (why.code !== DECODE_SHARE || ENCODING_FAULTS.has(reason.code))
    return { text: translateMessage(why) }
  return { text: texts.shareStructure, reason: translateMessage(reason) }
}

/** Why a share's text does not decode, with the reason in it. */
const DECODE_SHARE = 'node.decodeShare'

/** The reason inside 'Failed to decode …: reason'; a failure that has none is its own. */
function innerOf(why: Failure): Failure {
  const [reason] = why.params ?? []
  return typeof reason === 'object' && reason !== null ? (reason as Failure) : why
}

/** Reasons about how bytes are written, not what they are. */
const ENCODING_FAULTS: ReadonlySet<string | undefined> = new Set([
  'decoding.tooLong',
  'decoding.upperCase',
  'decoding.prefix',
  'decoding.alphabet',
  'decoding.checksum',
  'decoding.bech32',
  'decoding.padding',
])

const GROUP_SHAPE_FAULTS: ReadonlySet<string | undefined> = new Set([
  'decoding.groupBytes',
  'decoding.noMembers',
])

/** Whether nothing is typed yet, or only the first characters of a credential's prefix. */
const isBeginning = (credential: string, prefix: string): boolean =>
  `${prefix}1`.startsWith(credential)

const isSame = (a: SharePackage, b: SharePackage): boolean =>
  a.idx === b.idx && a.seckey === b.seckey
