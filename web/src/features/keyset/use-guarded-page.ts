import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { STATUS_POLL } from '../../../../server/contract/limits.ts'
import { ApiError, call, keepPage } from '../../lib/api-client.ts'
import { sessionRefused } from '../../lib/session.ts'
import { useUnloadGuard } from '../../lib/use-unload-guard.ts'

/** Milliseconds. */
const LOOK_INTERVAL = 20_000

const queryKey = ['session-open']

/**
 * While the page has what exists nowhere else: the browser asks before it closes the page, and when
 * the session ends, as it may while shares are handed out in other windows, no refused call brings the
 * login screen in their place.
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
    queryFn: isSessionOpen,
    enabled: guarded,
    refetchInterval: ({ state }) => (state.data === false ? STATUS_POLL : LOOK_INTERVAL),
    refetchIntervalInBackground: true,
    gcTime: 0,
  })
  return guarded && isSignedIn === false
}

async function isSessionOpen(): Promise<boolean> {
  try {
    await call('GET', '/api/status', { isLogin: true })
    return true
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    sessionRefused()
    return false
  }
}
