import { useQuery } from '@tanstack/react-query'
import { SESSION_TIMEOUT_S_MIN } from '../../../../server/contract/limits.ts'
import { call } from '../../lib/api-client.ts'
import { useUnloadGuard } from '../../lib/use-unload-guard.ts'

/** Well within the shortest time after which a server ends a session that nobody uses. */
const USE_INTERVAL = (SESSION_TIMEOUT_S_MIN * 1_000) / 3

/**
 * While the page has what exists nowhere else: the browser asks before it closes the page, and the
 * session stays in use, because its end would bring the login screen in place of the shares. Handing
 * them out takes as long as it takes, and mostly in other windows.
 */
export function useGuardedPage(guarded: boolean): void {
  useUnloadGuard(guarded)
  useQuery({
    queryKey: ['session-in-use'],
    // As for a login, a refusal is not to end anything: the shares must stay on the page.
    queryFn: async () => {
      await call('GET', '/api/status', { isLogin: true })
      return null
    },
    enabled: guarded,
    refetchInterval: USE_INTERVAL,
    refetchIntervalInBackground: true,
    gcTime: 0,
  })
}
