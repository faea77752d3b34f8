import type { AuditEntry } from '../../../../server/contract/operations.ts'
import { activity as texts } from '../../../../server/contract/texts/activity.ts'
import { clockTime } from '../../lib/time.ts'
import { Chip } from '../../ui/Chip.tsx'
import { stateIcons } from '../../ui/tone.ts'
import type { Use } from './describe-use.ts'

export interface ActivityRowProps {
  entry: AuditEntry
  use: Use
  /** All that are shown are of the same caller. */
  ofOne?: boolean
}

/** One use of the key: what, when and who, what decided, and how it ended. */
export function ActivityRow({ entry, use, ofOne = false }: ActivityRowProps) {
  const { deed, who, key, word, tone, why } = use
  const { at, detail } = entry
  const times = typeof detail['times'] === 'number' ? detail['times'] : 0
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium">{deed}</p>
        <p className="text-xs text-ink-3">
          <time dateTime={at}>{clockTime(new Date(at))}</time>
          {!ofOne && (
            <>
              {' · '}
              <span title={key} className="text-ink-2">
                {who}
              </span>
            </>
          )}
          {why !== '' && ` · ${why}`}
          {times > 0 && ` · ${texts.times(times)}`}
        </p>
      </div>
      <Chip tone={tone} icon={stateIcons[tone]}>
        {word}
      </Chip>
    </li>
  )
}
