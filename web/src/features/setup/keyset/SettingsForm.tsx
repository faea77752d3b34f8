import { type FormEvent, useId, useRef, useState } from 'react'
import type { ProtocolName } from '#contract/protocols.ts'
import type { Decoders } from '#web/lib/decoders.ts'
import { focusField } from '#web/lib/forms.ts'
import { useShown } from '#web/lib/hooks.ts'
import { reasonOf } from '#web/lib/query-client.ts'
import { configure, keyset as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { FormFailure } from '#web/ui/FormFailure.tsx'
import { More } from '#web/ui/More.tsx'
import { ShowButton } from '#web/ui/SecretField.tsx'
import { RelayChoice } from '../configure/RelayChoice.tsx'
import { freeName } from '../configure/taken-names.ts'
import { useCreateKeyset, useKeepKeyset } from './create-keyset.ts'
import type { NewKeyset } from './flow.ts'
import { hasSizeProblem, NameField, SizeFields, SizeMeaning } from './SettingsFields.tsx'
import { StepButtons, StepHeading } from './Steps.tsx'
import {
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
  /** The signer's relays, which a new keyset's devices use too. */
  relays: readonly string[]
  /** The key to split, where it is known. */
  secretKey: string | undefined
  /** Called with a new keyset of 1.x, which exists only on this page. */
  onMade(keyset: NewKeyset): void
  /** Called when a new keyset of 2026 is made, and this signer runs on it. */
  onKept(): void
}

/** Asks for the settings of a new keyset. The draft, and any secret key in it, is gone with this form. */
export function SettingsForm(props: SettingsFormProps) {
  const { existingNames, decoders, onMade, onKept } = props
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

  const problems = problemsOf(draft, generation, existingNames, decoders)
  const refusal = refusalOf(create.error)

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

  function submit(event: FormEvent) {
    event.preventDefault()
    if (create.isPending) return
    const wrong = firstProblem(problems)
    if (wrong !== undefined) {
      setAttempted(true)
      focusField(form.current, wrong)
      return
    }
    const onError = (error: Error) => {
      const refused = firstProblem(refusalOf(error) ?? {})
      if (refused !== undefined) focusField(form.current, refused)
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
              <p className="mt-1 text-sm text-ink-3">{texts.relaysNeeded}</p>
            </div>
          )}
          <ProtocolChoice
            generation={generation}
            onChange={setGeneration}
            disabled={create.isPending}
          />
        </More>
      </div>
      <FormFailure
        text={create.error && refusal === null ? texts.failed(reasonOf(create.error)) : null}
        className="mt-4"
      />
      <StepButtons>
        <Button type="submit" kind="primary" aria-disabled={create.isPending}>
          {create.isPending ? texts.creating : texts.create}
        </Button>
      </StepButtons>
    </form>
  )
}

interface KeyChoiceProps {
  /** As typed; null for a fresh key. */
  secretKey: string | null
  onSecretKey(secretKey: string | null): void
  error: string | undefined
  decoders: Decoders
  disabled: boolean
}

/**
 * The key to split: a fresh one, or one that the owner has. Choosing a fresh one drops what was
 * entered.
 */
function KeyChoice(props: KeyChoiceProps) {
  const { secretKey, onSecretKey, error, decoders, disabled } = props
  const [shown, toggle] = useShown()
  return (
    <fieldset className="mt-5 min-w-0" disabled={disabled}>
      <legend className="mb-1.5 font-medium">{texts.key}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        <Choice
          title={texts.keyFresh}
          hint={texts.keyFreshHint}
          chosen={secretKey === null}
          onChoose={() => onSecretKey(null)}
        />
        <Choice
          title={texts.keyGiven}
          hint={texts.keyGivenHint}
          chosen={secretKey !== null}
          onChoose={() => onSecretKey('')}
        />
      </div>
      {secretKey !== null && (
        <Field
          label={texts.secretKey}
          name="secretKey"
          type={shown ? 'text' : 'password'}
          className="mt-4"
          value={secretKey}
          onText={onSecretKey}
          error={error}
          hint={hintFor(secretKey, decoders)}
          autoComplete="off"
          mono
          inside={<ShowButton what={texts.secretKeyWhat} shown={shown} onToggle={toggle} />}
        />
      )}
    </fieldset>
  )
}

interface ChoiceProps {
  title: string
  hint: string
  chosen: boolean
  onChoose(): void
}

function Choice({ title, hint, chosen, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <label className="flex items-start gap-2.5 rounded-md border border-edge px-3 py-2.5 has-checked:border-ice has-checked:bg-ice-soft">
      <input
        type="radio"
        name="key"
        checked={chosen}
        onChange={onChoose}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        className="mt-0.75 size-4 shrink-0 accent-ice"
      />
      <span>
        <span id={id} className="block font-medium">
          {title}
        </span>
        <span id={`${id}-hint`} className="block text-sm text-ink-2">
          {hint}
        </span>
      </span>
    </label>
  )
}

/** Whose key it is, once it is valid. */
function hintFor(secretKey: string, { parseSecretKey, keyPair }: Decoders): string {
  const key = parseSecretKey(secretKey)
  return key.ok ? texts.identityOf(keyPair(key.value).npub) : texts.secretKeyHint
}

interface ProtocolChoiceProps {
  generation: ProtocolName
  onChange(generation: ProtocolName): void
  disabled: boolean
}

/** The protocol of the devices: today's, unless all of them are old. */
const ProtocolChoice = ({ generation, onChange, disabled }: ProtocolChoiceProps) => (
  <label className="touch flex items-start gap-2.5">
    <input
      type="checkbox"
      checked={generation === '1.x'}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked ? '1.x' : '2026')}
      className="mt-0.75 size-4 shrink-0 accent-ice"
    />
    <span>
      <span className="block font-medium">{texts.old}</span>
      <span className="block text-sm text-ink-2">{texts.oldHint}</span>
    </span>
  </label>
)
