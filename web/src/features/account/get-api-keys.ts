import { useQuery } from '@tanstack/react-query'
import type { ApiKeyList } from '#contract/auth.ts'
import { get } from '../../lib/api-client.ts'

/** The API keys, without their values. */
export const useApiKeys = () =>
  useQuery({
    queryKey: ['auth', 'keys'],
    queryFn: ({ signal }) => get<ApiKeyList>('/api/auth/keys', signal),
  })
