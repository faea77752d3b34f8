import { memo, useState } from 'react'
import type { EventType, LogEntry } from '../../../../server/contract/events.ts'
import { page } from '../../../../server/contract/messages.ts'
import { clockTime } from '../../lib/time.ts'
import { Icon } from '../../ui/Icon.tsx'

const COLOURED: ReadonlySet<EventType> = new Set([
  'error',
  'ready',
  'disconnect',
  'bifrost',
  'ecdh',
  'sign',
])

export interface EventRowProps {
  entry: LogEntry
  /** The day to name above this entry, if any. */
  day: string | null
  /** The height has changed. */
  onToggle(): void
}

export const EventRow = memo(function EventRow({ entry, day, onToggle }: EventRowProps) {
  const [open, setOpen] = useState(false)
  const { data } = entry
  return (
    <li className="event">
      {day !== null && <p className="event-day">{day}</p>}
      {data === undefined ? (
        <div className="event-line">
          <Line entry={entry} />
        </div>
      ) : (
        <details
          onToggle={(event) => {
            setOpen(event.currentTarget.open)
            onToggle()
          }}
        >
          <summary className="event-line">
            <Line entry={entry} />
            <Icon name="chevron" size={14} />
            <span className="sr-only">{page.eventDetails}</span>
          </summary>
          {open && <pre className="mono">{JSON.stringify(data, null, 2)}</pre>}
        </details>
      )}
    </li>
  )
})

function Line({ entry }: { entry: LogEntry }) {
  const { type, message, timestamp } = entry
  const date = new Date(timestamp)
  return (
    <>
      <time dateTime={timestamp} title={date.toLocaleString()}>
        {clockTime(date)}
      </time>
      <span className={`tag tag-${COLOURED.has(type) ? type : 'other'}`}>{type}</span>
      <span className="event-message">{message}</span>
    </>
  )
}
