import { Dialog as Base } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { describeQuestion } from '#contract/describe-use.ts'
import { plainLine } from '#contract/plain-text.ts'
import type { Question, Remember } from '#contract/questions.ts'
import { useBriefly } from '../../lib/hooks.ts'
import { ANSWER_PAUSE } from '../../lib/limits.ts'
import { countdown, since } from '../../lib/time.ts'
import { common, deeds, kinds, questions as texts } from '../../texts/texts.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { appQuery } from '../apps/queries.ts'
import { statusQuery } from '../home/get-status.ts'
import { useIsFresh } from '../home/is-fresh.ts'
import { useServerNow } from '../home/server-clock.ts'
import { useNames } from '../settings/use-names.ts'
import { type AnswerSaid, useAnswer } from './answer.ts'
import { Answers, RememberChoice } from './QuestionAnswers.tsx'
import { QuestionBody } from './QuestionBody.tsx'
import { callerName, endOf, markRead } from './questions.ts'

export interface QuestionSheetProps {
  /** The oldest first; empty: all have been answered. */
  questions: readonly Question[]
  onClose(): void
}

/** One question at a time, at the side of the page. */
export function QuestionSheet({ questions, onClose }: QuestionSheetProps) {
  const [said, setSaid] = useState<AnswerSaid | null>(null)
  const { question, at, isSettled, go } = useShownQuestion(questions, setSaid)
  const answer = useAnswer(setSaid)
  const isFresh = useIsFresh(useQuery(statusQuery))
  const names = useNames()
  const heading = useRef<HTMLHeadingElement>(null)
  // Two presses can come before the page shows that the first was taken.
  const isUnderWay = useRef(false)
  const done = () => {
    isUnderWay.current = false
  }
  const [remember, setRemember] = useState<Remember>()
  const id = question?.id
  const isEmpty = questions.length === 0

  // The question is read first. A button that had the focus would take an Enter that was meant for the last one.
  useEffect(() => {
    setRemember(undefined)
    heading.current?.focus()
    markRead(id)
    return () => markRead(undefined)
  }, [id])

  const close = useEffectEvent(onClose)
  const reportEnd = useEffectEvent(() => {
    const text = question && endOf(question, names)
    if (text !== undefined) setSaid({ isFailure: false, text })
  })
  useEffect(() => {
    if (!isEmpty) return
    reportEnd()
    const timer = setTimeout(() => close(), ANSWER_PAUSE)
    return () => clearTimeout(timer)
  }, [isEmpty])

  if (question === undefined) return null
  const canAnswer = isFresh && isSettled && !answer.isPending && !isEmpty
  const give = (all: Question[], verdict: 'allow' | 'refuse', remembered?: Remember) => {
    if (!canAnswer || isUnderWay.current) return
    isUnderWay.current = true
    setSaid(null)
    answer.mutate(
      { questions: all, answer: { verdict, ...(remembered && { remember: remembered }) } },
      { onSettled: done },
    )
  }
  const one = (verdict: 'allow' | 'refuse') => give([question], verdict, remember)

  function onKeyDown({ key, target, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent) {
    const isTyping = (target as Element).matches('select, textarea, input:not([type=checkbox])')
    if (isTyping || ctrlKey || metaKey || altKey) return
    if (key === 'ArrowRight') go(1)
    else if (key === 'ArrowLeft') go(-1)
    else if (repeat) return
    else if (key.toUpperCase() === texts.keys.refuse) one('refuse')
    else if (key.toUpperCase() === texts.keys.allow && question?.harmless) one('allow')
  }

  const ofCaller = questions.filter(
    ({ caller: { door, id } }) => door === question.caller.door && id === question.caller.id,
  )
  return (
    <Base.Root open onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop forceRender data-scrim className="fixed inset-0 z-40 bg-scrim" />
        <Base.Popup
          initialFocus={heading}
          onKeyDown={onKeyDown}
          className="fixed inset-y-0 right-0 z-40 flex w-full flex-col border-l border-line bg-surface shadow-float outline-none sm:max-w-115"
        >
          <SheetHead question={question}>
            {questions.length > 1 && (
              <>
                <span className="text-sm whitespace-nowrap text-ink-3">
                  {texts.position(at + 1, questions.length)}
                </span>
                <IconButton icon={ChevronLeft} label={texts.previous} onClick={() => go(-1)} />
                <IconButton icon={ChevronRight} label={texts.next} onClick={() => go(1)} />
              </>
            )}
          </SheetHead>
          <div className="flex-1 overflow-y-auto px-5 py-4">
            {/* Its place is there before it says something. */}
            <p
              role="status"
              className={cx(
                'mb-1.5 min-h-[1lh] text-sm',
                said?.isFailure ? 'text-bad' : 'text-ink-2',
              )}
            >
              {said?.text}
            </p>
            <h3
              ref={heading}
              tabIndex={-1}
              className="mb-2 text-lg font-semibold outline-none first-letter:uppercase"
            >
              {describeQuestion(question, names.or, { kinds, deeds })}
            </h3>
            <QuestionBody key={question.id} question={question} names={names} />
          </div>
          <div className="grid grid-cols-1 gap-2.5 border-t border-line px-5 py-3.5">
            {!isFresh && (
              <p role="status" className="text-sm text-warn">
                {texts.away}
              </p>
            )}
            <RememberChoice {...{ question, names, value: remember, onChange: setRemember }} />
            <Answers
              {...{ question, ofCaller, remember, isDisabled: !canAnswer }}
              onAnswer={one}
              onAnswerAll={give}
            />
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/**
 * Which question is shown. It stays while it is open; when it is over, the question that takes its place in the list
 * follows. For a moment nothing can be answered then: a press that was meant for one question must not answer the
 * next. The last question stays in sight for that moment.
 */
function useShownQuestion(
  questions: readonly Question[],
  onSaid: (said: AnswerSaid | null) => void,
) {
  const [shown, setShown] = useState({ question: questions[0], at: 0, over: 0 })
  const [isPaused, pause] = useBriefly(ANSWER_PAUSE)
  const at = questions.findIndex(({ id }) => id === shown.question?.id)
  const inPlace = Math.min(shown.at, questions.length - 1)
  const next =
    at >= 0
      ? { question: questions[at], at, over: shown.over }
      : { question: questions[inPlace] ?? shown.question, at: inPlace, over: shown.over + 1 }
  const isOver = at < 0 && questions.length > 0
  if (isOver || (at >= 0 && (next.question !== shown.question || at !== shown.at))) setShown(next)

  const { over } = shown
  const names = useNames()
  const gone = useRef(shown.question)
  const said = useEffectEvent(() => {
    const text = gone.current && endOf(gone.current, names)
    if (text !== undefined) onSaid({ isFailure: false, text })
  })
  // Before anything is painted, so that no press comes first. The first question has its pause too: its answers may
  // stand where the page had the button that opened the sheet.
  useLayoutEffect(() => {
    pause()
    if (over > 0) said()
  }, [over, pause])
  useEffect(() => {
    gone.current = shown.question
  }, [shown.question])

  return {
    question: shown.question,
    at: shown.at,
    isSettled: !isPaused,
    /** Goes on, or back; round and round. */
    go: (by: 1 | -1) => {
      if (questions.length < 2) return
      const to = (shown.at + by + questions.length) % questions.length
      setShown({ question: questions[to], at: to, over })
      onSaid(null)
    },
  }
}

/** Who asks. What an app says of itself is plain text, and no link. */
function SheetHead({ question, children }: { question: Question; children: ReactNode }) {
  const { caller, runsOutAt } = question
  const now = useServerNow()
  const isApp = caller.door === 'app'
  const { data: app } = useQuery({ ...appQuery(caller.id), enabled: isApp, refetchInterval: false })
  const name = callerName(caller, useNames())
  const site = app?.claims.url === undefined ? undefined : hostOf(app.claims.url)
  const facts = [
    ...(app?.pairedAt ? [texts.paired(since(app.pairedAt, now))] : []),
    texts.left(countdown(Date.parse(runsOutAt) - now)),
  ]
  return (
    <div className="border-b border-line px-5 py-3">
      <div className="flex items-center gap-2.5">
        <Avatar name={name} isApp />
        <Base.Title className="min-w-0 flex-1 truncate font-semibold">
          {texts.asks(name)}
        </Base.Title>
        {children}
        <Base.Close render={<IconButton icon={X} label={common.close} />} />
      </div>
      {/* Always one line, also before all of it is loaded; a site that is too long is cut. */}
      <p className="flex text-sm whitespace-nowrap text-ink-3">
        {site && <span className="truncate">{site}</span>}
        <span className="shrink-0">
          {site && <>&nbsp;· </>}
          {facts.join(' · ')}
        </span>
      </p>
    </div>
  )
}

const HOST_CHARS = 60

/** The host that an app claims, as text. */
const hostOf = (url: string): string =>
  plainLine(URL.canParse(url) ? new URL(url).host : url, HOST_CHARS)
