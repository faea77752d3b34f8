import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, call, keepPage } from '#web/lib/api-client.ts'
import { STATUS_POLL } from '#web/lib/limits.ts'
import { sessionRefused } from '#web/lib/session.ts'
import { useUnloadGuard } from '#web/lib/use-unload-guard.ts'

/** Milliseconds. */
const LOOK_INTERVAL = 20_000

const queryKey = ['session-open']

/**
 * Guards a page that holds what exists nowhere else. The browser asks before closing the page, and a call
 * that is refused does not replace the page with the login: the session may end while shares are handed
 * out in other windows.
 *
 * @returns whether nobody is signed in any more, which the page must then say
 */
export function useGuardedPage(guarded: boolean): boolean {
  useUnloadGuard(guarded)
  const queries = useQueryClient()
  useEffect(() => {
    if (!guarded) return
    // Set once: each change would delay the next check whether somebody has signed in again.
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
