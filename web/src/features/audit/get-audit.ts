import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditPage } from '#contract/operations.ts'
import { get } from '../../lib/api-client.ts'
import { AUDIT_PAGE } from '../../lib/limits.ts'

/** Who did what, newest first, page by page. */
export const useAudit = () =>
  useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === undefined ? '' : `&before=${pageParam}`
      return get<AuditPage>(`/api/audit?limit=${AUDIT_PAGE}${before}`, signal)
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
  })
