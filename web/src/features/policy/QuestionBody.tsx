import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { describeKind, keepingOf } from '#contract/describe-kind.ts'
import type { Fact } from '#contract/event-facts.ts'
import { isDeletion } from '#contract/event-readers.ts'
import { PEER_WAITS_AT_MOST_S, PEER_WAITS_IN_BROWSER_S } from '#contract/limits.ts'
import { plainText } from '#contract/plain-text.ts'
import type { Question, ShownEvent } from '#contract/questions.ts'
import { readEvent } from '#contract/read-event.ts'
import { deeds, kinds, reading, rules, questions as texts } from '../../texts/texts.ts'
import { cx } from '../../ui/cx.ts'
import { Note } from '../../ui/Note.tsx'
import type { Names } from '../settings/use-names.ts'
import { ruleSentence } from './rule-sentence.ts'
import { rulesQuery } from './rules.ts'

/** Events that are shown of several that are signed together. */
const SHOWN = 5
/** Characters that are shown of an event as it will be signed. */
const RAW_CHARS = 20_000

export interface QuestionBodyProps {
  question: Question
  names: Names
}

/** What a question shows of what is asked, and why it is asked: never a link, never an image. */
export function QuestionBody({ question, names }: QuestionBodyProps) {
  const { caller, event, events = [] } = question
  const signed = event ?? (events.length > 0 ? events : undefined)
  return (
    <div className="grid gap-3">
      <Asked question={question} names={names} />
      <Why question={question} names={names} />
      {caller.door === 'peer' && (
        <p className="text-sm text-ink-3">
          {texts.peerWaits(PEER_WAITS_IN_BROWSER_S, PEER_WAITS_AT_MOST_S)}
        </p>
      )}
      {signed && (
        <details>
          <summary className="font-medium">{texts.raw}</summary>
          <Raw signed={signed} />
        </details>
      )}
    </div>
  )
}

function Raw({ signed }: { signed: ShownEvent | ShownEvent[] }) {
  const { text, more } = useMemo(
    () => plainText(JSON.stringify(signed, null, 1), RAW_CHARS),
    [signed],
  )
  return (
    <pre className="mt-2 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-mono whitespace-pre-wrap">
      {text}
      {more > 0 && ` … ${texts.moreText(more)}`}
    </pre>
  )
}

function Why({ question: { why }, names }: QuestionBodyProps) {
  const { data } = useQuery({ ...rulesQuery, enabled: why?.by === 'rule' })
  if (why === undefined) return null
  const text = () => {
    if (why.by === 'door') return texts.why.door
    if (why.by === 'preset') return texts.why.preset(rules.presets[why.preset][0])
    const rule = data?.rules.find(({ id }) => id === why.rule)
    if (why.isLimit) return texts.why.limit
    return rule === undefined ? texts.why.rules : texts.why.rule(ruleSentence(rule, names))
  }
  return <p className="text-sm text-ink-3">{text()}</p>
}

