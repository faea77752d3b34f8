import { type FormEvent, useEffect, useRef } from 'react'
import type { EnvAnswer } from '#contract/env.ts'
import { focusFirstField } from '#web/lib/forms.ts'
import { joining as joiningTexts, configure as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormFoot } from '#web/ui/FormFoot.tsx'
import { Note } from '#web/ui/Note.tsx'
import { KeptHere, SavedRecords } from '../credentials/SavedRecords.tsx'
import type { ElsewhereProps } from '../Misplaced.tsx'
import { CredentialFields } from './CredentialFields.tsx'
import { isConfigured, type TextField } from './form.ts'
import { RelayChoice } from './RelayChoice.tsx'
import {
  type ConfigureForm as Form,
  type Saving,
  useSaveConfiguration,
} from './use-configure-form.ts'

export interface ConfigureFormProps extends ElsewhereProps {
  env: EnvAnswer
  form: Form
  /** The form begins complete: its save button gets the focus, and otherwise its first field. */
  isFilled: boolean
  onDone(): void
  onClear(): void
}

/** Everything that the signer needs, and the save button. */
export function ConfigureForm(props: ConfigureFormProps) {
  const { env, form, isFilled, onDone, onClear, onElse, onApp } = props
  const { saving, save } = useSaveConfiguration(env)
  const { values, inputs } = form
  const configured = isConfigured(env)
  const isSaving = saving.is === 'saving'
  const general = generalFailure(saving, form)

  const saveButton = useRef<HTMLButtonElement>(null)
  const isToFocus = useRef(isFilled)
  useEffect(() => {
    if (!isToFocus.current || !form.isComplete) return
    isToFocus.current = false
    saveButton.current?.focus()
  }, [form.isComplete])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSaving || !form.isComplete) return
    if (configured && !form.isChanged) return onDone()
    const failure = await save(values)
    if (failure === null) onDone()
    else if (failure.is === 'refused' && failure.field !== null && failure.field !== 'relays') {
      inputs[failure.field].current?.focus()
    }
  }

  return (
    <form
      ref={isFilled ? null : focusFirstField}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => void submit(event)}
    >
      <CredentialFields
        form={form}
        saveLabel={configured ? texts.update : texts.configure}
        refusalOf={(field) => refusalAt(field, saving, form)}
        onElse={onElse}
        onApp={onApp}
      />
      {/* A sealed package brings its own relays. */}
      {form.checks.share.is !== 'sealed' && (
        <RelayChoice
          relays={values.relays}
          onChange={(relays) => form.change({ relays })}
          areGiven={form.isTaken}
          error={refusalAt('relays', saving, form)}
        />
      )}
      <KeptHere />
      <SavedRecords />
      {general !== null && (
        <Note kind="bad">
          <p className="font-medium text-ink">{general.text}</p>
          {general.is === 'failed' && <p>{general.next}</p>}
        </Note>
      )}
      <p className="text-right text-sm text-ink-3 empty:hidden">{stillNeeded(form)}</p>
      <FormFoot>
        {configured && (
          <Button kind="quiet" className="mr-auto -ml-3" onClick={onClear}>
            {texts.clear}
          </Button>
        )}
        <Button
          type="submit"
          kind="primary"
          ref={saveButton}
          disabled={!form.isComplete}
          aria-disabled={isSaving}
        >
          {labelOf(isSaving, configured, form.isChanged)}
        </Button>
      </FormFoot>
    </form>
  )
}

function stillNeeded({ checks, empty }: Form): string | null {
  if (checks.share.is === 'sealed') return joiningTexts.openFirst
  return empty.length === 0 ? null : texts.missing(empty.map((field) => texts[field]))
}

function labelOf(isSaving: boolean, configured: boolean, isChanged: boolean): string {
  if (isSaving) return texts.saving
  if (!configured) return texts.configure
  return isChanged ? texts.update : texts.continue
}

/** The server's objection to a field, as long as its value is the one sent. */
function refusalAt(field: TextField | 'relays', saving: Saving, { values }: Form): string | null {
  if (saving.is !== 'failed' || saving.failure.is !== 'refused') return null
  const { failure } = saving
  return failure.field === field && values[field] === saving.values[field] ? failure.reason : null
}

/** A failure that no field shows. */
function generalFailure(saving: Saving, { values }: Form) {
  if (saving.is !== 'failed' || saving.values !== values) return null
  const { failure } = saving
  if (failure.is === 'signed-out') return null
  return failure.is === 'failed' || failure.field === null ? failure : null
}
