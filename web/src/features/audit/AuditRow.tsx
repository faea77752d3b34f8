import { ChevronRight } from 'lucide-react'
import type { AuditEntry } from '#contract/operations.ts'
import { seenText } from '#contract/plain-text.ts'
import { clockTime } from '../../lib/time.ts'
import { generations } from '../../texts/texts.ts'
import { Chip } from '../../ui/Chip.tsx'
import { stateIcons } from '../../ui/tone.ts'
import { protocolOf } from '../events/protocol-of.ts'
import type { Names } from '../names/use-names.ts'
import { describeAction, describeActor, describeOutcome } from './describe-entry.ts'

/** One entry; its details open below it. */
export function AuditRow({ entry, names }: { entry: AuditEntry; names: Names }) {
  const { at, actor, action, outcome, detail } = entry
  const generation = protocolOf(detail)
  const { word, tone } = describeOutcome(outcome)
  const line = (
    <>
      <span className="min-w-0 flex-1 basis-32">
        <span className="block">{describeAction(action)}</span>
        <span className="block text-xs text-ink-3">
          <time dateTime={at}>{clockTime(new Date(at))}</time> · {describeActor(actor, names)}
          {generation !== null && ` · ${generations.inGeneration(generation)}`}
        </span>
      </span>
      <Chip tone={tone} icon={stateIcons[tone]}>
        {word}
      </Chip>
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
