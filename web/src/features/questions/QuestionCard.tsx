import { useId, useState } from 'react'
import { describeQuestion } from '#contract/describe-use.ts'
import { PEER_WAITS_AT_MOST_S, PEER_WAITS_IN_BROWSER_S } from '#contract/limits.ts'
import type { Question, Remember } from '#contract/questions.ts'
import { duration } from '../../lib/time.ts'
import { deeds } from '../../texts/deeds.ts'
import { kinds } from '../../texts/kinds.ts'
import { questions as texts } from '../../texts/questions.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Names } from '../names/use-names.ts'
import { QuestionBody } from './QuestionBody.tsx'
import { isLogin, scopesOf } from './scopes.ts'

export interface QuestionCardProps {
  question: Question
  names: Names
  /** The server's time, Unix milliseconds. */
  now: number
  busy: boolean
  onAnswer(verdict: 'allow' | 'refuse', remember: Remember | undefined): void
}

/** One question with what it shows, and its answers. */
export function QuestionCard({ question, names, now, busy, onAnswer }: QuestionCardProps) {
  const [remember, setRemember] = useState<Remember | undefined>(undefined)
  const id = useId()
  const left = Math.max(0, Date.parse(question.runsOutAt) - now)
  const lasting = remember && texts.lasts[remember.for]
  return (
    <li aria-labelledby={id} className="px-4 py-3.5">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <p id={id} className="min-w-0 font-semibold first-letter:uppercase">
          {describeQuestion(question, names.or, { kinds, deeds })}
        </p>
        {question.kind !== undefined && (
          <span className="text-xs text-ink-3">{texts.kind(question.kind)}</span>
        )}
        <span className="ml-auto text-xs text-ink-3">{texts.left(duration(left))}</span>
      </div>
      <QuestionBody question={question} names={names} />
      {question.caller.door === 'peer' && (
        <p className="mt-2 text-xs text-ink-3">
          {texts.peerWaits(PEER_WAITS_IN_BROWSER_S, PEER_WAITS_AT_MOST_S)}
        </p>
      )}
      <RememberChoice question={question} names={names} value={remember} onChange={setRemember} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          kind="primary"
          aria-describedby={id}
          aria-disabled={busy}
          onClick={() => !busy && onAnswer('allow', remember)}
        >
          {lasting === undefined ? texts.allowOnce : `${texts.allow} ${lasting}`}
        </Button>
        <Button
          aria-describedby={id}
          aria-disabled={busy}
          onClick={() => !busy && onAnswer('refuse', remember)}
        >
          {lasting === undefined ? texts.refuseOnce : `${texts.refuse} ${lasting}`}
        </Button>
      </div>
    </li>
  )
}

interface RememberChoiceProps {
  question: Question
  names: Names
  value: Remember | undefined
  onChange(value: Remember | undefined): void
}

/** Whether the answer becomes a rule, for what and for how long. */
function RememberChoice({ question, names, value, onChange }: RememberChoiceProps) {
  const scopes = scopesOf(question, names)
  const [first] = scopes
  const lasts = (isLogin(question) ? ['10m'] : ['10m', '1h', '1d', 'ever']) as Remember['for'][]
  if (first === undefined) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <label className="flex min-h-8 max-sm:min-h-10 items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-ice"
          checked={value !== undefined}
          onChange={({ target }) =>
            onChange(target.checked ? { scope: first.value, for: lasts[1] ?? '10m' } : undefined)
          }
        />
        {texts.remember}
      </label>
      {value !== undefined && (
        <>
          <Select
            label={texts.rememberFor}
            labelHidden
            value={value.for}
            options={lasts.map((last) => ({ value: last, text: texts.lasts[last] }))}
            onChange={(last) => onChange({ ...value, for: last })}
          />
          <Select
            label={texts.rememberWhat}
            labelHidden
            value={value.scope}
            options={scopes}
            onChange={(scope) => onChange({ ...value, scope })}
          />
        </>
      )}
    </div>
  )
}
