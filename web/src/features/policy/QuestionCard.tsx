import { useId, useState } from 'react'
import { describeKind } from '#contract/describe-kind.ts'
import { describeQuestion } from '#contract/describe-use.ts'
import { PEER_WAITS_AT_MOST_S, PEER_WAITS_IN_BROWSER_S } from '#contract/limits.ts'
import type { Question, Remember, ShownEvent } from '#contract/questions.ts'
import { readEvent } from '#contract/read-event.ts'
import { duration } from '../../lib/time.ts'
import { deeds, kinds, reading, questions as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Names } from '../settings/use-names.ts'
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

/** Of several events that are signed together. */
const SHOWN = 5

interface QuestionBodyProps {
  question: Question
  names: Names
}

/** What a question shows of what is asked: never a link, never an image. */
function QuestionBody({ question, names }: QuestionBodyProps) {
  const { operation, event, replaces, events = [] } = question
  if (operation === 'ecdh') return <Warning text={texts.ecdh} />
  if (operation !== 'sign') return null
  const askedAt = Date.parse(question.askedAt) / 1_000
  if (event !== undefined) {
    return <EventBody event={event} replaces={replaces} names={names} askedAt={askedAt} />
  }
  if (events.length === 0) return <Warning text={texts.blind} />
  return (
    <ol>
      {events.slice(0, SHOWN).map((shown, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the events of a question never change
        <li key={at} className="mt-2">
          <p className="text-xs text-ink-3">{texts.eventOf(at + 1, events.length)}</p>
          <EventBody event={shown} names={names} askedAt={askedAt} withDeed />
        </li>
      ))}
      {events.length > SHOWN && (
        <li className="mt-2 text-sm text-ink-3">
          {texts.moreEvents(events.length - SHOWN)}: {deedsOf(events.slice(SHOWN))}
        </li>
      )}
    </ol>
  )
}

/** What signing these does, each once. */
const deedsOf = (events: readonly ShownEvent[]): string =>
  [
    ...new Set(events.map(({ kind }) => describeKind(kind, kinds)?.deed ?? deeds.ofKind(kind))),
  ].join(', ')

const Warning = ({ text }: { text: string }) => (
  <div className="mt-2">
    <Note kind="warn">{text}</Note>
  </div>
)

interface EventBodyProps {
  event: ShownEvent
  /** The one that it would replace, once that is known. */
  replaces?: ShownEvent | undefined
  names: Names
  /** Unix seconds. */
  askedAt: number
  withDeed?: boolean
}

function EventBody({ event, replaces, names, askedAt, withDeed }: EventBodyProps) {
  const { deed, warnings, facts, text, mentions, moreMentions } = readEvent(
    event,
    replaces,
    { kinds, deeds, reading },
    askedAt,
  )
  const said = [
    ...facts,
    ...(mentions.length === 0
      ? []
      : [
          {
            label: texts.mentions,
            text: [
              mentions.map(names.or).join(', '),
              moreMentions > 0 ? texts.moreMentions(moreMentions) : '',
            ].join(' '),
          },
        ]),
  ]
  return (
    <>
      {withDeed && <p className="text-sm font-medium first-letter:uppercase">{deed}</p>}
      {warnings.length > 0 && (
        <ul className="text-sm text-warn">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {said.length > 0 && (
        <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
          {said.map(({ label, text: value }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: labels repeat, and rows keep nothing
            <div key={at} className="contents">
              <dt className="text-ink-3">{label}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {text !== null && (
        <blockquote className="mt-2 border-l-2 border-line-strong pl-3 text-sm break-words whitespace-pre-wrap text-ink-2">
          {text.text}
          {text.more > 0 && <span className="text-ink-3"> … {texts.moreText(text.more)}</span>}
        </blockquote>
      )}
    </>
  )
}
