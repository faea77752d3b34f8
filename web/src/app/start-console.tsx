import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createAccess, takeSignInToken } from '../features/auth/access.ts'
import { Confirm } from '../features/auth/Confirm.tsx'
import { createConfirming } from '../features/auth/confirming.ts'
import { envQuery } from '../features/setup/credentials/env.ts'
import { forgetSessionRecords } from '../features/setup/credentials/record-storage.ts'
import { onConfirmNeeded, onUnauthorized } from '../lib/api-client.ts'
import { hasTyped, watchAttendance } from '../lib/attendance.ts'
import { watchBuild } from '../lib/check-build.ts'
import { STATUS_POLL } from '../lib/limits.ts'
import { PartError } from '../lib/load-part.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { openSession } from '../lib/session.ts'
import { shownLanguage } from '../texts/catalogue.ts'
import { ErrorBoundary } from '../ui/PartFrame.tsx'
import { ToastPlace } from '../ui/ToastPlace.tsx'
import { takeToasts } from '../ui/toast.ts'
import { UpdateHint } from '../ui/UpdateHint.tsx'
import { App, loadEarly } from './App.tsx'

/**
 * Runs the console in an element of the page, with what the browser keeps for it.
 *
 * @returns a function that removes the console from the page and ends all that it has begun
 */
export function startConsole(element: Element): () => void {
  document.documentElement.lang = shownLanguage
  const dropToasts = takeToasts()
  const queries = createQueryClient()
  const confirming = createConfirming()
  const leaving = new AbortController()
  const { signal } = leaving
  openSession(() => void access.checkAgain(), signal)
  const access = createAccess({
    retry: STATUS_POLL,
    early: loadEarly(queries),
    // A screen that has loaded the share is not kept behind the login.
    keepsScreen: () =>
      hasTyped() && queries.getQueryData(envQuery.queryKey)?.SHARE_CRED === undefined,
    onSignedOut: () => {
      confirming.settle(false)
      forgetSessionRecords()
    },
    onForget: () => queries.clear(),
  })
  onUnauthorized(() => void access.check())
  onConfirmNeeded(confirming.ask)
  watchAttendance(signal)
  watchBuild(signal)
  // Opening a link over this page only changes the fragment and loads nothing.
  const followLink = () => {
    const token = takeSignInToken()
    if (token !== undefined) void access.check(token)
  }
  addEventListener('hashchange', followLink, { signal })
  void access.check(takeSignInToken())
  const root = createRoot(element, { onCaughtError: logCaught })
  root.render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        {/* Before the page, in its flow. Not loaded later: without it, each missing part would report the update
            itself. */}
        <UpdateHint />
        <ToastPlace />
        <ErrorBoundary>
          <App access={access} />
          <Confirm confirming={confirming} />
        </ErrorBoundary>
      </QueryClientProvider>
    </StrictMode>,
  )
  return () => {
    root.unmount()
    dropToasts()
    leaving.abort()
    access.close()
    queries.clear()
  }
}

/** Logs what a part of the page threw. Not that a part could not be loaded: the page says that, and why. */
function logCaught(error: unknown, { componentStack }: { componentStack?: string | undefined }) {
  if (!(error instanceof PartError)) console.error(error, componentStack)
}
