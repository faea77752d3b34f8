import type { QueryClient } from '@tanstack/react-query'
import type { QuestionNews } from '#contract/questions.ts'
import { questions as texts } from '../../texts/texts.ts'
import { toastDone } from '../../ui/toast.ts'
import { isAnsweredHere } from './answered-here.ts'
import { callerName } from './caller-name.ts'
import { questionsQuery } from './get-questions.ts'

/**
 * Puts what the event stream says of a question into the list at once. How one ended that this page
 * showed and did not answer is said: it vanishes from under the eyes of whoever reads it.
 */
export function applyQuestionNews(queries: QueryClient, news: QuestionNews): void {
  const id = 'over' in news ? news.over : news.question.id
  const shown = queries.getQueryData(questionsQuery.queryKey)?.questions ?? []
  const ended = 'over' in news && shown.find((question) => question.id === id)
  // Of members that ask to join, another part of the page tells.
  if (ended && ended.operation !== 'onboard' && !isAnsweredHere(id)) {
    toastDone(texts.ended(callerName(ended.caller), texts.over[news.end]))
  }
  queries.setQueryData(questionsQuery.queryKey, (known) => {
    if (known === undefined) return undefined
    const { questions } = known
    if ('over' in news) return { questions: questions.filter((question) => question.id !== id) }
    const at = questions.findIndex((question) => question.id === id)
    // One that is told anew stays where it is.
    return {
      questions: at < 0 ? [...questions, news.question] : questions.with(at, news.question),
    }
  })
}
