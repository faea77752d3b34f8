import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  AnswerRequest,
  Question,
  QuestionEnd,
  questionOver,
} from '../../../../server/contract/questions.ts'
import { ApiError, post } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { questions as texts } from '../../texts/questions.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { rulesQuery } from '../rules/get-rules.ts'
import { markAnswered } from './answered-here.ts'
import { applyQuestionNews } from './apply-question-news.ts'
import { callerName } from './caller-name.ts'
import { questionsQuery } from './get-questions.ts'

/** Answers questions of one caller, one after the other; those that were over already are told. */
export function useAnswer() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ questions, answer }: { questions: Question[]; answer: AnswerRequest }) => {
      const over: QuestionEnd[] = []
      for (const { id } of questions) {
        markAnswered(id)
        const end = await send(id, answer)
        if (end !== null) over.push(end)
        const made = answer.verdict === 'allow' ? 'allowed' : 'refused'
        applyQuestionNews(queries, { over: id, end: end ?? made })
      }
      return over
    },
    onSuccess: ([end, ...more], { questions, answer: { verdict, remember } }) => {
      if (end !== undefined) toastFailed(texts.failed, texts.over[end])
      const [first] = questions
      const answered = questions.length - more.length - (end === undefined ? 0 : 1)
      if (first === undefined || answered === 0) return
      const name = callerName(first.caller)
      toastDone(texts.answered[verdict](name))
      // A rule may have been made.
      if (remember) void queries.invalidateQueries({ queryKey: rulesQuery.queryKey })
    },
    onError: (error) => toastFailed(texts.failed, reasonOf(error)),
    onSettled: () => void queries.invalidateQueries({ queryKey: questionsQuery.queryKey }),
  })
}

/** Null once the answer holds, or how the question had ended before. */
async function send(id: string, answer: AnswerRequest): Promise<QuestionEnd | null> {
  try {
    await post(`/api/questions/${id}`, answer)
    return null
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    return (error.body as z.infer<typeof questionOver>).end
  }
}
