import type { QueryClient } from '@tanstack/react-query'
import { savedQuery } from '../features/env/get-saved.ts'
import { statusQuery } from '../features/status/get-status.ts'
import { loadPart } from '../lib/load-part.ts'
import { sessionId } from '../lib/session.ts'
import { loadMainScreen } from './load-main-screen.ts'

/**
 * A tab with a session most likely shows the first screen: asks for what that needs while it is still
 * being asked who is signed in. What fails is told where it is shown.
 */
export function loadEarly(queries: QueryClient): void {
  if (sessionId() === null) return
  void loadPart(loadMainScreen).catch(() => {})
  void queries.prefetchQuery(savedQuery)
  void queries.prefetchQuery(statusQuery)
}
