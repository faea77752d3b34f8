import { Collapsible } from '@base-ui/react/collapsible'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { configure as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { HelpTip } from '../../ui/HelpTip.tsx'
import { AddRelay } from './AddRelay.tsx'
import { RelayRow } from './RelayRow.tsx'
import { useRelayTests } from './use-relay-tests.ts'

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
            <p className="min-w-[min(10rem,100%)] flex-1 text-xs text-ink-3">
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
