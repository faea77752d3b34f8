import type { QueryClient } from '@tanstack/react-query'
import type { EventFrame } from '#contract/events.ts'
import { peersQuery } from '../peers/get-peers.ts'
import { rulesQuery } from './get-rules.ts'

/** Reads rules and names again when an entry of the event stream says that they have changed. */
export function applyRulesNews(queries: QueryClient, { data }: EventFrame): void {
  if (typeof data !== 'object' || data === null) return
  const renames = 'names' in data
  if (renames) void queries.invalidateQueries({ queryKey: peersQuery.queryKey })
  if (renames || 'rules' in data) {
    void queries.invalidateQueries({ queryKey: rulesQuery.queryKey })
  }
}
