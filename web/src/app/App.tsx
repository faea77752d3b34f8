import type { QueryClient } from '@tanstack/react-query'
import { Activity, Suspense, useSyncExternalStore } from 'react'
import type { Access } from '../features/auth/access.ts'
import { statusQuery } from '../features/home/get-status.ts'
import { savedQuery } from '../features/setup/credentials/env.ts'
import { earlyPart, lazyPart } from '../lib/load-part.ts'
import { sessionId } from '../lib/session.ts'
import { Loading } from './Loading.tsx'
import { loadLoginPage } from './load-login.ts'

const { Part: SignedIn, load: loadSignedIn } = earlyPart(() => import('./SignedIn.tsx'))
const { Part: LoginPage, load: loadLogin } = earlyPart(loadLoginPage)
const SetUpPage = lazyPart(() => import('./SetUpPage.tsx'))

/**
 * A tab with a session most likely shows the first screen, and one without it the login: asks for what that
 * needs while it is still being asked who is signed in.
 *
 * @returns when its code has come, or can't be had: that is shown where it is wanted
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
