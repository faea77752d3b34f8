import { useState } from 'react'
import type { EnvAnswer } from '#contract/env.ts'
import { shares, configure as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { isConfigured } from '../env/is-configured.ts'
import { useSaveEnv } from '../env/save-env.ts'
import { saveRecord } from '../shares/browser-records.ts'
import { type FormValues, updateOf } from './form.ts'
import { type SaveFailure, saveFailureOf } from './save-failure.ts'

/** The outcome of saving the form. */
export type Saving =
  | { is: 'idle' }
  | { is: 'saving' }
  /** Applies to `values` only: a changed form is a new attempt. */
  | { is: 'failed'; failure: SaveFailure; values: FormValues }

/** Saves the form on the server, and the pair in this browser; reports the outcome. */
export function useSaveConfiguration(env: EnvAnswer): {
  saving: Saving
  /** @returns what went wrong, or null */
  save(values: FormValues): Promise<SaveFailure | null>
} {
  const [saving, setSaving] = useState<Saving>({ is: 'idle' })
  const saveEnv = useSaveEnv()

  async function save(values: FormValues): Promise<SaveFailure | null> {
    setSaving({ is: 'saving' })
    try {
      await saveEnv.mutateAsync(updateOf(values, env))
    } catch (error) {
      const failure = saveFailureOf(error)
      if (failure.is === 'refused') toastFailed(failure.text)
      if (failure.is === 'failed') toastFailed(failure.text, failure.next)
      setSaving({ is: 'failed', failure, values })
      return failure
    }
    setSaving({ is: 'idle' })
    toastDone(isConfigured(env) ? texts.updated : texts.configured)
    keep(values)
    return null
  }

  return { saving, save }
}

function keep({ share, group, name }: FormValues): void {
  const pair = { shareCredential: share.trim(), groupCredential: group.trim(), name: name.trim() }
  if (!saveRecord(pair)) toastFailed(shares.notKept, shares.notKeptNext)
}
