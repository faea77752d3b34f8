import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isUnreachable } from '../../lib/query-client.ts'
import { applyPeerFrame } from '../peers/apply-peer-frame.ts'
import { statusQuery } from '../status/get-status.ts'
import { isOtherLog } from './event-log.ts'
import { EventStream } from './event-stream.ts'
import { EventsStore } from './events-store.ts'
import { changesStatus, createStatusRefresh } from './status-refresh.ts'

export interface EventsOptions {
  /** The server has closed the stream by a rule: who was signed in may no longer be. */
  onPolicyClose(): void
}

/**
 * The event log, live for as long as the component is shown; it goes on where it stood when the
 * component is shown again. Answers the store and not its state: whoever shows it subscribes, and
 * an entry does not draw the whole screen again.
 */
export function useEvents({ onPolicyClose }: EventsOptions): EventsStore {
  const queries = useQueryClient()
  const [events] = useState(() => keptEvents(queries))
  const stream = useRef<EventStream | null>(null)
  const tellPolicyClose = useEffectEvent(onPolicyClose)

  useEffect(() => {
    const status = createStatusRefresh(queries)
    const opened = new EventStream({
      url: () => streamUrl(events.current().lastId),
      // A socket that opens or closes says something of the server.
      onOpenChange: (open) => {
        events.setOpen(open)
        status.ask()
      },
      onPolicyClose: () => tellPolicyClose(),
      onGreeting: ({ id }) => {
        if (!isOtherLog(events.current(), id)) return
        events.beginAnew()
        opened.renew()
      },
      onFrame: (frame) => {
        if (frame.type === 'peer-status-internal' || frame.type === 'peer-ping-internal') {
          applyPeerFrame(queries, frame)
        } else {
          events.add(frame)
        }
        if (changesStatus(frame)) status.ask()
      },
    })
    stream.current = opened
    opened.start()
    return () => {
      stream.current = null
      opened.stop()
      status.stop()
      events.leave()
    }
  }, [queries, events])

  useRenewal(stream, events)
  return events
}

/**
 * When the server comes back, a socket that was not opened since may be dead without having been
 * told, or wait for long: it is renewed. Only looks on: the status is asked for elsewhere.
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

/** In the cache of queries, which is emptied when whoever was signed in no longer is. */
function keptEvents(queries: QueryClient): EventsStore {
  const queryKey = ['event-log']
  const kept = queries.getQueryData<EventsStore>(queryKey)
  if (kept !== undefined) return kept
  const events = new EventsStore()
  queries.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY })
  queries.setQueryData(queryKey, events)
  return events
}

function streamUrl(since: number): string {
  const url = new URL(`/api/events?since=${since}`, location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}
