import { CloudOff, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { auth } from '../../../../server/contract/messages.ts'
import type { StatusAnswer } from '../../../../server/contract/status.ts'
import { common } from '../../../../server/contract/texts/common.ts'
import { stop } from '../../../../server/contract/texts/questions.ts'
import { shell } from '../../../../server/contract/texts/shell.ts'
import { signer as texts } from '../../../../server/contract/texts/signer.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { ago, clockTime, milliseconds } from '../../lib/time.ts'
import { cx } from '../../ui/cx.ts'
import { Note } from '../../ui/Note.tsx'
import { SkeletonLine } from '../../ui/Skeleton.tsx'
import { type StateName, stateColors, stateIcons } from '../../ui/tone.ts'
import type { StatusQuery } from './get-status.ts'
import { verdictOf, withoutSeconds } from './verdict.ts'

export interface VerdictBannerProps {
  status: StatusQuery
  /** This server lets everyone in, and will warn about it: known before the status is. */
  openAccess: boolean
  /** Warnings shown elsewhere on the page, with what to do. */
  told: readonly string[]
}

/** Can this signer sign now? In words, with a colour and an icon that say the same. */
export function VerdictBanner({ status: query, openAccess, told }: VerdictBannerProps) {
  const { data: status } = query
  const problem = problemOf(query)
  const known = status?.warnings ?? (openAccess ? [auth.openAccess] : [])
  const warnings = known.filter((warning) => !told.includes(warning))
  return (
    <>
      <p className="sr-only" role="status">
        {problem ?? (status ? [spokenReason(status), ...warnings].join('. ') : '')}
      </p>
      <section aria-label={texts.verdict} aria-busy={status === undefined && problem === null}>
        {problem !== null ? (
          <Away problem={problem} status={status} at={query.dataUpdatedAt} />
        ) : status === undefined ? (
          <LoadingVerdict />
        ) : (
          <Known status={status} />
        )}
        {warnings.length > 0 && (
          <ul aria-label={texts.warnings} className="mb-4 grid gap-2">
            {[...new Set(warnings)].map((warning) => (
              <li key={warning}>
                <Note kind="warn">{warning}</Note>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

const spokenReason = ({ stopped, reason }: StatusAnswer): string =>
  stopped === null ? withoutSeconds(reason) : stop.stopped

/** Why there is no fresh status, even while the first one is being retried; or null. */
function problemOf({ data, error, errorUpdateCount }: StatusQuery): string | null {
  if (error !== null) return shell.tryingAgain(reasonOf(error))
  return data === undefined && errorUpdateCount > 0 ? shell.tryingAgain(common.unreachable) : null
}

const GROUNDS: Record<StateName, string> = {
  ok: 'border-ok/25 bg-ok-soft',
  warn: 'border-warn/25 bg-warn-soft',
  wait: 'border-warn/25 bg-warn-soft',
  bad: 'border-bad/25 bg-bad-soft',
  unknown: 'border-line bg-surface',
}

function Known({ status }: { status: StatusAnswer }) {
  const { kind, title, detail } = verdictOf(status)
  return (
    <Banner
      ground={GROUNDS[kind]}
      icon={stateIcons[kind]}
      ink={stateColors[kind]}
      title={title}
      detail={detail}
      facts={status.hasCredentials && <Facts status={status} />}
    />
  )
}

/** The server does not answer: the last known verdict, and its time. */
function Away(props: { problem: string; status: StatusAnswer | undefined; at: number }) {
  const { problem, status, at } = props
  const last = status && verdictOf(status)
  const words = last && [last.title, last.detail].filter(Boolean).join('. ')
  return (
    <Banner
      ground="border-line-strong bg-sunken"
      icon={CloudOff}
      ink="text-ink-3"
      title={problem}
      detail={words && texts.lastKnown(clockTime(new Date(at)), words)}
      facts={status?.hasCredentials !== false && <Facts status={status} dimmed />}
    />
  )
}

function LoadingVerdict() {
  return (
    <Banner
      ground={GROUNDS.unknown}
      icon={stateIcons.wait}
      ink="text-ink-3"
      title={<SkeletonLine className="w-40" />}
      detail={<SkeletonLine className="w-64 max-w-full" />}
      facts={<Facts />}
    />
  )
}

interface BannerProps {
  ground: string
  icon: LucideIcon
  ink: string
  title: ReactNode
  detail: ReactNode
  facts: ReactNode
}

function Banner({ ground, icon: Icon, ink, title, detail, facts }: BannerProps) {
  return (
    <div
      className={cx(
        'mb-4 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4 rounded-lg border px-4 py-4.5 sm:px-5',
        'transition-colors md:grid-cols-[auto_minmax(0,1fr)_auto]',
        ground,
      )}
    >
      <Icon size={34} strokeWidth={1.8} aria-hidden className={ink} />
      <div>
        <h2 className="text-lg font-[620] tracking-tight text-balance">{title}</h2>
        <div className="min-h-[1lh] text-pretty text-ink-2">{detail}</div>
      </div>
      {facts}
    </div>
  )
}

const NONE = '–'

/** What it has signed lately; a dash of the same size if that is unknown or nothing. */
function Facts({ status, dimmed }: { status?: StatusAnswer | undefined; dimmed?: boolean }) {
  const { lastAt = null, medianMs = null, thisWeek = null } = status?.signatures ?? {}
  const now = status === undefined ? 0 : Date.parse(status.timestamp)
  const facts = [
    [texts.lastSignature, lastAt === null ? NONE : ago(lastAt, now)],
    [texts.medianAnswer, medianMs === null ? NONE : milliseconds(medianMs)],
    [texts.signedThisWeek, thisWeek === null ? NONE : thisWeek.toLocaleString('en')],
  ]
  return (
    <dl className="col-span-full flex flex-wrap justify-between gap-x-3 gap-y-2 sm:gap-x-7 md:col-span-1 md:text-right">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-xs text-ink-3">{name}</dt>
          <dd className={cx('text-[0.9375rem] font-semibold', dimmed && 'text-ink-3')}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
