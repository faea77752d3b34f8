import { CloudOff, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Snapshot } from '#contract/status.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { clockTime, dayAndTime } from '../../lib/time.ts'
import { common, shell, stop, signer as texts } from '../../texts/texts.ts'
import { translateMessage } from '../../texts/translate-message.ts'
import { SkeletonLine } from '../../ui/Skeleton.tsx'
import { stateColors, stateIcons } from '../../ui/tone.ts'
import type { StatusQuery } from './get-status.ts'
import { describeHealth, withoutSeconds } from './health.ts'
import { useIsFresh } from './is-fresh.ts'

export interface HealthLineProps {
  status: StatusQuery
  /** The detail that is shown for a signer that lacks nothing. */
  praise: string
}

/** Can this signer sign now? As text, with a colour and an icon for the same. */
export function HealthLine({ status: query, praise }: HealthLineProps) {
  const { data: status } = query
  const problem = problemOf(query, useIsFresh(query))
  return (
    <>
      <p className="sr-only" role="status">
        {problem ?? (status ? announcedReason(status) : '')}
      </p>
      <section aria-label={texts.verdict} aria-busy={status === undefined && problem === null}>
        {problem !== null ? (
          <Away problem={problem} status={status} at={query.dataUpdatedAt} />
        ) : status === undefined ? (
          <HealthText
            icon={stateIcons.wait}
            ink="text-ink-3"
            title={<SkeletonLine className="w-40" />}
            detail={<SkeletonLine className="w-56 max-w-full" />}
          />
        ) : (
          <Known status={status} praise={praise} />
        )}
      </section>
    </>
  )
}

const announcedReason = ({ stopped, reasonMessage }: Snapshot): string =>
  stopped === null ? withoutSeconds(translateMessage(reasonMessage)) : stop.stopped

/** Why there is no fresh status, even while the first one is being retried; or null. */
function problemOf(
  { data, error, errorUpdateCount }: StatusQuery,
  isFresh: boolean,
): string | null {
  if (error !== null) return shell.tryingAgain(reasonOf(error))
  const isMissing = data === undefined ? errorUpdateCount > 0 : !isFresh
  return isMissing ? shell.tryingAgain(common.unreachable) : null
}

function Known({ status, praise }: { status: Snapshot; praise: string }) {
  const { title, detail } = describeHealth(status)
  const { tone } = status.overview.status
  return (
    <HealthText
      icon={stateIcons[tone]}
      ink={stateColors[tone]}
      title={title}
      detail={tone === 'ok' ? praise : untilOf(status) || detail}
    />
  )
}

/** How long the owner's stop lasts; nothing if there is none. */
function untilOf({ stopped }: Snapshot): string {
  if (stopped === null) return ''
  const { since, until } = stopped
  const end = until === undefined ? stop.untilResumed : stop.until(dayAndTime(until))
  return `${stop.since(dayAndTime(since))} ${end}`
}

/** The server does not answer: the last known status, and its time. */
function Away(props: { problem: string; status: Snapshot | undefined; at: number }) {
  const { problem, status, at } = props
  const last = status && describeHealth(status)
  const words = last && [last.title, last.detail].filter(Boolean).join('. ')
  return (
    <HealthText
      icon={CloudOff}
      ink="text-ink-3"
      title={problem}
      detail={words && texts.lastKnown(clockTime(new Date(at)), words)}
    />
  )
}

interface HealthTextProps {
  icon: LucideIcon
  ink: string
  title: ReactNode
  detail: ReactNode
}

function HealthText({ icon: Icon, ink, title, detail }: HealthTextProps) {
  return (
    <>
      <div className={`flex items-start gap-2 ${ink}`}>
        <Icon size={20} strokeWidth={2} aria-hidden className="mt-[0.2rem] shrink-0" />
        <h3 className="min-w-0 text-lg font-[640] tracking-tight text-balance">{title}</h3>
      </div>
      <div className="min-h-[1lh] text-pretty text-ink-2">{detail}</div>
    </>
  )
}
