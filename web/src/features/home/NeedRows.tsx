import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { canGoOn, causeOf } from '#contract/need-facts.ts'
import type { Need } from '#contract/overview.ts'
import { NEEDS_SHOWN } from '../../lib/limits.ts'
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
import { bringBack, summaryOf, useNeeds } from './needs.ts'

/**
 * What needs the owner, a row each, under how much it is. Nothing else on the page moves when something comes or
 * goes: what comes waits behind a button, and what is done keeps its row until then.
 */
export function NeedRows() {
  const needs = useNeeds()
  const { at, dismissed, overview } = needs
  // What 1.x has given away stands in a band of its own.
  const shown = needs.shown.filter(({ code }) => code !== 'v1-exposure')
  const [listed, list] = useState<readonly Need[] | null>(null)
  if (listed === null && at === 'fresh') list(shown.slice(0, NEEDS_SHOWN))
  const isAside = (need: Need) => dismissed.some((one) => isSame(one, need))
  const more = shown.filter((need) => !listed?.some((one) => isSame(one, need)))
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-x-2 text-ink-2">
        {at === 'loading' ? (
          <SkeletonLine className="w-32" />
        ) : (
          <>
            <StateIcon state={stateOf(at, needs.shown.length, dismissed.length)} word="" />
            <span>{summaryOf(needs)}</span>
            {more.length > 0 && (
              <Button kind="quiet" onClick={() => list(shown)}>
                {texts.more(more.length)}
              </Button>
            )}
            {dismissed.length > 0 && (
              <Button kind="quiet" onClick={() => bringBack(dismissed.map(causeOf))}>
                {texts.bringBack}
              </Button>
            )}
          </>
        )}
      </div>
      {listed !== null && listed.length > 0 && (
        <ul aria-label={texts.title}>
          {listed
            .filter((one) => !isAside(one))
            .map((before) => {
              const need = shown.find((one) => isSame(one, before))
              const { pubkey, url } = before.params
              const isDone =
                need === undefined &&
                overview !== undefined &&
                !canGoOn(before.code, pubkey ?? url, overview)
              return (
                <NeedRow
                  key={causeOf(before)}
                  need={need ?? before}
                  isDone={isDone}
                  isFresh={at === 'fresh' && (need !== undefined || isDone)}
                >
                  {need && (
                    <NeedButton
                      need={need}
                      device={deviceOf(need, overview)}
                      isAway={at !== 'fresh'}
                    />
                  )}
                </NeedRow>
              )
            })}
        </ul>
      )}
    </>
  )
}

/** Which devices can work out this server's share, or soon can, by its signatures in 1.x; and what ends that. */
export function V1Band() {
  const { at, shown } = useNeeds()
  const exposing = shown.filter(({ code }) => code === 'v1-exposure')
  const [gravest] = exposing
  if (gravest === undefined) return null
  return (
    <div className="mb-4">
      <Note kind={at !== 'fresh' ? 'info' : gravest.severity === 'critical' ? 'bad' : 'warn'}>
        {exposing.map((need) => (
          <p key={causeOf(need)}>{describeNeed(need)}</p>
        ))}
        <div className="mt-2.5">
          <NeedButton need={gravest} device="" isAway={at !== 'fresh'} />
        </div>
      </Note>
    </div>
  )
}

const isSame = (one: Need, other: Need): boolean => causeOf(one) === causeOf(other)

function stateOf(at: 'fresh' | 'stale', shown: number, dismissed: number): StateName {
  if (at === 'stale') return 'unknown'
  if (shown > 0) return 'warn'
  // What is set aside needs the owner still.
  return dismissed > 0 ? 'unknown' : 'ok'
}

export interface NeedRowProps {
  need: Need
  /** It needs the owner no longer. */
  isDone?: boolean
  /** It is so now. */
  isFresh: boolean
  /** It says since when, too. */
  withSince?: boolean
  /** What there is to do. */
  children: ReactNode
}

/** One thing that needs the owner: what it is stands out, what to do about it follows. */
export function NeedRow({ need, isDone = false, isFresh, withSince, children }: NeedRowProps) {
  const [what = '', rest = ''] = inTwo(describeNeed(need))
  const isCritical = need.severity === 'critical'
  const Icon = isDone ? CircleCheck : isCritical ? CircleAlert : TriangleAlert
  const ink = isDone ? 'text-ok' : isCritical ? 'text-bad' : 'text-warn'
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-t border-line py-2.5 sm:min-h-13 sm:grid-cols-[20px_minmax(0,1fr)_auto]">
      <Icon size={18} strokeWidth={1.8} aria-hidden className={isFresh ? ink : 'text-ink-3'} />
      <p className={cx('text-pretty', isDone ? 'text-ink-3' : 'text-ink-2')}>
        <b className={cx('font-semibold', !isDone && 'text-ink')}>{what}</b>
        {rest}
        {withSince && need.since !== null && (
          <span className="block text-sm text-ink-3">{texts.since(dayAndTime(need.since))}</span>
        )}
      </p>
      <div className="col-start-2 flex flex-wrap gap-2 empty:hidden sm:col-start-3 sm:justify-end">
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
