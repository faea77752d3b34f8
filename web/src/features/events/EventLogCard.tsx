import { page } from '../../../../server/contract/messages.ts'
import { dayName } from '../../lib/time.ts'
import { Card } from '../../ui/Card.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { EventRow } from './EventRow.tsx'
import { type EventLog, keyOf } from './event-log.ts'
import { useFollowEnd } from './use-follow-end.ts'
import './events.css'

export interface EventLogCardProps {
  log: EventLog
  /** Whether the event stream is open; null while it is first opened. */
  open: boolean | null
}

/** What happened, newest last; stays with the newest unless scrolled up. */
export function EventLogCard({ log, open }: EventLogCardProps) {
  const { entries } = log
  const { scroller, following, onScroll, jump } = useFollowEnd(entries)
  return (
    <Card
      title={page.events}
      badges={
        <>
          <span className="chip">{page.eventCount(entries.length)}</span>
          {open === false && (
            <span className="chip warn">
              <Icon name="wait" size={13} />
              {page.eventsLost}
            </span>
          )}
        </>
      }
    >
      <div className="log-frame">
        <section
          className="log"
          ref={scroller}
          onScroll={onScroll}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too
          tabIndex={0}
          aria-label={page.eventEntries}
        >
          {entries.length === 0 ? (
            <p className="empty">{page.eventsNone}</p>
          ) : (
            <ul>
              {entries.map((entry, index) => (
                <EventRow
                  key={keyOf(entry)}
                  entry={entry}
                  day={newDay(entry.timestamp, entries[index - 1]?.timestamp)}
                  onToggle={onScroll}
                />
              ))}
            </ul>
          )}
        </section>
        {!following && (
          <button type="button" className="btn log-jump" onClick={jump}>
            <Icon name="down" size={15} />
            {page.jumpToEnd}
          </button>
        )}
      </div>
    </Card>
  )
}

/** The day to name above an entry: when it is not that of the one before, or not today's. */
function newDay(timestamp: string, before: string | undefined): string | null {
  const day = dayName(new Date(timestamp))
  const last = before === undefined ? dayName(new Date()) : dayName(new Date(before))
  return day === last ? null : day
}
