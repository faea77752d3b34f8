import { useQuery } from '@tanstack/react-query'
import type { AuditPage } from '#contract/operations.ts'
import { get } from '../../lib/api-client.ts'
import { ACTIVITY_PREVIEW, STATUS_POLL } from '../../lib/limits.ts'
import { SHOWN_KEYSET } from '../../lib/shown-keyset.ts'

/** The newest uses of the key: enough for a few rows. */
export const useNewest = () =>
  useQuery({
    queryKey: ['activity', SHOWN_KEYSET, 'newest'],
    queryFn: ({ signal }) =>
      get<AuditPage>(`/api/audit?about=activity&limit=${ACTIVITY_PREVIEW}`, signal),
    refetchInterval: STATUS_POLL,
  })
