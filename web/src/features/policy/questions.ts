import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { seenText } from '#contract/plain-text.ts'
import type { Question, QuestionEnd, QuestionNews, questionList } from '#contract/questions.ts'
import { get } from '../../lib/api-client.ts'
import { pollUnlessLive, readAgain, SHOWN_KEYSET } from '../../lib/query-client.ts'
import { questions as texts } from '../../texts/texts.ts'
import { shortKey } from '../../ui/short-key.ts'
import { toastDone } from '../../ui/toast.ts'
import type { Names } from '../settings/use-names.ts'

/** The questions that wait for the owner. The event stream reports them at once; the poll is for screens without it. */
export const questionsQuery = queryOptions({
  queryKey: ['questions', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<z.infer<typeof questionList>>('/api/questions', signal),
  refetchInterval: pollUnlessLive,
})

export const useQuestions = () => useQuery(questionsQuery)

/**
 * Puts the event stream's news of a question into the list at once. If this page showed a question and did not answer
 * it, a toast says how it ended: it would otherwise vanish without a word.
 */
export function applyQuestionNews(queries: QueryClient, news: QuestionNews): void {
  const id = 'over' in news ? news.over : news.question.id
  if ('over' in news) ends.set(id, news.end)
  const shown = queries.getQueryData(questionsQuery.queryKey)?.questions ?? []
  const ended = 'over' in news && shown.find((question) => question.id === id)
  // Join requests are shown by another part of the page.
  if (ended && ended.operation !== 'onboard' && !answered.has(id) && reading !== id) {
    toastDone(endOf(ended) ?? '')
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
  // A list that is being fetched may be older than this news.
  if (queries.isFetching({ queryKey: questionsQuery.queryKey }) > 0) {
    void readAgain(queries, questionsQuery)
  }
}

/** How questions ended, as far as this page knows. */
const ends = new Map<string, QuestionEnd>()

/** Questions that this page answers itself: their results are shown by the call that answers. */
const answered = new Set<string>()

export const markAnswered = (id: string): void => void answered.add(id)
/** Called when the answer did not arrive, or left the question open. */
export const unmarkAnswered = (id: string): void => void answered.delete(id)

/** The question that the sheet shows, which says itself how it ended. */
let reading: string | undefined

export function markRead(id: string | undefined): void {
  reading = id
}

/** How a question ended that was not answered here, as a sentence; undefined if it was answered here. */
export function endOf({ id, caller }: Question, names?: Names): string | undefined {
  if (answered.has(id)) return undefined
  const end = ends.get(id)
  return texts.ended(callerName(caller, names), end === undefined ? texts.isOver : texts.over[end])
}

/** A caller by the name that the owner gave it, or else by its number among the devices, or by its id. */
export const callerName = ({ name, id }: Question['caller'], names?: Names): string =>
  name === undefined ? (names?.of(id) ?? shortKey(id)) : seenText(name)
