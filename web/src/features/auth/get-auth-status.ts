import { useQuery } from '@tanstack/react-query'
import type { AuthStatusAnswer } from '#contract/auth.ts'
import { get } from '../../lib/api-client.ts'

/** Whether a login is needed, and who is signed in. */
export const getAuthStatus = (signal?: AbortSignal): Promise<AuthStatusAnswer> =>
  get('/api/auth/status', signal)

export const useAuthStatus = () =>
  useQuery({ queryKey: ['auth', 'status'], queryFn: ({ signal }) => getAuthStatus(signal) })
