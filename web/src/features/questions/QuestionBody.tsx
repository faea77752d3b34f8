import { describeKind } from '#contract/describe-kind.ts'
import type { Question, ShownEvent } from '#contract/questions.ts'
import { readEvent } from '#contract/read-event.ts'
import { deeds } from '../../texts/deeds.ts'
import { kinds } from '../../texts/kinds.ts'
import { questions as texts } from '../../texts/questions.ts'
import { reading } from '../../texts/reading.ts'
import { Note } from '../../ui/Note.tsx'
import type { Names } from '../names/use-names.ts'

/** Of several events that are signed together. */
const SHOWN = 5

export interface QuestionBodyProps {
  question: Question
  names: Names
}

/** What a question shows of what is asked: never a link, never an image. */
export function QuestionBody({ question, names }: QuestionBodyProps) {
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
