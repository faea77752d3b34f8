import type { QueryClient } from '@tanstack/react-query'
import { statusQuery } from '../features/home/get-status.ts'
import { savedQuery } from '../features/setup/credentials/env.ts'
import { loadPart } from '../lib/load-part.ts'
import { sessionId } from '../lib/session.ts'

/**
 * A tab with a session most likely shows the first screen: asks for what that needs while it is still
 * being asked who is signed in. A failure is shown where the part is shown.
 */
export function loadEarly(queries: QueryClient): void {
  if (sessionId() === null) return
  void loadPart(loadSignedIn).catch(() => {})
  void queries.prefetchQuery(savedQuery)
  void queries.prefetchQuery(statusQuery)
}

/**
 * The login screen's code. It is also loaded while somebody is signed in, because the server may be
 * away when they log out.
 */
export const loadLoginScreen = () => import('../features/auth/LoginScreen.tsx')

/** The menu's code: behind a press, but there before that, if there is time. */
export const loadIdentityMenu = () => import('./IdentityMenu.tsx')

/** Every screen's frame with the first one: also loaded before it is known that somebody is signed in. */
export const loadSignedIn = () => import('./SignedIn.tsx')
