import { queryOptions, useQuery } from '@tanstack/react-query'
import type { EnvAnswer } from '../../../../server/contract/env.ts'
import { get } from '../../lib/api-client.ts'

/** The four settings. They change by this page's own hand, so nothing polls them. */
export const envQuery = queryOptions({
  queryKey: ['env'],
  queryFn: ({ signal }) => get<EnvAnswer>('/api/env', signal),
  staleTime: Number.POSITIVE_INFINITY,
})

export const useEnv = () => useQuery(envQuery)
