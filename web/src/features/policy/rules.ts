import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { EventFrame } from '#contract/events.ts'
import type { RulesAnswer } from '#contract/rules.ts'
import { get } from '../../lib/api-client.ts'
import { isObject } from '../../lib/is-object.ts'
import { readAgain, SHOWN_KEYSET } from '../../lib/query-client.ts'
import { peersQuery } from '../signer/peers.ts'

/**
 * The rules in force, and the settings and names of callers. The event stream says when they change
 * (`applyRulesNews`).
 */
export const rulesQuery = queryOptions({
  queryKey: ['rules', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<RulesAnswer>('/api/rules', signal),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Reads rules and names again when an entry of the event stream says that they have changed. */
export function applyRulesNews(queries: QueryClient, { data }: EventFrame): void {
  if (!isObject(data)) return
  const renames = 'names' in data
  if (renames) void readAgain(queries, peersQuery)
  if (renames || 'rules' in data) void readAgain(queries, rulesQuery)
}
