import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { page } from '../../server/contract/messages.ts'
import './ui/tokens.css'
import './ui/base.css'
import './ui/controls.css'
import './ui/card.css'
import { STATUS_POLL } from '../../server/contract/limits.ts'
import { App } from './app/App.tsx'
import { createAccess, takeSignInToken } from './features/auth/access.ts'
import { api, onUnauthorized } from './lib/api.ts'

const root = document.getElementById('root')
if (root === null) {
  console.error(page.rootMissing)
} else {
  const access = createAccess({ calls: api, retry: STATUS_POLL })
  onUnauthorized(() => void access.check())
  // A link that is opened over this page changes the fragment and loads nothing.
  addEventListener('hashchange', () => {
    const token = takeSignInToken()
    if (token !== undefined) void access.check(token)
  })
  void access.check(takeSignInToken())
  createRoot(root).render(
    <StrictMode>
      <App access={access} />
    </StrictMode>,
  )
}
