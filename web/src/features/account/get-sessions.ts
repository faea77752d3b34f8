import { useQuery } from '@tanstack/react-query'
import type { SessionList } from '#contract/auth.ts'
import { get } from '../../lib/api-client.ts'

/** The sessions that are open, the last used first. */
export const useSessions = () =>
  useQuery({
    queryKey: ['auth', 'sessions'],
    queryFn: ({ signal }) => get<SessionList>('/api/auth/sessions', signal),
  })
