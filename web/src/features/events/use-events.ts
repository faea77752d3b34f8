import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { EventFrame } from '../../../../server/contract/events.ts'
import { addEntry, type EventLog, emptyLog, isOtherLog } from './event-log.ts'
import { EventStream } from './event-stream.ts'

export interface Events {
  log: EventLog
  /** null until the first attempt has come to something. */
  open: boolean | null
  /** Connects anew at once. */
  renew(): void
}

export interface EventsOptions {
  /** Hears of every frame, also of those that are no entry. */
  onFrame(frame: EventFrame): void
  /** The server has closed the stream by a rule. */
  onPolicyClose(): void
}

/** The event log, live. */
export function useEvents({ onFrame, onPolicyClose }: EventsOptions): Events {
  const [log, setLog] = useState(emptyLog)
  const [open, setOpen] = useState<boolean | null>(null)
  const stream = useRef<EventStream | null>(null)
  const tell = useEffectEvent(onFrame)
  const tellPolicyClose = useEffectEvent(onPolicyClose)

  useEffect(() => {
    let current = emptyLog
    const show = (next: EventLog) => {
      current = next
      setLog(next)
    }
    const events = new EventStream({
      url: () => streamUrl(current.lastId),
      onOpenChange: setOpen,
      onPolicyClose: () => tellPolicyClose(),
      onGreeting: ({ id }) => {
        if (!isOtherLog(current, id)) return
        show(emptyLog)
        events.renew()
      },
      onFrame: (frame) => {
        if (frame.type !== 'peer-status-internal' && frame.type !== 'peer-ping-internal') {
          show(addEntry(current, frame))
        }
        tell(frame)
      },
    })
    stream.current = events
    events.start()
    return () => {
      stream.current = null
      events.stop()
    }
  }, [])

  const [renew] = useState(() => () => stream.current?.renew())
  return { log, open, renew }
}

function streamUrl(since: number): string {
  const url = new URL(`/api/events?since=${since}`, location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}
