import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { AnswerRequest, AnswersAnswer, Question, questionOver } from '#contract/questions.ts'
import { ApiError, post } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { questions as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { rulesQuery } from '../rules/get-rules.ts'
import { markAnswered } from './answered-here.ts'
import { applyQuestionNews } from './apply-question-news.ts'
import { callerName } from './caller-name.ts'
import { questionsQuery } from './get-questions.ts'

/** Answers questions of one caller, several by one call; those that were over already are told. */
export function useAnswer() {
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
