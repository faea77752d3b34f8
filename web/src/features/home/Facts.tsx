import type { StatusAnswer } from '#contract/status.ts'
import { wholeNumber } from '../../lib/numbers.ts'
import { ago, tookWords } from '../../lib/time.ts'
import { signer as texts } from '../../texts/texts.ts'
import { cx } from '../../ui/cx.ts'

const NONE = '–'

export interface FactsProps {
  status: StatusAnswer | undefined
  /** It is the server's last word. */
  dimmed: boolean
}

/** What it has signed lately; a dash of the same size if that is unknown or nothing. */
export function Facts({ status, dimmed }: FactsProps) {
  const { lastAt = null, medianMs = null, thisWeek = null } = status?.signatures ?? {}
  const now = status === undefined ? 0 : Date.parse(status.timestamp)
  const facts = [
    [texts.lastSignature, lastAt === null ? NONE : ago(lastAt, now)],
    [texts.signedThisWeek, thisWeek === null ? NONE : wholeNumber(thisWeek)],
    [texts.medianAnswer, medianMs === null ? NONE : tookWords(medianMs)],
  ]
  return (
    <dl className="flex flex-wrap gap-x-5.5 gap-y-2">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-xs text-ink-3">{name}</dt>
          <dd className={cx('font-semibold', dimmed && 'text-ink-3')}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
