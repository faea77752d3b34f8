import { X } from 'lucide-react'
import { relays, configure as texts } from '../../texts/texts.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import type { RelayTestDescription } from './describe-relay-test.ts'

export interface RelayRowProps {
  url: string
  test: RelayTestDescription | undefined
  /** undefined: it is the last one. */
  onRemove: (() => void) | undefined
}

/** A relay and the result of its test. */
export function RelayRow({ url, test, onRemove }: RelayRowProps) {
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
        {test && <p className="text-xs text-ink-3">{test.text}</p>}
      </div>
      <IconButton
        icon={X}
        label={relays.remove(url)}
        hint={onRemove === undefined ? relays.lastOne : undefined}
        disabled={onRemove === undefined}
        onClick={onRemove}
      />
    </li>
  )
}
