import type { QueryClient } from '@tanstack/react-query'
import { seenText } from '#contract/plain-text.ts'
import type { Question, QuestionNews } from '#contract/questions.ts'
import { questions as texts } from '../../texts/texts.ts'
import { shortKey } from '../../ui/short-key.ts'
import { toastDone } from '../../ui/toast.ts'
import { questionsQuery } from './questions.ts'

/**
 * Puts what the event stream says of a question into the list at once. How one ended that this page
 * showed and did not answer is said: it vanishes from under the eyes of whoever reads it.
 */
export function applyQuestionNews(queries: QueryClient, news: QuestionNews): void {
  const id = 'over' in news ? news.over : news.question.id
  const shown = queries.getQueryData(questionsQuery.queryKey)?.questions ?? []
  const ended = 'over' in news && shown.find((question) => question.id === id)
  // Join requests are shown by another part of the page.
  if (ended && ended.operation !== 'onboard' && !isAnsweredHere(id)) {
    toastDone(texts.ended(callerName(ended.caller), texts.over[news.end]))
  }
  queries.setQueryData(questionsQuery.queryKey, (known) => {
    if (known === undefined) return undefined
    const { questions } = known
    if ('over' in news) return { questions: questions.filter((question) => question.id !== id) }
    const at = questions.findIndex((question) => question.id === id)
    // A question that is reported again keeps its place.
    return {
      questions: at < 0 ? [...questions, news.question] : questions.with(at, news.question),
    }
  })
}

/** Questions that this page answers itself: their results are shown by the call that answers. */
const answered = new Set<string>()

export const markAnswered = (id: string): void => void answered.add(id)

const isAnsweredHere = (id: string): boolean => answered.has(id)

/** A caller by the name that the owner gave it, or else by its id. */
export const callerName = ({ name, id }: Question['caller']): string =>
  name === undefined ? shortKey(id) : seenText(name)
