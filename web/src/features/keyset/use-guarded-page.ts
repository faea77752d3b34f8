import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SESSION_TIMEOUT_S_MIN, STATUS_POLL } from '../../../../server/contract/limits.ts'
import { ApiError, call, keepPage } from '../../lib/api-client.ts'
import { useUnloadGuard } from '../../lib/use-unload-guard.ts'

/** Well within the shortest time after which a server ends a session that nobody uses. */
const USE_INTERVAL = (SESSION_TIMEOUT_S_MIN * 1_000) / 3

const queryKey = ['session-in-use']

/**
 * While the page has what exists nowhere else: the browser asks before it closes the page, and the
 * session stays in use. Handing shares out takes as long as it takes, and mostly in other windows.
 * When the session ends all the same, no refused call brings the login screen in place of the shares.
 *
 * @returns whether nobody is signed in any more, which the page then has to say
 */
export function useGuardedPage(guarded: boolean): boolean {
  useUnloadGuard(guarded)
  const queries = useQueryClient()
  useEffect(() => {
    if (!guarded) return
    // Said once: each change would put off the next look at whether somebody has signed in again.
    return keepPage(() =>
      queries.setQueryData<boolean>(queryKey, (signedIn) =>
        signedIn === false ? undefined : false,
      ),
    )
  }, [guarded, queries])
  const { data: isSignedIn } = useQuery({
    queryKey,
    queryFn: touchSession,
    enabled: guarded,
    refetchInterval: ({ state }) => (state.data === false ? STATUS_POLL : USE_INTERVAL),
    refetchIntervalInBackground: true,
    gcTime: 0,
  })
  return guarded && isSignedIn === false
}

/** @returns false when there is no session that could be used */
async function touchSession(): Promise<boolean> {
  try {
    await call('GET', '/api/status', { isLogin: true })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false
    throw error
  }
}
