import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Failure } from '#contract/message.ts'
import type { Decoders } from '#web/lib/decoders.ts'
import { AUTO_SAVE_PAUSE } from '#web/lib/limits.ts'
import { reasonOf } from '#web/lib/query-client.ts'
import { credentials as texts } from '#web/texts/texts.ts'
import { translateMessage } from '#web/texts/translate-message.ts'
import { toastDone, toastFailed } from '#web/ui/toast.ts'
import { useSaveEnv } from './env-changes.ts'

/** Group credential and share as texts, as saved or as typed. */
export interface Pair {
  group: string
  share: string
}

type PairCheck =
  /** It is the saved pair, and sound. */
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
      group: group.ok ? null : translateMessage(group),
      share: share.ok ? null : translateMessage(share),
    }
  }
  const pair = trimmed(typed)
  const keyset = decoders.keysetOf(group.value, share.value)
  if (!keyset.ok) return strangers(trimmed(saved), pair, keyset)
  return samePair(pair, trimmed(saved)) ? { at: 'rest' } : { at: 'ready', pair }
}

/** For two sound credentials that don't belong together: if only one was changed, says that the other must follow. */
function strangers(saved: Pair, pair: Pair, why: Failure): PairCheck {
  const sameGroup = pair.group === saved.group
  const sameShare = pair.share === saved.share
  if (sameShare && !sameGroup) return { at: 'refused', group: texts.otherShare, share: null }
  const share = sameGroup && !sameShare ? texts.otherGroup : translateMessage(why)
  return { at: 'refused', group: null, share }
}

const samePair = (one: Pair, other: Pair): boolean =>
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

export type DraftState =
  /** The fields hold what is saved. */
  | { at: 'rest' }
  | Extract<PairCheck, { at: 'refused' }>
  /** It is saved once it has stayed untouched for a moment, or focus leaves it. */
  | { at: 'pausing' }
  | { at: 'saving' }
  | { at: 'failed'; reason: string }

interface PairDraft {
  typed: Pair
  state: DraftState
  /** The fields hold something other than what is saved. */
  changed: boolean
  change(part: Partial<Pair>): void
  /** Saves at once what is only waiting for its pause to end. */
  commit(): void
  /** Saves again what could not be saved. */
  retry(): void
  /** Back to what is saved. */
  undo(): void
}

/**
 * The two credentials while they are being changed. A pair is saved automatically, but only once
 * both decode and belong together: no half-typed value ever reaches a running signer.
 */
export function usePairDraft(decoders: Decoders, saved: Pair, keysetName: string): PairDraft {
  const [draft, setDraft] = useState<Partial<Pair>>({})
  const save = useSaveEnv()
  const typed = { ...saved, ...draft }
  const check = useMemo<PairCheck>(
    () =>
      checkPair(
        decoders,
        { group: saved.group, share: saved.share },
        { group: typed.group, share: typed.share },
      ),
    [decoders, saved.group, saved.share, typed.group, typed.share],
  )
  const ready = check.at === 'ready' ? check.pair : null
  const state = stateOf()

  function stateOf(): DraftState {
    if (save.isPending) return { at: 'saving' }
    if (check.at === 'refused') return check
    if (ready === null) return { at: 'rest' }
    const { GROUP_CRED: group = '', SHARE_CRED: share = '' } = save.variables ?? {}
    const failed = save.isError && samePair(ready, { group, share })
    return failed ? { at: 'failed', reason: reasonOf(save.error) } : { at: 'pausing' }
  }

  async function saveNow() {
    if (ready === null || save.isPending) return
    const before = groupKeyOfPair(decoders, saved)
    const after = groupKeyOfPair(decoders, ready)
    const sameKeyset = before === null || before === after
    try {
      await save.mutateAsync({ GROUP_CRED: ready.group, SHARE_CRED: ready.share })
      toastDone(sameKeyset ? texts.saved : texts.savedOtherKeyset(keysetName))
    } catch (error) {
      toastFailed(texts.saveFailed, reasonOf(error))
    }
  }

  const pauseOver = useEffectEvent(() => void saveNow())
  const pausingPair = state.at === 'pausing' ? `${ready?.group} ${ready?.share}` : null
  useEffect(() => {
    if (pausingPair === null) return
    const timer = setTimeout(() => pauseOver(), AUTO_SAVE_PAUSE)
    return () => clearTimeout(timer)
  }, [pausingPair])

  return {
    typed,
    state,
    changed: typed.group.trim() !== saved.group || typed.share.trim() !== saved.share,
    change: (part) => setDraft((current) => ({ ...current, ...part })),
    commit: () => {
      if (state.at === 'pausing') void saveNow()
    },
    retry: () => void saveNow(),
    undo: () => setDraft({}),
  }
}
