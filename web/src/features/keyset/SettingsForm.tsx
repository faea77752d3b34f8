import { type FormEvent, useRef, useState } from 'react'
import type { ProtocolName } from '#contract/protocols.ts'
import { ApiError } from '../../lib/api-client.ts'
import type { Decoders } from '../../lib/decoders.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { configure, keyset as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { More } from '../../ui/More.tsx'
import { Note } from '../../ui/Note.tsx'
import { RelayChoice } from '../configure/RelayChoice.tsx'
import { freeName } from '../configure/taken-names.ts'
import { useCreateKeyset } from './create-keyset.ts'
import type { NewKeyset } from './flow.ts'
import { KeyChoice } from './KeyChoice.tsx'
import { useKeepKeyset } from './keep-keyset.ts'
import { ProtocolChoice } from './ProtocolChoice.tsx'
import { hasSizeProblem, NameField, SizeFields, SizeMeaning } from './SettingsFields.tsx'
import { StepButtons } from './StepButtons.tsx'
import { StepHeading } from './StepHeading.tsx'
import {
  aloneProblem,
  type Draft,
  emptyDraft,
  type FieldName,
  firstProblem,
  problemsOf,
  refusalOf,
  requestOf,
} from './settings.ts'

export interface SettingsFormProps {
  existingNames: readonly string[]
  decoders: Decoders
  /** Those that the signer uses, and a new keyset's devices too. */
  relays: readonly string[]
  /** The key to split, where it is known. */
  secretKey: string | undefined
  /** It is of 1.x, and only here. */
  onMade(keyset: NewKeyset): void
  /** It is of 2026, and this signer runs on it. */
  onKept(): void
  onCancel(): void
}

/** What the keyset will be. The draft, and any secret key in it, is gone with this form. */
export function SettingsForm(props: SettingsFormProps) {
  const { existingNames, decoders, onMade, onKept, onCancel } = props
  const [draft, setDraft] = useState<Draft>(() => ({
    ...emptyDraft,
    name: freeName(configure.namePlaceholder, existingNames),
    secretKey: props.secretKey ?? null,
  }))
  const [attempted, setAttempted] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [generation, setGeneration] = useState<ProtocolName>('2026')
  const [relays, setRelays] = useState(props.relays)
  const makeFirst = useCreateKeyset(decoders)
  const keep = useKeepKeyset()
  const create = generation === '1.x' ? makeFirst : keep

  const problems = {
    ...problemsOf(draft, existingNames, decoders.parseSecretKey),
    ...(generation === '2026' && aloneProblem(draft)),
  }
  const refusal = create.error === null ? null : refusalIn(create.error)

  function change(changes: Partial<Draft>) {
    setDraft({ ...draft, ...changes })
    // The server's answer was about the draft as it was.
    if (create.isError) create.reset()
  }

  /** An empty field is reported only once somebody wants to go on. */
  function shown(field: FieldName): string | undefined {
    const isEmpty = (draft[field] ?? '') === ''
    return refusal?.[field] ?? (isEmpty && !attempted ? undefined : problems[field])
  }

  function focusOn(field: FieldName) {
    const control = form.current?.elements.namedItem(field)
    if (control instanceof HTMLElement) control.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (create.isPending) return
    const wrong = firstProblem(problems)
    if (wrong !== undefined) {
      setAttempted(true)
      focusOn(wrong)
      return
    }
    const onError = (error: Error) => {
      const refused = firstProblem(refusalIn(error) ?? {})
      if (refused !== undefined) focusOn(refused)
    }
    if (generation === '1.x') makeFirst.mutate(requestOf(draft), { onSuccess: onMade, onError })
    else keep.mutate({ ...requestOf(draft), relays: [...relays] }, { onSuccess: onKept, onError })
  }

  const fields = { draft, onChange: change, shown, disabled: create.isPending }
  return (
    <form ref={form} onSubmit={submit} noValidate autoComplete="off">
      <StepHeading title={texts.settingsTitle} lead={texts.settingsLead} />
      <NameField {...fields} />
      <KeyChoice
        secretKey={draft.secretKey}
        onSecretKey={(secretKey) => change({ secretKey })}
        error={shown('secretKey')}
        decoders={decoders}
        disabled={create.isPending}
      />
      <div className="mt-5 grid gap-3">
        <SizeMeaning draft={draft} problems={problems} />
        <More title={texts.more} mustShow={hasSizeProblem(problems)}>
          <SizeFields {...fields} />
          {generation === '2026' && (
            <div>
              <RelayChoice relays={relays} onChange={setRelays} error={null} />
              <p className="mt-1 text-xs text-ink-3">{texts.relaysNeeded}</p>
            </div>
          )}
          <ProtocolChoice
            generation={generation}
            onChange={setGeneration}
            disabled={create.isPending}
          />
        </More>
      </div>
      {create.error !== null && refusal === null && (
        <div role="alert" className="mt-4">
          <Note kind="bad">{texts.failed(reasonOf(create.error))}</Note>
        </div>
      )}
      <StepButtons onLeave={onCancel}>
        <Button type="submit" kind="primary" aria-disabled={create.isPending}>
          {create.isPending ? texts.creating : texts.create}
        </Button>
      </StepButtons>
    </form>
  )
}

const refusalIn = (error: Error) =>
  error instanceof ApiError && error.status === 400 ? refusalOf(error.message) : null
