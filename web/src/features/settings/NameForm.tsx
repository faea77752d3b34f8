import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { CALLER_NAME_CHARS_MAX } from '#contract/rule-terms.ts'
import type { NameRequest } from '#contract/rules.ts'
import { call } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { names as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { rulesQuery } from '../policy/rules.ts'
import { peersQuery } from '../signer/peers.ts'

export interface NameFormProps {
  pubkey: string
  name?: string | undefined
  onSaved?(): void
}

/** What a device is called here. */
export function NameForm({ pubkey, name = '', onSaved }: NameFormProps) {
  const [typed, setTyped] = useState(name)
  const save = useSetName(pubkey)
  const isSaved = typed.trim() === (save.isPending ? save.variables.name : name)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isSaved) save.mutate({ name: typed.trim() }, { onSuccess: () => onSaved?.() })
  }

  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <Field
        label={texts.label}
        autoComplete="off"
        maxLength={CALLER_NAME_CHARS_MAX}
        placeholder={texts.placeholder}
        value={typed}
        onText={setTyped}
        className="min-w-0 flex-1"
      />
      <Button type="submit" className="min-h-9.5" disabled={isSaved}>
        {texts.save}
      </Button>
    </form>
  )
}

/** Gives a device a name; an empty one takes it away. */
function useSetName(pubkey: string) {
  const queries = useQueryClient()
  return useMutation({
    scope: { id: `name ${pubkey}` },
    mutationFn: (body: NameRequest) =>
      call<{ name: string }>('PUT', `/api/peers/${pubkey}/name`, { body }),
    onSuccess: async ({ name }) => {
      await Promise.all(
        [peersQuery, rulesQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
      )
      toastDone(name === '' ? texts.taken : texts.saved(name))
    },
    onError: (error) => toastFailed(texts.failed, reasonOf(error)),
  })
}
