import { queryOptions } from '@tanstack/react-query'
import type { RulesAnswer } from '#contract/rules.ts'
import { get } from '../../lib/api-client.ts'
import { SHOWN_KEYSET } from '../../lib/shown-keyset.ts'

/**
 * The rules in force, and what is set for callers: names too. The event stream says when they change
 * (`applyRulesNews`).
 */
export const rulesQuery = queryOptions({
  queryKey: ['rules', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<RulesAnswer>('/api/rules', signal),
  staleTime: Number.POSITIVE_INFINITY,
})
