import type { QueryClient } from '@tanstack/react-query'
import { Activity, Suspense, useSyncExternalStore } from 'react'
import type { Access } from '../features/auth/access.ts'
import { statusQuery } from '../features/home/get-status.ts'
import { savedQuery } from '../features/setup/credentials/env.ts'
import { earlyPart, lazyPart } from '../lib/load-part.ts'
import { sessionId } from '../lib/session.ts'
import { Loading } from './Loading.tsx'

const { Part: SignedIn, load: loadSignedIn } = earlyPart(() => import('./SignedIn.tsx'))
const { Part: LoginPage, load: loadLogin } = earlyPart(() => import('./LoginPage.tsx'))
const SetUpPage = lazyPart(() => import('./SetUpPage.tsx'))

/**
 * Loads what the page most likely shows, while the server is still being asked who is signed in: the first screen
 * in a tab with a session, else the login.
 *
 * @returns once the code has come or failed to come; a failure is shown where the code is used
 */
export async function loadEarly(queries: QueryClient): Promise<void> {
  const isIn = sessionId() !== null
  if (isIn) {
    void queries.prefetchQuery(savedQuery)
    void queries.prefetchQuery(statusQuery)
  }
  await (isIn ? loadSignedIn() : loadLogin()).catch(() => {})
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
      {/* Stays hidden behind the login, with what was typed, until the same user is back. */}
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
