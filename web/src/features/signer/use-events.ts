import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { checkBuild } from '../../lib/check-build.ts'
import { isUnreachable, setLive } from '../../lib/query-client.ts'
import { statusQuery } from '../home/get-status.ts'
import { refreshSaved } from '../setup/credentials/env-changes.ts'
import { applyNews, followStream } from './apply-news.ts'
import { isOtherLog } from './event-log.ts'
import { EventStream, streamUrl } from './event-stream.ts'
import { EventsStore } from './events-store.ts'
import { createStatusRefresh } from './status-refresh.ts'

/**
 * The event log, live while the component is shown; it continues when the component is shown again.
 * Returns the store, not its state: its users subscribe, so that an entry does not render the whole
 * screen again.
 *
 * @param onPolicyClose called when the server has closed the stream with `POLICY_CLOSE`: the session may have ended
 */
export function useEvents(onPolicyClose: () => void): EventsStore {
  const queries = useQueryClient()
  const [events] = useState(() => keptEvents(queries))
  const stream = useRef<EventStream | null>(null)
  const reportPolicyClose = useEffectEvent(onPolicyClose)

  useEffect(() => {
    const status = createStatusRefresh(queries)
    const opened = new EventStream({
      url: () => streamUrl(events.current().lastId),
      // A socket that opens or closes says something about the server.
      onOpenChange: (open) => {
        if (open && events.state().connection.at === 'lost') {
          void refreshSaved(queries)
          void checkBuild()
        }
        events.setOpen(open)
        followStream(queries, open)
        status.ask()
      },
      onPolicyClose: () => reportPolicyClose(),
      onGreeting: ({ id }) => {
        if (!isOtherLog(events.current(), id)) return
        events.beginAnew()
        opened.renew()
      },
      onFrame: (frame) => {
        applyNews(queries, frame, { status, onEntry: (entry) => events.add(entry) })
      },
    })
    stream.current = opened
    opened.start()
    return () => {
      stream.current = null
      opened.stop()
      setLive(false)
      status.stop()
      events.leave()
    }
  }, [queries, events])

  useRenewal(stream, events)
  return events
}

/**
 * When the server comes back, a socket opened before may have died silently, or wait for long, so it
 * is renewed. This only observes: the status is asked for elsewhere.
 */
function useRenewal(stream: { current: EventStream | null }, events: EventsStore): void {
  const { error } = useQuery({ ...statusQuery, enabled: false })
  const unreachable = isUnreachable(error)
  useEffect(() => {
    if (!unreachable) return
    const { connection } = events.state()
    return () => {
      const isNew = events.state().connection !== connection
      if (!isNew || events.state().connection.at !== 'open') stream.current?.renew()
    }
  }, [unreachable, stream, events])
}

/** Kept in the query cache, which is emptied when the session ends. */
function keptEvents(queries: QueryClient): EventsStore {
  const queryKey = ['event-log']
  const kept = queries.getQueryData<EventsStore>(queryKey)
  if (kept !== undefined) return kept
  const events = new EventsStore()
  queries.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY })
  queries.setQueryData(queryKey, events)
  return events
}
