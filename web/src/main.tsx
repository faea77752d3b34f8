import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { loadEarly } from './app/load-early.ts'
import { STATUS_POLL } from './lib/limits.ts'
import { common } from './texts/common.ts'
import { spokenLanguage } from './texts/spoken.ts'
import './app/fonts.css'
import './app/app.css'
import { createAccess, takeSignInToken } from './features/auth/access.ts'
import { Confirm } from './features/auth/Confirm.tsx'
import { createConfirming } from './features/auth/confirming.ts'
import { forgetSessionRecords } from './features/shares/browser-records.ts'
import { onConfirmNeeded, onUnauthorized } from './lib/api-client.ts'
import { watchAttendance } from './lib/attendance.ts'
import { watchBuild } from './lib/check-build.ts'
import { createQueryClient } from './lib/query-client.ts'
import { joinTabs } from './lib/session.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { ToastPlace } from './ui/ToastPlace.tsx'
import { UpdateNotice } from './ui/UpdateNotice.tsx'

const root = document.getElementById('root')
if (root === null) {
  console.error(common.rootMissing)
} else {
  document.documentElement.lang = spokenLanguage
  const queries = createQueryClient()
  const confirming = createConfirming()
  const access = createAccess({
    retry: STATUS_POLL,
    onSignedOut: () => {
      confirming.settle(false)
      queries.clear()
      forgetSessionRecords()
    },
  })
  onUnauthorized(() => void access.check())
  onConfirmNeeded(confirming.ask)
  joinTabs(() => void access.checkAgain())
  watchAttendance()
  watchBuild()
  // Opening a link over this page only changes the fragment and loads nothing.
  addEventListener('hashchange', () => {
    const token = takeSignInToken()
    if (token !== undefined) void access.check(token)
  })
  void access.check(takeSignInToken())
  loadEarly(queries)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        {/* Before the page, of whose flow it is part; and not loaded later, or what is gone would be told
            by each part for itself. */}
        <UpdateNotice />
        <ToastPlace />
        <ErrorBoundary>
          <App access={access} />
          <Confirm confirming={confirming} />
        </ErrorBoundary>
      </QueryClientProvider>
    </StrictMode>,
  )
}
