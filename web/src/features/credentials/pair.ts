import type { Decoders } from '../../lib/decoders.ts'
import { credentials as texts } from '../../texts/texts.ts'
import { told } from '../../texts/told.ts'

/** Group credential and share as texts, as saved or as typed. */
export interface Pair {
  group: string
  share: string
}

export type PairCheck =
  /** It is what is saved, and sound. */
  | { at: 'rest' }
  /** It is sound, belongs together, and differs from what is saved. */
  | { at: 'ready'; pair: Pair }
  /** It can't be saved, for the reason at one field or both. */
  | { at: 'refused'; group: string | null; share: string | null }

/** Whether a typed pair could replace the saved one. Surrounding space is ignored. */
export function checkPair(decoders: Decoders, saved: Pair, typed: Pair): PairCheck {
  const group = decoders.readGroup(typed.group)
  const share = decoders.readShare(typed.share)
  if (!group.ok || !share.ok) {
    return {
      at: 'refused',
      group: group.ok ? null : told(group.error),
      share: share.ok ? null : told(share.error),
    }
  }
  const pair = trimmed(typed)
  const keyset = decoders.keysetOf(group.value, share.value)
  if (!keyset.ok) return strangers(trimmed(saved), pair, keyset.error)
  return samePair(pair, trimmed(saved)) ? { at: 'rest' } : { at: 'ready', pair }
}

/** Both are sound: if only one was changed, say that the other must follow. */
function strangers(saved: Pair, pair: Pair, error: string): PairCheck {
  const sameGroup = pair.group === saved.group
  const sameShare = pair.share === saved.share
  if (sameShare && !sameGroup) return { at: 'refused', group: texts.otherShare, share: null }
  const share = sameGroup && !sameShare ? texts.otherGroup : told(error)
  return { at: 'refused', group: null, share }
}

export const samePair = (one: Pair, other: Pair): boolean =>
  one.group === other.group && one.share === other.share

const trimmed = ({ group, share }: Pair): Pair => ({ group: group.trim(), share: share.trim() })

/** The x-only key that a pair signs for, hex; null when the two do not decode or belong together. */
export function groupKeyOfPair(decoders: Decoders, { group, share }: Pair): string | null {
  const decodedGroup = decoders.readGroup(group)
  const decodedShare = decoders.readShare(share)
  if (!decodedGroup.ok || !decodedShare.ok) return null
  const keyset = decoders.keysetOf(decodedGroup.value, decodedShare.value)
  return keyset.ok ? decoders.groupKeyOf(decodedGroup.value) : null
}
