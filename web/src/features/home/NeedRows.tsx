import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { causeOf } from '#contract/need-facts.ts'
import type { Need } from '#contract/overview.ts'
import { dayAndTime } from '../../lib/time.ts'
import { needs as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Note } from '../../ui/Note.tsx'
import { SkeletonLine } from '../../ui/Skeleton.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import type { StateName } from '../../ui/tone.ts'
import { describeNeed, deviceOf } from './describe-need.ts'
import { NeedButton } from './NeedButton.tsx'
import { bringBack, isExposure, type ListedNeed, type ListedNeeds, summaryOf } from './needs.ts'

/** What needs the owner, a row each, under their count. */
export function NeedRows({ needs }: { needs: ListedNeeds }) {
  const { at, shown, dismissed, overview, listed, more, listAll } = needs
  const rows = listed.filter((need) => !isExposure(need))
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-x-2 text-ink-2">
        {at === 'loading' ? (
          <SkeletonLine className="w-32" />
        ) : (
          <>
            {/* As high with two lines as with one. */}
            <div className="flex min-w-0 items-center gap-x-2">
              <StateIcon state={stateOf(at, shown.length, dismissed.length)} word="" />
              <span className="min-w-0 leading-5">{summaryOf(needs)}</span>
              {more.length > 0 && (
                <Button kind="quiet" className="shrink-0" onClick={listAll}>
                  {texts.more(more.length)}
                </Button>
              )}
            </div>
            {dismissed.length > 0 && (
              <div className="max-sm:basis-full">
                <Button kind="quiet" onClick={() => bringBack(dismissed.map(causeOf))}>
                  {texts.bringBack}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
      {rows.length > 0 && (
        <ul aria-label={texts.title}>
          {rows.map((need) => (
            <NeedRow key={causeOf(need)} need={need} at={need.at} isFresh={at === 'fresh'}>
              <NeedButton need={need} device={deviceOf(need, overview)} isAway={at !== 'fresh'} />
            </NeedRow>
          ))}
        </ul>
      )}
    </>
  )
}

/** Which devices can work out this server's share, or soon can, by its signatures in 1.x; and what ends that. */
export function V1Band({ needs: { at, listed } }: { needs: ListedNeeds }) {
  const exposing = listed.filter(isExposure)
  const [gravest] = exposing
  if (gravest === undefined) return null
  const isOver = exposing.every((need) => need.at !== 'open')
  const kind = isOver || at !== 'fresh' ? 'info' : gravest.severity === 'critical' ? 'bad' : 'warn'
  return (
    <div className="mb-4">
      <Note kind={kind}>
        {exposing.map((need) => (
          <p key={causeOf(need)} className={cx(need.at === 'done' && 'line-through')}>
            {describeNeed(need)}
          </p>
        ))}
        <div aria-hidden={isOver || undefined} className={cx('mt-2.5', isOver && 'invisible')}>
          <NeedButton need={gravest} device="" isAway={at !== 'fresh'} />
        </div>
      </Note>
    </div>
  )
}

function stateOf(at: 'fresh' | 'stale', shown: number, dismissed: number): StateName {
  if (at === 'stale') return 'unknown'
  if (shown > 0) return 'warn'
  // A dismissed need is still there.
  return dismissed > 0 ? 'unknown' : 'ok'
}

export interface NeedRowProps {
  need: Need
  /** `open` unless given. */
  at?: ListedNeed['at']
  /** The status is up to date. */
  isFresh: boolean
  /** It says since when, too. */
  withSince?: boolean
  /** Its buttons; unless the need is open they are hidden, but keep their place. */
  children: ReactNode
}

/** One thing that needs the owner: what it is stands out, what to do about it follows. */
export function NeedRow({ need, at = 'open', isFresh, withSince, children }: NeedRowProps) {
  const isDone = at === 'done'
  const [what = '', rest = ''] = inTwo(describeNeed(need))
  const isCritical = need.severity === 'critical'
  const Icon = isDone ? CircleCheck : isCritical ? CircleAlert : TriangleAlert
  const ink = isDone ? 'text-ok' : isCritical ? 'text-bad' : 'text-warn'
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-t border-line py-2.5 sm:min-h-13 sm:grid-cols-[20px_minmax(0,1fr)_auto]">
      <Icon
        size={18}
        strokeWidth={1.8}
        aria-hidden
        className={isFresh && at !== 'unknown' ? ink : 'text-ink-3'}
      />
      <p className={cx('text-pretty', isDone ? 'text-ink-3' : 'text-ink-2')}>
        <b className={cx('font-semibold', !isDone && 'text-ink')}>{what}</b>
        {rest}
        {withSince && need.since !== null && (
          <span className="block text-sm text-ink-3">{texts.since(dayAndTime(need.since))}</span>
        )}
      </p>
      <div
        aria-hidden={at !== 'open' || undefined}
        className={cx(
          'col-start-2 flex flex-wrap gap-2 empty:hidden sm:col-start-3 sm:justify-end',
          at !== 'open' && 'invisible',
        )}
      >
        {children}
      </div>
    </li>
  )
}

/** The first sentence of a text, and the others. */
const inTwo = (text: string): string[] => {
  const [, first, rest] = /^(.+?[.!?])(\s.*)?$/su.exec(text) ?? []
  return first === undefined ? [text] : [first, rest ?? '']
}
