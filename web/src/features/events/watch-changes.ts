import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reconnectDelay } from '../../lib/backoff.ts'
import { checkBuild } from '../../lib/check-build.ts'
import { refreshSaved } from '../env/refresh-saved.ts'
import { EventStream } from './event-stream.ts'
import { changesSettings } from './settings-change.ts'
import { streamProtocols, streamUrl } from './stream-address.ts'

/**
 * Hears of what is changed elsewhere, for as long as a screen is shown that does not show the event
 * log, which hears of it by itself.
 */
export function useWatchChanges(): void {
  const queries = useQueryClient()
  useEffect(() => watchChanges(queries), [queries])
}

/** The same, for a place in the page. */
export function WatchChanges() {
  useWatchChanges()
  return null
}

/** @returns what ends it */
function watchChanges(queries: QueryClient): () => void {
  let failures = 0
  let wasOpen = false
  let ended = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const stream = new EventStream({
    url: () => streamUrl(),
    protocols: streamProtocols,
    onGreeting: () => {},
    onFrame: (frame) => {
      if (changesSettings(frame)) void refreshSaved(queries)
    },
    onOpenChange: (open) => {
      if (!open) return comeBack(reconnectDelay(failures++))
      failures = 0
      // Also what was changed before it was open.
      void refreshSaved(queries)
      if (wasOpen) void checkBuild()
      wasOpen = true
    },
    onPolicyClose: () => comeBack(0),
  })

  /**
   * Not before the server answers a call again: to whoever is not signed in any more, it says so in
   * words, while a socket that is refused tells nothing and would be tried for ever.
   */
  function comeBack(delay: number): void {
    stream.stop()
    clearTimeout(timer)
    timer = setTimeout(async () => {
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
    stream.stop()
  }
}
