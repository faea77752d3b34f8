import { KeyRound, Smartphone } from 'lucide-react'
import type { CallerKind } from '#contract/rules.ts'
import { dayAndTime, describeDuration, hourAndMinute } from '../../lib/time.ts'
import { activity as texts } from '../../texts/texts.ts'
import { Chip } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { stateIcons } from '../../ui/tone.ts'
import type { Use } from './describe-use.ts'
import type { ActivityRowData } from './rows.ts'

export interface ActivityRowProps {
  row: ActivityRowData
  use: Use
}

/** One use of the key: when, who, what was done, for whom and with whom, and how long it took or how it ended. */
export function ActivityRow({ row, use }: ActivityRowProps) {
  const { deed, who, door, key, more, word, tone, why } = use
  const { at, detail } = row.entry
  const times = typeof detail['times'] === 'number' ? detail['times'] : 0
  const small = [...more, ...(times > 0 ? [texts.times(times)] : [])]
  return (
    <li
      title={why || undefined}
      className="grid grid-cols-[2.6rem_minmax(0,1fr)_auto] items-center gap-x-2.5 gap-y-1 px-3.5 py-2.5 sm:grid-cols-[2.6rem_1.625rem_minmax(0,1fr)_auto]"
    >
      <time dateTime={at} title={dayAndTime(at)} className="text-xs text-ink-3 tabular-nums">
        {hourAndMinute(new Date(at))}
      </time>
      <span className="hidden sm:inline-grid">
        <Asker door={door} name={who} />
      </span>
      <p className="min-w-0 wrap-break-word">
        {deed}{' '}
        <span title={key} className="text-xs text-ink-3">
          {small.join(' · ')}
        </span>
      </p>
      {tone !== 'ok' ? (
        <span className="col-start-2 justify-self-start sm:col-start-4">
          <Chip tone={tone} icon={stateIcons[tone]}>
            {word}
          </Chip>
        </span>
      ) : (
        <span className="text-xs text-ink-3 tabular-nums">
          {row.took === undefined ? null : describeDuration(row.took)}
        </span>
      )}
    </li>
  )
}

/** Who asked, as a sign; who that is stands beside it. */
function Asker({ door, name }: { door: CallerKind | null; name: string }) {
  const isPerson = door === 'owner'
  return (
    <span
      aria-hidden
      className={cx(
        'inline-grid size-6.5 shrink-0 place-items-center text-xs font-semibold',
        isPerson ? 'rounded-full bg-ice text-on-ice' : 'rounded-[7px] bg-ice-soft text-ice',
      )}
    >
      {door === 'peer' ? (
        <Smartphone size={15} strokeWidth={1.8} />
      ) : door === 'program' ? (
        <KeyRound size={15} strokeWidth={1.8} />
      ) : (
        initialOf(name)
      )}
    </span>
  )
}

/** The first letter or digit; a name may begin with anything. */
const initialOf = (name: string): string => /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? '·'
