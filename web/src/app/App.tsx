import { Suspense, useSyncExternalStore } from 'react'
import type { Access } from '../features/auth/access.ts'
import { lazyPart } from '../lib/load-part.ts'
import { Header } from './Header.tsx'
import { loadLoginScreen, loadSignedIn } from './load-screens.ts'
import { Loading, Page } from './Page.tsx'

const SignedIn = lazyPart(loadSignedIn)
// Loaded only when needed: nearly always somebody is signed in already.
const LoginScreen = lazyPart(loadLoginScreen)
const SetUpScreen = lazyPart(() => import('../features/auth/SetUpScreen.tsx'))

/** The screen that the state of access asks for (specification, section 2). */
export function App({ access }: { access: Access }) {
  const state = useSyncExternalStore(access.subscribe, access.state)
  switch (state.screen) {
    case 'loading':
      return <Loading />
    case 'login':
      return (
        <Suspense fallback={<Loading />}>
          <Page header={<Header />}>
            <LoginScreen state={state} onSubmit={access.login} />
          </Page>
        </Suspense>
      )
    case 'set-up':
      return (
        <Suspense fallback={<Loading />}>
          <Page header={<Header onLogout={access.logout} userId={state.userId} />}>
            <SetUpScreen onDone={access.check} />
          </Page>
        </Suspense>
      )
    case 'signed-in':
      return (
        <Suspense fallback={<Loading />}>
          <SignedIn userId={state.userId} onLogout={access.logout} onCheckAccess={access.check} />
        </Suspense>
      )
  }
}
