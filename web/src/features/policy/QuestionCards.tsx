import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { describeQuestion } from '#contract/describe-use.ts'
import type { AnswerRequest, AnswersAnswer, Question, questionOver } from '#contract/questions.ts'
import { ApiError, post } from '../../lib/api-client.ts'
import { useNow } from '../../lib/hooks.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { deeds, kinds, questions as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { useClockOffset } from '../home/server-clock.ts'
import { type Names, useNames } from '../settings/use-names.ts'
import { QuestionCard } from './QuestionCard.tsx'
import { applyQuestionNews, callerName, markAnswered } from './question-news.ts'
import { questionsQuery } from './questions.ts'
import { rulesQuery } from './rules.ts'

/** What waits for the owner: a card for each caller that asks. */
export default function QuestionCards({ questions }: { questions: readonly Question[] }) {
  const now = useNow() + useClockOffset()
  const isSettled = useSettled(questions)
  return (
    <>
      {byCaller(questions).map((asked) => (
        <CallerCard
          key={callerOf(asked[0] as Question)}
          asked={asked}
          now={now}
          isSettled={isSettled}
        />
      ))}
    </>
  )
}

interface CallerCardProps {
  asked: Question[]
  /** The server's time, Unix milliseconds. */
  now: number
  /** Nothing has moved under the pointer just now. */
  isSettled: boolean
}

function CallerCard({ asked, now, isSettled }: CallerCardProps) {
  const answer = useAnswer()
  const names = useNames()
  const [first] = asked
  if (first === undefined) return null
  const busy = answer.isPending || !isSettled
  const harmless = asked.filter((question) => question.harmless)
  const others = asked.filter((question) => !question.harmless)
  const all = (questions: Question[], verdict: 'allow' | 'refuse') =>
    !busy && answer.mutate({ questions, answer: { verdict } })
  return (
    <Card
      title={texts.asks(callerName(first.caller))}
      className="border-ice-line"
      badges={<Chip tone="ice">{texts.waiting(asked.length)}</Chip>}
      actions={
        asked.length > 1 && (
          <>
            <Button aria-disabled={busy} onClick={() => all(asked, 'refuse')}>
              {texts.refuseAll(asked.length)}
            </Button>
            {harmless.length > 1 && (
              <Button aria-disabled={busy} onClick={() => all(harmless, 'allow')}>
                {(others.length === 0 ? texts.allowAll : texts.allowHarmless)(harmless.length)}
              </Button>
            )}
          </>
        )
      }
    >
      {harmless.length > 1 && others.length > 0 && (
        <p className="px-4 pt-3 text-sm text-ink-3">{texts.oneByOne(deedsOf(others, names))}</p>
      )}
      <ul className="divide-y divide-line">
        {asked.map((question) => (
          <QuestionCard
            key={question.id}
            question={question}
            names={names}
            now={now}
            busy={busy}
            onAnswer={(verdict, remember) =>
              answer.mutate({
                questions: [question],
                answer: { verdict, ...(remember && { remember }) },
              })
            }
          />
        ))}
      </ul>
    </Card>
  )
}

const deedsOf = (questions: readonly Question[], names: Names): string =>
  [
    ...new Set(questions.map((question) => describeQuestion(question, names.or, { kinds, deeds }))),
  ].join(', ')

const callerOf = ({ caller: { door, id } }: Question): string => `${door} ${id}`

/** In the order of each one's first question. */
function byCaller(questions: readonly Question[]): Question[][] {
  const callers = new Map<string, Question[]>()
  for (const question of questions) {
    const key = callerOf(question)
    callers.set(key, [...(callers.get(key) ?? []), question])
  }
  return [...callers.values()]
}

/** Answers questions of one caller, several by one call. Those that were over already are reported. */
function useAnswer() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ questions, answer }: { questions: Question[]; answer: AnswerRequest }) => {
      for (const { id } of questions) markAnswered(id)
      const [first, ...more] = questions
      const answers =
        first === undefined || more.length > 0
          ? await sendAll(questions, answer)
          : [await send(first.id, answer)]
      for (const { id, end } of answers) {
        if (end !== undefined) applyQuestionNews(queries, { over: id, end })
      }
      return answers
    },
    onSuccess: (answers, { questions, answer: { verdict, remember } }) => {
      const end = answers.find(({ outcome }) => outcome === 'over')?.end
      if (end !== undefined) toastFailed(texts.failed, texts.over[end])
      const [first] = questions
      const isAnswered = answers.some(({ outcome }) => outcome === 'answered')
      if (first === undefined || !isAnswered) return
      const name = callerName(first.caller)
      toastDone(texts.answered[verdict](name))
      // A rule may have been made.
      if (remember) void queries.invalidateQueries({ queryKey: rulesQuery.queryKey })
    },
    onError: (error) => toastFailed(texts.failed, reasonOf(error)),
    onSettled: () => void queries.invalidateQueries({ queryKey: questionsQuery.queryKey }),
  })
}

type Answered = AnswersAnswer['answers'][number]

async function send(id: string, answer: AnswerRequest): Promise<Answered> {
  try {
    await post(`/api/questions/${id}`, answer)
    return { id, outcome: 'answered', end: answer.verdict === 'allow' ? 'allowed' : 'refused' }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    return { id, outcome: 'over', end: (error.body as z.infer<typeof questionOver>).end }
  }
}

async function sendAll(
  questions: readonly Question[],
  { verdict }: AnswerRequest,
): Promise<Answered[]> {
  const ids = questions.map(({ id }) => id)
  const { answers } = await post<AnswersAnswer>('/api/questions', { verdict, questions: ids })
  return answers
}

/** Milliseconds: longer than a press that was meant for what stood there before. */
const SETTLING = 400

/**
 * False for a moment after a question went that others stood below: who was about to press a button
 * would press that of another question.
 */
function useSettled(questions: readonly Question[]): boolean {
  const [isSettled, setSettled] = useState(true)
  const shown = useRef<readonly string[]>([])
  const ids = questions.map(({ id }) => id).join(' ')
  useEffect(() => {
    const now = ids.split(' ')
    const moved = shown.current.some((id, at) => id !== now[at] && now.length > at)
    shown.current = now
    if (!moved) return
    setSettled(false)
    const timer = setTimeout(() => setSettled(true), SETTLING)
    return () => clearTimeout(timer)
  }, [ids])
  return isSettled
}
