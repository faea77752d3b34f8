import type { QueryClient } from '@tanstack/react-query'
import { Activity, Suspense, useSyncExternalStore } from 'react'
import type { Access } from '../features/auth/access.ts'
import { statusQuery } from '../features/home/get-status.ts'
import { savedQuery } from '../features/setup/credentials/env.ts'
import { lazyPart, loadPart } from '../lib/load-part.ts'
import { sessionId } from '../lib/session.ts'
import { Loading } from './Loading.tsx'
import { loadLoginPage } from './load-screens.ts'

const loadSignedIn = () => import('./SignedIn.tsx')
const SignedIn = lazyPart(loadSignedIn)
// Loaded only when needed: nearly always somebody is signed in already.
const LoginPage = lazyPart(loadLoginPage)
const SetUpPage = lazyPart(() => import('./SetUpPage.tsx'))

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

/** The screen that the state of access asks for (specification, section 2). */
export function App({ access }: { access: Access }) {
  const state = useSyncExternalStore(access.subscribe, access.state)
  const isIn = state.screen === 'signed-in'
  const inside = isIn ? state.userId : state.screen === 'login' ? state.beneath : undefined
  return (
    <>
      {state.screen === 'loading' && <Loading />}
      {state.screen === 'login' && (
        <Suspense fallback={<Loading />}>
          <LoginPage state={state} onSubmit={access.login} />
        </Suspense>
      )}
      {state.screen === 'set-up' && (
        <Suspense fallback={<Loading />}>
          <SetUpPage userId={state.userId} onLogout={access.logout} onDone={access.check} />
        </Suspense>
      )}
      {/* What was typed waits in it, unseen, until the same person is back. */}
      {inside !== undefined && (
        <Activity mode={isIn ? 'visible' : 'hidden'}>
          <Suspense fallback={<Loading />}>
            <SignedIn userId={inside} onLogout={access.logout} onCheckAccess={access.check} />
          </Suspense>
        </Activity>
      )}
    </>
  )
}
