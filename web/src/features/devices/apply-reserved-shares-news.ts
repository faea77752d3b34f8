import type { QueryClient } from '@tanstack/react-query'
import type { EventFrame } from '#contract/events.ts'
import { reservedSharesQuery } from './get-reserved-shares.ts'

/** Reads the shares for other devices again when an entry of the event stream says that something was done with one. */
export function applyReservedSharesNews(queries: QueryClient, { data }: EventFrame): void {
  if (typeof data !== 'object' || data === null || !('spare' in data)) return
  void queries.invalidateQueries({ queryKey: reservedSharesQuery.queryKey })
}
