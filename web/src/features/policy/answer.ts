import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { AnswerRequest, AnswersAnswer, Question, questionOver } from '#contract/questions.ts'
import { ApiError, post } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { questions as texts } from '../../texts/texts.ts'
import { useNames } from '../settings/use-names.ts'
import {
  applyQuestionNews,
  callerName,
  markAnswered,
  questionsQuery,
  unmarkAnswered,
} from './questions.ts'
import { rulesQuery } from './rules.ts'

/** The outcome of an answer, as a text for the person who answered. */
export interface AnswerSaid {
  isFailure: boolean
  text: string
}

/** Answers questions of one caller, several by one call. Reports questions that were over already. */
export function useAnswer(onSaid: (said: AnswerSaid) => void) {
  const queries = useQueryClient()
  const names = useNames()
  const failed = (reason: string) => onSaid({ isFailure: true, text: `${texts.failed}: ${reason}` })
  return useMutation({
    mutationFn: async ({ questions, answer }: { questions: Question[]; answer: AnswerRequest }) => {
      for (const { id } of questions) markAnswered(id)
      const [first, ...more] = questions
      const answers =
        first === undefined || more.length > 0
          ? await sendAll(questions, answer)
          : [await send(first.id, answer)]
      for (const { id, end } of answers) {
        if (end === undefined) unmarkAnswered(id)
        else applyQuestionNews(queries, { over: id, end })
      }
      return answers
    },
    onSuccess: (answers, { questions: [first], answer: { verdict, remember } }) => {
      const end = answers.find(({ outcome }) => outcome === 'over')?.end
      if (end !== undefined) failed(texts.over[end])
      else if (first !== undefined && answers.some(({ outcome }) => outcome === 'answered')) {
        onSaid({ isFailure: false, text: texts.answered[verdict](callerName(first.caller, names)) })
      }
      // A rule may have been made.
      if (remember) void queries.invalidateQueries({ queryKey: rulesQuery.queryKey })
    },
    onError: (error, { questions }) => {
      for (const { id } of questions) unmarkAnswered(id)
      failed(reasonOf(error))
    },
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
