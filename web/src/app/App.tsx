import { useSyncExternalStore } from 'react'
import { page } from '../../../server/contract/messages.ts'
import type { Access } from '../features/auth/access.ts'
import { LoginCard } from '../features/auth/LoginCard.tsx'
import { Console } from './Console.tsx'
import { Header } from './Header.tsx'
import './app.css'

/** The login while nobody is signed in who has to be; otherwise the console. */
export function App({ access }: { access: Access }) {
  const state = useSyncExternalStore(access.subscribe, access.state)
  switch (state.screen) {
    case 'loading':
      return (
        <p className="wrap loading-line" role="status">
          {page.loading}
        </p>
      )
    case 'login':
      return (
        <div className="wrap">
          <Header />
          <main>
            <LoginCard state={state} onSubmit={access.login} />
          </main>
        </div>
      )
    case 'console':
      return <Console access={state} onLogout={access.logout} onDoubt={access.check} />
  }
}