function Asked({ question, names }: QuestionBodyProps) {
  const { operation, event, events = [], irreversible } = question
  if (operation === 'ecdh') return <Note kind="warn">{texts.ecdh}</Note>
  if (operation !== 'sign') return null
  const askedAt = Date.parse(question.askedAt) / 1_000
  if (event !== undefined) {
    const { replaces, unfound, deletes } = question
    return <EventBody {...{ event, replaces, unfound, deletes, names, askedAt, irreversible }} />
  }
  if (events.length === 0) return <Note kind="bad">{texts.blind}</Note>
  return (
    <ol className="grid gap-3">
      {events.slice(0, SHOWN).map((shown, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the events of a question never change
        <li key={at}>
          <p className="text-sm text-ink-3">{texts.eventOf(at + 1, events.length)}</p>
          <EventBody event={shown} withDeed {...{ names, askedAt, irreversible }} />
        </li>
      ))}
      {events.length > SHOWN && (
        <li className="text-sm text-ink-3">
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

interface EventBodyProps
  extends Pick<Question, 'replaces' | 'unfound' | 'deletes' | 'irreversible'> {
  event: ShownEvent
  names: Names
  /** Unix seconds. */
  askedAt: number
  withDeed?: boolean
}

function EventBody({
  event,
  replaces,
  unfound,
  deletes = [],
  irreversible,
  names,
  askedAt,
  withDeed,
}: EventBodyProps) {
  const { deed, warnings, facts, text, mentions, moreMentions } = useMemo(
    () => readEvent(event, replaces, { kinds, deeds, reading }, askedAt),
    [event, replaces, askedAt],
  )
  const said: Fact[] = [
    ...facts,
    ...deletes.map(lostBy),
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
  const [first, ...others] = warnings
  const told = [
    ...(irreversible && !withDeed
      ? [first ? `${texts.noUndo}: ${first}` : texts.noUndo]
      : warnings.slice(0, 1)),
    ...others,
    ...(unfound ? [texts.unfound[unfound]] : []),
  ]
  return (
    <div className="grid gap-3">
      {withDeed && <p className="font-medium first-letter:uppercase">{deed}</p>}
      {told.length > 0 && (
        <ul className={cx('text-sm font-medium', irreversible ? 'text-bad' : 'text-warn')}>
          {told.map((warning) => (
            <li key={warning} className="first-letter:uppercase">
              {warning}
            </li>
          ))}
        </ul>
      )}
      {said.length > 0 && (
        <dl className="divide-y divide-line overflow-hidden rounded-md border border-line">
          {said.map(({ label, text: value, was, isLoss }, at) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: labels repeat, and rows keep nothing
              key={at}
              className={cx(
                'grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 px-3 py-2',
                isLoss && 'bg-bad-soft',
              )}
            >
              <dt className="text-ink-2">{label}</dt>
              <dd>
                {was !== undefined && (
                  <>
                    <del className="text-ink-2">
                      <bdi>{was}</bdi>
                    </del>
                    {' → '}
                  </>
                )}
                <bdi className={cx(was !== undefined && 'font-semibold', isLoss && 'text-bad')}>
                  {value}
                </bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {text !== null && (
        <blockquote className="border-l-2 border-line-strong pl-3 whitespace-pre-wrap text-ink-2">
          {text.text}
          {text.more > 0 && <span className="text-ink-3"> … {texts.moreText(text.more)}</span>}
        </blockquote>
      )}
    </div>
  )
}

/** An event that is deleted, as a fact: its kind, and what matters most in it. */
function lostBy(event: ShownEvent): Fact {
  const texts = { kinds, deeds, reading }
  const { essence } = readEvent(event, undefined, texts)
  const label = describeKind(event.kind, kinds)?.thing ?? deeds.ofKind(event.kind)
  return { label, text: essence ?? '', isLoss: true }
}

/** Lists of people, relays, events or words (NIP-51), and whom one follows (NIP-02). */
const LISTS: readonly (readonly [number, number])[] = [
  [3, 3],
  [10_000, 10_102],
  [30_000, 30_007],
  [30_015, 30_030],
  [39_089, 39_092],
]

/** What allowing does, for the button that allows what can't be undone. */
export function doesOf({ event, events = [] }: Question): string {
  const { does } = texts
  if (event === undefined)
    return events.length === 0 ? does.signUnseen : does.signAll(events.length)
  const { kind, tags } = event
  switch (kind) {
    case 0:
      return does.replaceProfile
    case 4:
    case 13:
    case 1059:
      return does.send
    case 5:
      return does.delete(tags.filter(([name]) => name === 'e' || name === 'a').length)
    case 62:
      return does.deleteAll
    case 9321:
    case 23_194:
      return does.pay
    case 22_242:
    case 27_235:
      return does.login
    case 24_242:
      return tags.some(([name, verb = '']) => name === 't' && isDeletion(verb))
        ? does.deleteFiles
        : does.login
  }
  if (LISTS.some(([from, to]) => from <= kind && kind <= to)) return does.replaceList
  const keeping = keepingOf(kind)
  return keeping === 'replaceable' || keeping === 'addressable' ? does.replace : does.sign
}
