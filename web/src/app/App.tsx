import { Activity, Suspense, useSyncExternalStore } from 'react'
import type { Access } from '../features/auth/access.ts'
import { lazyPart } from '../lib/load-part.ts'
import { Header } from './Header.tsx'
import { loadLoginScreen } from './load-screens.ts'
import { Loading, Page } from './Page.tsx'
import { SignedIn } from './SignedIn.tsx'

// Loaded only when needed: nearly always somebody is signed in already.
const LoginScreen = lazyPart(loadLoginScreen)
const SetUpScreen = lazyPart(() => import('../features/auth/SetUpScreen.tsx'))

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
          <Page header={<Header />}>
            <LoginScreen state={state} onSubmit={access.login} />
          </Page>
        </Suspense>
      )}
      {state.screen === 'set-up' && (
        <Suspense fallback={<Loading />}>
          <Page header={<Header onLogout={access.logout} userId={state.userId} />}>
            <SetUpScreen onDone={access.check} />
          </Page>
        </Suspense>
      )}
      {/* What was typed waits in it, unseen, until the same person is back. */}
      {inside !== undefined && (
        <Activity mode={isIn ? 'visible' : 'hidden'}>
          <SignedIn userId={inside} onLogout={access.logout} onCheckAccess={access.check} />
        </Activity>
      )}
    </>
  )
}
