import { type ClipboardEvent, useDeferredValue, useMemo, useState } from 'react'
import type { EnvAnswer } from '#contract/env.ts'
import { MAX_COMMITS } from '#contract/limits.ts'
import { DEFAULT_RECOVERY_THRESHOLD, DEFAULT_RECOVERY_TOTAL } from '#web/lib/limits.ts'
import { pastedCredentials } from '#web/lib/pasted-credentials.ts'
import { recover as texts } from '#web/texts/texts.ts'
import { toastFailed } from '#web/ui/toast.ts'
import { assess, type Decoders } from './check.ts'
import { type Form, formOf, withPasted } from './form.ts'
import { useSavedPair } from './use-saved-pair.ts'

/** A group credential and its shares as entered, and the results of the checks. */
export type ShareEntry = ReturnType<typeof useShareForm>

/**
 * Begins with the signer's own share, or the newest saved one.
 *
 * @param decoders null while they are loading
 * @param onChange called when somebody has changed something
 */
export function useShareForm(env: EnvAnswer, decoders: Decoders | null, onChange?: () => void) {
  const saved = useSavedPair(env, decoders)
  const pair = saved.state === 'found' ? saved.pair : null
  const initial = useMemo(
    () => formOf(pair?.groupCredential ?? '', pair?.shareCredential ?? ''),
    [pair?.groupCredential, pair?.shareCredential],
  )
  // What somebody has typed stays, whatever is found in the meantime.
  const [edited, setEdited] = useState<Form | null>(null)
  const form = edited ?? initial
  // Typing goes first: the check of a large group may come a moment later.
  const settled = useDeferredValue(form)
  const quick = useMemo(() => (decoders === null ? null : remembering(decoders)), [decoders])
  const assessment = useMemo(
    () => (quick === null ? null : assess(quick, settled)),
    [quick, settled],
  )

  function change(next: Form) {
    setEdited(next)
    onChange?.()
  }

  /** Puts pasted credentials where they belong. A single one that is meant for this field is left to the browser. */
  function paste(event: ClipboardEvent<HTMLInputElement>, shareKey?: number) {
    const text = event.clipboardData.getData('text')
    const pasted = pastedCredentials(text)
    if (pasted === null) return
    const meant = shareKey === undefined ? [pasted.group] : pasted.shares
    const found = pasted.shares.length + (pasted.group === undefined ? 0 : 1)
    if (found === 1 && meant[0] === text.trim()) return
    event.preventDefault()
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const isReplaced = selectionStart === 0 && selectionEnd === value.length
    const { form: filled, leftOut } = withPasted(form, pasted, isReplaced ? shareKey : undefined)
    change(filled)
    if (leftOut > 0) toastFailed(texts.tooManyPasted(MAX_COMMITS))
  }

  return {
    form,
    change,
    paste,
    saved,
    /** null while it is not known yet. */
    assessment,
    threshold: assessment?.threshold ?? DEFAULT_RECOVERY_THRESHOLD,
    total: assessment?.total ?? DEFAULT_RECOVERY_TOTAL,
    /** The current check; null while the decoders are loading. */
    assessNow: () => (quick === null ? null : assess(quick, form)),
  }
}

/** More than there are fields, so that typing into one does not evict the others. */
const KEPT = 64

/**
 * The decoders, with their latest results remembered. Every key press checks all fields, and the
 * curve arithmetic takes milliseconds for each.
 */
export function remembering(decoders: Decoders): Decoders {
  const decodeGroup = remembered(decoders.decodeGroup)
  const readShare = remembered(decoders.readShare)
  const keysets = new WeakMap<object, WeakMap<object, ReturnType<Decoders['keysetOf']>>>()
  return {
    decodeGroup,
    readShare,
    outlineOf: decoders.outlineOf,
    keysetOf: (group, share) => {
      const known = keysets.get(group) ?? new WeakMap()
      keysets.set(group, known)
      const answer = known.get(share) ?? decoders.keysetOf(group, share)
      known.set(share, answer)
      return answer
    },
  }
}

function remembered<T>(decode: (text: string) => T): (text: string) => T {
  const said = new Map<string, T>()
  return (text) => {
    const answer = said.get(text) ?? decode(text)
    // Moved to the end of the Map, whose first entry is the least recently used.
    said.delete(text)
    said.set(text, answer)
    const [oldest] = said.keys()
    if (said.size > KEPT && oldest !== undefined) said.delete(oldest)
    return answer
  }
}
