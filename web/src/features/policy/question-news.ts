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

/** Questions that this page has answered, or tries to: it is told of those by its own answer. */
const answered = new Set<string>()

export const markAnswered = (id: string): void => void answered.add(id)

const isAnsweredHere = (id: string): boolean => answered.has(id)

/** A caller by the name that its owner gave it, or by what tells it from others. */
export const callerName = ({ name, id }: Question['caller']): string =>
  name === undefined ? shortKey(id) : seenText(name)
