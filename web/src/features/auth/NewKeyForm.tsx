import { type SubmitEvent, useState } from 'react'
import { keyNameProblem } from '#contract/access-rules.ts'
import type { ApiKeyCreated } from '#contract/auth.ts'
import type { Scope } from '#contract/scopes.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { access, auth as rules } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { useCreateApiKey } from './create-api-key.ts'
import { ScopeChoice } from './ScopeChoice.tsx'

const texts = access.newKey

export interface NewKeyFormProps {
  lead?: string
  /** The name field's initial value. */
  name?: string
  /** The scope, where there is no choice. */
  onlyScope?: Scope
  onMade(made: ApiKeyCreated): void
}

/** Makes an API key. The caller must show it, because it is told only once. */
export function NewKeyForm({ lead, name: initial = '', onlyScope, onMade }: NewKeyFormProps) {
  const [name, setName] = useState(initial)
  const [scope, setScope] = useState<Scope>(onlyScope ?? 'read')
  const create = useCreateApiKey(onMade)
  const problem = name === '' ? null : keyNameProblem(name, rules)

  function make(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!create.isPending && !problem) create.mutate({ name: name.trim(), scope })
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
      {onlyScope === undefined && <ScopeChoice scope={scope} onChange={setScope} />}
      <div role="alert" className="empty:-mb-3">
        {create.error !== null && <Note kind="bad">{reasonOf(create.error)}</Note>}
      </div>
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
