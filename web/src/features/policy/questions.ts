import { queryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { questionList } from '#contract/questions.ts'
import { get } from '../../lib/api-client.ts'
import { pollUnlessLive, SHOWN_KEYSET } from '../../lib/query-client.ts'

/** What waits for the owner. The event stream says it at once; the poll is for screens without it. */
export const questionsQuery = queryOptions({
  queryKey: ['questions', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<z.infer<typeof questionList>>('/api/questions', signal),
  refetchInterval: pollUnlessLive,
})

export const useQuestions = () => useQuery(questionsQuery)
