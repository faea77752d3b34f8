import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Decoders } from '../../lib/decoders.ts'
import { AUTO_SAVE_PAUSE } from '../../lib/limits.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { credentials as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { useSaveEnv } from '../env/save-env.ts'
import { checkPair, groupKeyOfPair, type Pair, type PairCheck, samePair } from './pair.ts'

export type DraftState =
  /** The fields hold what is saved. */
  | { at: 'rest' }
  | Extract<PairCheck, { at: 'refused' }>
  /** It is saved once it has stayed untouched for a moment, or focus leaves it. */
  | { at: 'pausing' }
  | { at: 'saving' }
  | { at: 'failed'; reason: string }

export interface PairDraft {
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
