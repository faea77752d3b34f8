import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { keyNameProblem } from '#contract/access-rules.ts'
import type { ApiKeyCreated, ApiKeyRequest } from '#contract/auth.ts'
import type { Preset } from '#contract/rules.ts'
import type { Scope } from '#contract/scopes.ts'
import { post } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { useUnloadGuard } from '../../lib/use-unload-guard.ts'
import { account, common, auth as rules } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { PresetChoices } from '../policy/PresetChoices.tsx'

const texts = account.newKey

export interface NewKeyFormProps {
  lead?: string
  /** The name field's initial value. */
  name?: string
  /** The scope, where there is no choice. */
  onlyScope?: Scope
  onMade(made: ApiKeyCreated): void
}

/** Makes an API key. The caller must show it, because the server sends it only once. */
export function NewKeyForm({ lead, name: initial = '', onlyScope, onMade }: NewKeyFormProps) {
  const [name, setName] = useState(initial)
  const [scope, setScope] = useState<Scope>(onlyScope ?? 'read')
  const [preset, setPreset] = useState<Preset>('everyday')
  const create = useCreateApiKey(onMade)
  const problem = name === '' ? null : keyNameProblem(name, rules)

  function make(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (create.isPending || problem) return
    create.mutate({ name: name.trim(), scope, ...(scope === 'sign' && { preset }) })
  }

  return (
    <form onSubmit={make} className="grid grid-cols-1 gap-3">
      {lead !== undefined && <p className="text-sm text-ink-2">{lead}</p>}
      <Field
        label={texts.name}
        autoComplete="off"
        required
        value={name}
        onText={setName}
        hint={texts.nameHint}
        error={problem}
      />
      {onlyScope === undefined && (
        <Choices
          legend={texts.scope}
          choices={SCOPES}
          value={scope}
          onChange={(next) => setScope(next)}
        />
      )}
      {scope === 'sign' && <PresetChoices value={preset} onChange={setPreset} />}
      <FormFailure text={create.error && reasonOf(create.error)} />
      <Button
        type="submit"
        kind="primary"
        className="mt-1 justify-self-start"
        aria-disabled={create.isPending}
      >
        {create.isPending ? texts.making : texts.make}
      </Button>
    </form>
  )
}

const SCOPES = (Object.keys(texts.scopes) as Scope[]).map((value) => {
  const [title, text] = texts.scopes[value]
  return { value, title, text }
})

export interface NewKeyShownProps {
  made: ApiKeyCreated
  onKept(): void
}

/** Shows an API key, this one time, until somebody confirms that they have it. */
export function NewKeyShown({ made, onKept }: NewKeyShownProps) {
  const [kept, setKept] = useState(false)
  const shown = useRef<HTMLOutputElement>(null)
  const id = useId()

  useUnloadGuard(!kept)
  // The form that made the key is gone from the page, and focus with it.
  useEffect(() => shown.current?.focus(), [])

  return (
    <>
      <p className="mb-3 text-ink-2">{texts.keepLead(made.name)}</p>
      <div className="mb-4 flex items-center gap-1 rounded-md border border-edge bg-sunken py-1 pr-1 pl-3">
        <output
          ref={shown}
          tabIndex={-1}
          aria-label={texts.what}
          className="min-w-0 flex-1 font-mono text-mono break-all select-all"
        >
          {made.key}
        </output>
        <CopyButton text={made.key} what={texts.what} />
      </div>
      <label htmlFor={id} className="touch mb-4 flex w-fit items-start gap-2.5">
        <input
          id={id}
          type="checkbox"
          checked={kept}
          onChange={(event) => setKept(event.target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-ice"
        />
        {texts.kept}
      </label>
      <div className="flex justify-end">
        <Button kind="primary" disabled={!kept} onClick={onKept}>
          {common.done}
        </Button>
      </div>
    </>
  )
}

/** Makes an API key. The key itself is in this answer and in no other. */
function useCreateApiKey(onMade: (made: ApiKeyCreated) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (wanted: ApiKeyRequest) => post<ApiKeyCreated>('/api/auth/keys', wanted),
    onSuccess: (made) => {
      void queries.invalidateQueries({ queryKey: ['auth'] })
      onMade(made)
    },
    // The key must not stay in the cache.
    gcTime: 0,
  })
}
