import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reconnectDelay } from '../../lib/backoff.ts'
import { checkBuild } from '../../lib/check-build.ts'
import { setLive } from '../../lib/query-client.ts'
import { refreshSaved } from '../setup/credentials/env-changes.ts'
import { applyNews, followStream } from './apply-news.ts'
import { EventStream, streamUrl } from './event-stream.ts'
import { createStatusRefresh } from './status-refresh.ts'

/**
 * Listens for changes made elsewhere while a screen without the event log is shown; the log hears of
 * them by itself.
 */
export function useWatchChanges(): void {
  const queries = useQueryClient()
  useEffect(() => watchChanges(queries), [queries])
}

/** `useWatchChanges` as a component. */
export function WatchChanges() {
  useWatchChanges()
  return null
}

/** @returns a function that ends it */
function watchChanges(queries: QueryClient): () => void {
  let failures = 0
  let wasOpen = false
  let ended = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const status = createStatusRefresh(queries)
  const stream = new EventStream({
    url: () => streamUrl(),
    onGreeting: () => {},
    onFrame: (frame) => applyNews(queries, frame, { status }),
    onOpenChange: (open) => {
      followStream(queries, open)
      if (!open) return comeBack(reconnectDelay(failures++))
      failures = 0
      // Covers what was changed before the socket was open.
      void refreshSaved(queries)
      if (wasOpen) void checkBuild()
      wasOpen = true
    },
    onPolicyClose: () => comeBack(0),
  })

  /**
   * Connects again only once the server answers a call: that answer says if the session has ended, while
   * a refused socket says nothing and would be retried for ever.
   */
  function comeBack(delay: number): void {
    stream.stop()
    clearTimeout(timer)
    timer = setTimeout(async () => {
      status.ask()
      const refreshed = await refreshSaved(queries)
      if (ended || refreshed === 'refused') return
      if (refreshed === 'read') stream.start()
      else comeBack(reconnectDelay(failures++))
    }, delay)
  }

  stream.start()
  return () => {
    ended = true
    clearTimeout(timer)
    status.stop()
    stream.stop()
    setLive(false)
  }
}
