import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditPage } from '#contract/operations.ts'
import { get } from '../../lib/api-client.ts'
import { AUDIT_PAGE, STATUS_POLL } from '../../lib/limits.ts'
import { SHOWN_KEYSET } from '../../lib/shown-keyset.ts'

/**
 * Uses of the key, newest first, page by page, with who signed in; or of uses only what went wrong or was
 * refused.
 *
 * @param actor only what this one asked for
 */
export const useActivity = (about: 'uses' | 'problems' | 'activity', actor?: string) =>
  useInfiniteQuery({
    queryKey: ['activity', SHOWN_KEYSET, about, actor],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === undefined ? '' : `&before=${pageParam}`
      const by = actor === undefined ? '' : `&actor=${encodeURIComponent(actor)}`
      return get<AuditPage>(`/api/audit?about=${about}&limit=${AUDIT_PAGE}${by}${before}`, signal)
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
    // Who has asked for more reads what was, and is left in peace.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? STATUS_POLL : false),
  })
