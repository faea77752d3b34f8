import type { FormEvent } from 'react'
import type { EnvAnswer } from '../../../../server/contract/env.ts'
import { configure as texts } from '../../../../server/contract/texts/configure.ts'
import { joining as joiningTexts } from '../../../../server/contract/texts/joining.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { isConfigured } from '../env/is-configured.ts'
import { useOnboarding } from '../joining/onboarding.ts'
import { isJoining, type Joining } from '../joining/onboarding-step.ts'
import { KeepRecords } from '../shares/KeepRecords.tsx'
import { SavedRecords } from '../shares/SavedRecords.tsx'
import { CredentialFields } from './CredentialFields.tsx'
import { RelayChoice } from './RelayChoice.tsx'
import type { ConfigureForm as Form, TextField } from './use-configure-form.ts'
import { type Saving, useSaveConfiguration } from './use-save-configuration.ts'

export interface ConfigureFormProps {
  env: EnvAnswer
  form: Form
  /** Focuses the save button. */
  autoFocus: boolean
  onDone(): void
  onClear(): void
}

/** Everything that the signer needs, and the save button. */
export function ConfigureForm({ env, form, autoFocus, onDone, onClear }: ConfigureFormProps) {
  const { saving, save } = useSaveConfiguration(env)
  const { values, inputs } = form
  const configured = isConfigured(env)
  const isSaving = saving.is === 'saving'
  const general = generalFailure(saving, form)
  const { data: onboarding, error } = useOnboarding()
  const joining =
    isJoining(onboarding) && !isTaken(onboarding, values)
      ? { state: onboarding, problem: error && reasonOf(error) }
      : null
  const failed = onboarding?.state === 'failed' ? onboarding : null

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSaving || !form.isComplete || joining !== null) return
    if (configured && !form.isChanged) return onDone()
    const failure = await save(values)
    if (failure === null) onDone()
    else if (failure.is === 'refused' && failure.field !== null && failure.field !== 'relays') {
      inputs[failure.field].current?.focus()
    }
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <CredentialFields
        form={form}
        joining={joining}
        failed={failed}
        saveLabel={configured ? texts.update : texts.configure}
        refusalOf={(field) => refusalAt(field, saving, form)}
      />
      {/* Otherwise they come with the package. */}
      {joining === null && form.checks.share.is !== 'sealed' && (
        <RelayChoice
          relays={values.relays}
          onChange={(relays) => form.change({ relays })}
          areGiven={form.isTaken}
          error={refusalAt('relays', saving, form)}
        />
      )}
      <KeepRecords />
      <SavedRecords />
      {general !== null && (
        <Note kind="bad">
          <p className="font-medium text-ink">{general.text}</p>
          {general.is === 'failed' && <p>{general.next}</p>}
        </Note>
      )}
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-t border-line pt-4">
        {configured && (
          <Button kind="quiet" className="mr-auto -ml-3" onClick={onClear}>
            {texts.clear}
          </Button>
        )}
        <p className="text-xs text-ink-3 empty:hidden">{stillNeeded(form, joining !== null)}</p>
        <Button
          type="submit"
          kind="primary"
          autoFocus={autoFocus}
          disabled={!form.isComplete || joining !== null}
          aria-disabled={isSaving}
        >
          {labelOf(isSaving, configured, form.isChanged)}
        </Button>
      </div>
    </form>
  )
}

/** Whether the form holds what came by joining. */
const isTaken = (state: Joining, { share }: Form['values']): boolean =>
  state.state === 'received' && state.shareCredential === share.trim()

function stillNeeded({ checks, empty }: Form, isJoining: boolean): string | null {
  if (isJoining) return joiningTexts.joinFirst
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
