import { useMemo, useRef, useState } from 'react'
import type { EnvAnswer } from '#contract/env.ts'
import { type Decoders, useDecoders } from '#web/lib/decoders.ts'
import { shares, configure as texts } from '#web/texts/texts.ts'
import { toastDone, toastFailed } from '#web/ui/toast.ts'
import { saveRecord } from '../credentials/browser-records.ts'
import { useSaveEnv } from '../credentials/env-changes.ts'
import type { Carried } from '../ways.ts'
import { type Check, checkForm } from './checks.ts'
import {
  type FormValues,
  isChanged,
  isConfigured,
  type Opened,
  TEXT_FIELDS,
  type TextField,
  updateOf,
  valuesOf,
  withChanges,
  withOpened,
  withSaved,
} from './form.ts'
import { readPasted } from './pasted.ts'
import { type SaveFailure, saveFailureOf } from './save-failure.ts'
import { useTakenNames } from './taken-names.ts'

/**
 * The form's content, the checks of its fields, and the ways to change it.
 *
 * @param carried what the form begins with, in place of what is saved
 */
export function useConfigureForm(env: EnvAnswer, carried: Carried) {
  const [begin] = useState(() => beginning(env, carried))
  const [values, setValues] = useState(begin.values)
  const [visited, setVisited] = useState<ReadonlySet<TextField>>(new Set())
  const [isTaken, setTaken] = useState(false)
  const [notice, setNotice] = useState(begin.notice)
  const [begunWith, beginWith] = useState(env)
  if (begunWith !== env) {
    beginWith(env)
    setValues(withSaved(values, begunWith, env))
  }
  const inputs = {
    name: useRef<HTMLInputElement>(null),
    share: useRef<HTMLInputElement>(null),
    group: useRef<HTMLInputElement>(null),
  }
  const decoders = useDecoders()
  const { share, group, name } = values
  const npub = useMemo(() => npubOf(group, decoders), [group, decoders])
  const taken = useTakenNames({ groupCredential: group.trim(), npub })
  const own = isConfigured(env) ? env.GROUP_NAME : undefined
  // Decoding takes curve arithmetic, so it does not run for every keystroke in the relay field.
  const checks = useMemo(
    () => checkForm({ share, group, name }, { taken, own, decoders }),
    [share, group, name, taken, own, decoders],
  )

  /** A field's error. That a field is empty is an error only once the field was visited. */
  function problemOf(field: TextField): string | null {
    const check: Check = checks[field]
    if (check.is === 'wrong' || (check.is === 'empty' && visited.has(field))) return check.text
    return null
  }

  const visit = (field: TextField) => setVisited((before) => new Set(before).add(field))

  function change(changes: Partial<FormValues>) {
    setNotice(null)
    setValues((before) => withChanges(before, changes))
  }

  /** Puts pasted credentials where they belong. @returns false if there are none in the text */
  function takeText(text: string, field: TextField): boolean {
    const pasted = readPasted(text, field)
    if (pasted === null) return false
    const { notice: said, ...found } = pasted
    change(found)
    setNotice(said)
    return true
  }

  return {
    values,
    inputs,
    checks,
    notice,
    /** Whether its content came with a package. */
    isTaken,
    isChanged: isChanged(values, env),
    isComplete: TEXT_FIELDS.every((field) => checks[field].is === 'sound'),
    empty: TEXT_FIELDS.filter((field) => checks[field].is === 'empty'),
    problemOf,
    visit,
    change,

    startOver(filled: FormValues) {
      setValues(filled)
      setTaken(false)
      setVisited(new Set())
      setNotice(null)
    },

    /** Fills in what was opened, and says what to do next. */
    take(opened: Opened, why: string) {
      setValues((before) => withOpened(before, opened, env))
      setTaken(true)
      setVisited(new Set())
      setNotice(why)
    },

    takeText,
  }
}

function beginning(env: EnvAnswer, { made, pasted }: Carried) {
  const values = valuesOf(env)
  if (made !== undefined) {
    const button = isConfigured(env) ? texts.update : texts.configure
    return { values: { ...values, ...made }, notice: texts.created(button) }
  }
  if (pasted === undefined) return { values, notice: null }
  const { notice, ...found } = readPasted(pasted, 'share') ?? { notice: null, share: pasted }
  return { values: withChanges(values, found), notice }
}

/** The key that a group credential signs for; undefined if it can't be read. */
function npubOf(text: string, decoders: Decoders | null | undefined): string | undefined {
  const group = decoders?.readGroup(text.trim())
  return decoders && group?.ok ? decoders.npubEncode(decoders.groupKeyOf(group.value)) : undefined
}

export type ConfigureForm = ReturnType<typeof useConfigureForm>

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
