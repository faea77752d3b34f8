import { type FormEvent, useState } from 'react'
import { MAX_RELAYS } from '#contract/limits.ts'
import { normaliseRelayUrl } from '#contract/relay-url.ts'
import { relays as texts, validation } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { useRelayHosts } from '../env/get-saved.ts'
import type { RelayList } from './use-relay-list.ts'

export interface AddRelayProps {
  /** The normalised URLs in force; undefined while unknown, so that none gets lost. */
  relays: readonly string[] | undefined
  list: RelayList
}

type Answer = { at: 'none' } | { at: 'refused'; why: string } | { at: 'already'; url: string }

/** Adds a relay: checked as the server does, saved at once. */
export function AddRelay({ relays, list }: AddRelayProps) {
  const hosts = useRelayHosts()
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<Answer>({ at: 'none' })
  const blank = text.trim() === ''
  const waiting = relays === undefined || list.busy

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (blank || waiting) return
    const url = normaliseRelayUrl(text, hosts, validation)
    if (!url.ok) return setAnswer({ at: 'refused', why: url.error })
    if (relays.includes(url.value)) {
      setText('')
      return setAnswer({ at: 'already', url: url.value })
    }
    if (relays.length >= MAX_RELAYS) {
      return setAnswer({ at: 'refused', why: validation.relayTooMany(MAX_RELAYS) })
    }
    if (await list.add(url.value)) setText('')
  }

  return (
    <form className="border-t border-line px-4 py-3" onSubmit={(event) => void submit(event)}>
      <div className="flex flex-wrap items-start justify-end gap-3">
        <Field
          label={texts.addPlaceholder}
          labelHidden
          placeholder={texts.addPlaceholder}
          type="text"
          inputMode="url"
          autoComplete="off"
          autoCorrect="off"
          enterKeyHint="done"
          mono
          className="min-w-[min(100%,12rem)] flex-1"
          value={text}
          readOnly={waiting}
          onText={(next) => {
            setText(next)
            setAnswer({ at: 'none' })
          }}
          error={answer.at === 'refused' ? answer.why : null}
        />
        <Button type="submit" className="min-h-9" disabled={blank} aria-disabled={waiting}>
          {texts.add}
        </Button>
      </div>
      <p role="status" className="text-xs text-ink-3 not-empty:mt-1">
        {answer.at === 'already' && texts.already(answer.url)}
      </p>
    </form>
  )
}
