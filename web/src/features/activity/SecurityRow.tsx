import { ChevronRight } from 'lucide-react'
import type { AuditEntry } from '#contract/operations.ts'
import { seenText } from '#contract/plain-text.ts'
import { clockTime } from '../../lib/time.ts'
import { generations } from '../../texts/texts.ts'
import { StateIcon } from '../../ui/StateIcon.tsx'
import type { Names } from '../settings/use-names.ts'
import { protocolOf } from '../signer/event-view.ts'
import { describeAction, describeActor, describeOutcome } from './describe-entry.ts'

/** A sign-in, or what somebody changed; its details open below it. */
export function SecurityRow({ entry, names }: { entry: AuditEntry; names: Names }) {
  const { at, actor, action, outcome, detail } = entry
  const protocol = protocolOf(detail)
  const { word, state } = describeOutcome(outcome)
  const line = (
    <>
      <span className="min-w-0 flex-1 basis-32">
        <span className="block">{describeAction(action)}</span>
        <span className="block text-sm text-ink-3">
          <time dateTime={at}>{clockTime(new Date(at))}</time> · {describeActor(actor, names)}
          {protocol !== null && ` · ${generations.inGeneration(protocol)}`}
        </span>
      </span>
      <span className="inline-flex items-center gap-1.5 text-sm text-ink-2">
        <StateIcon state={state} word={word} />
        <span aria-hidden>{word}</span>
      </span>
    </>
  )
  const shape = 'flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2'
  if (Object.keys(detail).length === 0) return <li className={`${shape} pr-10`}>{line}</li>
  return (
    <li>
      <details className="group">
        <summary className={`${shape} list-none`}>
          {line}
          <ChevronRight
            size={14}
            strokeWidth={1.8}
            aria-hidden
            className="text-ink-3 transition-transform group-open:rotate-90"
          />
        </summary>
        <pre className="border-t border-line bg-sunken px-3.5 py-2.5 font-mono text-mono break-all whitespace-pre-wrap">
          {seenText(JSON.stringify(detail, null, 2))}
        </pre>
      </details>
    </li>
  )
}
