import { type KeyboardEvent, useState } from 'react'
import { MAX_RELAYS } from '#contract/limits.ts'
import { normaliseRelayUrl } from '#contract/relay-url.ts'
import { relays as relayTexts, configure as texts, validation } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { useRelayHosts } from '../env/get-saved.ts'

export interface AddRelayProps {
  relays: readonly string[]
  onAdd(url: string): void
}

type Answer = { at: 'none' } | { at: 'refused'; why: string } | { at: 'already'; url: string }

/** Adds a relay to the list that is saved with the form: normalised, and none twice. */
export function AddRelay({ relays, onAdd }: AddRelayProps) {
  const hosts = useRelayHosts()
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<Answer>({ at: 'none' })
  const blank = text.trim() === ''

  function add() {
    const url = normaliseRelayUrl(text, hosts, validation)
    if (!url.ok) return setAnswer({ at: 'refused', why: url.error })
    if (relays.includes(url.value)) setAnswer({ at: 'already', url: url.value })
    else if (relays.length >= MAX_RELAYS) {
      return setAnswer({ at: 'refused', why: validation.relayTooMany(MAX_RELAYS) })
    } else onAdd(url.value)
    setText('')
  }

  /** The field is inside a form whose own button would save everything. */
  function addOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (!blank) add()
  }

  return (
    <>
      <Field
        label={relayTexts.addPlaceholder}
        placeholder={texts.relayPlaceholder}
        mono
        inputMode="url"
        autoComplete="off"
        enterKeyHint="done"
        value={text}
        error={answer.at === 'refused' ? answer.why : null}
        onText={(next) => {
          setText(next)
          setAnswer({ at: 'none' })
        }}
        onKeyDown={addOnEnter}
        inside={
          <Button className="min-h-7" disabled={blank} onClick={add}>
            {relayTexts.add}
          </Button>
        }
      />
      <p role="status" className="text-xs text-ink-3 not-empty:mt-1">
        {answer.at === 'already' && relayTexts.already(answer.url)}
      </p>
    </>
  )
}
