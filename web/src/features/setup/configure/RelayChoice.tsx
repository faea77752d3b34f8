import { Collapsible } from '@base-ui/react/collapsible'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { relays as relayTexts, configure as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/Field.tsx'
import { HelpTip } from '#web/ui/HelpTip.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { StateIcon } from '#web/ui/StateIcon.tsx'
import { readRelay, type TypedRelay } from '../../signer/read-relay.ts'
import { savedQuery } from '../credentials/env.ts'
import { type RelayTestDescription, useRelayTests } from './relay-tests.ts'

export interface RelayChoiceProps {
  relays: readonly string[]
  onChange(relays: readonly string[]): void
  /** The owner did not choose them, so they are shown one by one at first. */
  areGiven?: boolean
  /** The server's objection to them. */
  error: string | null
}

/** The signer's relays: closed, a line that names them; open, a list to change and test. */
export function RelayChoice({ relays, onChange, areGiven = false, error }: RelayChoiceProps) {
  const [chosen, setOpen] = useState(areGiven)
  const { tests, run } = useRelayTests()
  const id = useId()
  const open = chosen || error !== null
  const [first = '', ...more] = relays
  const results = relays.flatMap((url) => tests.get(url) ?? [])
  const isTesting = results.some(({ kind }) => kind === 'wait')

  return (
    <div>
      <div className="mb-1.5 flex min-h-6 items-center gap-1">
        <span id={id} className="font-medium">
          {texts.relays}
        </span>
        <HelpTip subject={texts.relays} text={texts.relaysHelp} />
      </div>
      <Collapsible.Root
        open={open}
        onOpenChange={setOpen}
        className="rounded-md border border-edge bg-sunken"
      >
        <Collapsible.Trigger
          id={`${id}-trigger`}
          aria-labelledby={`${id} ${id}-trigger`}
          className="flex min-h-9 max-sm:min-h-10 w-full items-center gap-2 rounded-md px-2.5 py-1.5 text-left"
        >
          <span className="flex min-w-0 flex-1 gap-x-1.5">
            {open ? (
              texts.relayCount(relays.length)
            ) : (
              <>
                <span className="min-w-0 truncate font-mono text-mono">{first}</span>
                {more.length > 0 && (
                  <span className="shrink-0 text-ink-3">{texts.relaysMore(more.length)}</span>
                )}
              </>
            )}
          </span>
          <ChevronDown
            size={15}
            strokeWidth={1.8}
            aria-hidden
            className={cx('shrink-0 text-ink-3 transition-transform', !open && '-rotate-90')}
          />
        </Collapsible.Trigger>
        <Collapsible.Panel className="border-t border-line px-2.5 pt-1.5 pb-3">
          <ul aria-labelledby={id} className="mb-2">
            {relays.map((url) => (
              <RelayRow
                key={url}
                url={url}
                test={tests.get(url)}
                onRemove={
                  relays.length > 1
                    ? () => onChange(relays.filter((other) => other !== url))
                    : undefined
                }
              />
            ))}
          </ul>
          <AddRelay relays={relays} onAdd={(url) => onChange([...relays, url])} />
          <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <Button aria-disabled={isTesting} onClick={() => !isTesting && run(relays)}>
              {isTesting ? texts.relayTesting : texts.relayTest}
            </Button>
            <p className="min-w-[min(10rem,100%)] flex-1 text-sm text-ink-3">
              {texts.relayTestNote}
            </p>
          </div>
          <p role="status" className="sr-only">
            {results.length > 0 &&
              !isTesting &&
              texts.relaysTested(worksOf(results), results.length)}
          </p>
        </Collapsible.Panel>
      </Collapsible.Root>
      {error !== null && <p className="mt-1 text-sm text-bad">{error}</p>}
    </div>
  )
}

const worksOf = (results: readonly { kind: string }[]): number =>
  results.filter(({ kind }) => kind === 'ok').length

interface RelayRowProps {
  url: string
  test: RelayTestDescription | undefined
  /** undefined: it is the last one. */
  onRemove: (() => void) | undefined
}

/** A relay and the result of its test. */
function RelayRow({ url, test, onRemove }: RelayRowProps) {
  return (
    <li className="flex items-center gap-2.5 py-1">
      <span className="self-start pt-2">
        {test === undefined ? (
          <StateIcon state="unknown" word={texts.relayUntested} />
        ) : (
          <StateIcon state={test.kind} word={texts.relayTestWords[test.kind]} />
        )}
      </span>
      <div className="min-w-0 flex-1 py-1">
        <p className="font-mono text-mono">{url}</p>
        {test && <p className="text-sm text-ink-3">{test.text}</p>}
      </div>
      <IconButton
        icon={X}
        label={relayTexts.remove(url)}
        hint={onRemove === undefined ? relayTexts.lastOne : undefined}
        disabled={onRemove === undefined}
        onClick={onRemove}
      />
    </li>
  )
}

interface AddRelayProps {
  relays: readonly string[]
  onAdd(url: string): void
}

/** Adds a relay to the list that is saved with the form: normalised, and none twice. */
function AddRelay({ relays, onAdd }: AddRelayProps) {
  const hosts = new Set(useQuery(savedQuery).data?.relayHosts)
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<TypedRelay | null>(null)
  const blank = text.trim() === ''

  function add() {
    const typed = readRelay(text, relays, hosts)
    setAnswer(typed)
    if (typed.is === 'new') onAdd(typed.url)
    if (typed.is !== 'refused') setText('')
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
        error={answer?.is === 'refused' ? answer.why : null}
        onText={(next) => {
          setText(next)
          setAnswer(null)
        }}
        onKeyDown={addOnEnter}
        inside={
          <Button className="min-h-7" disabled={blank} onClick={add}>
            {relayTexts.add}
          </Button>
        }
      />
      <p role="status" className="text-sm text-ink-3 not-empty:mt-1">
        {answer?.is === 'already' && relayTexts.already(answer.url)}
      </p>
    </>
  )
}
