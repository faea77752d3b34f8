import { Clock3, Download, ListFilter } from 'lucide-react'
import { useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { EventType } from '#contract/events.ts'
import { EVENT_LOG_MAX } from '#contract/limits.ts'
import { seenText } from '#contract/plain-text.ts'
import { useNow } from '../../lib/hooks.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { clockTime, duration } from '../../lib/time.ts'
import { events as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toastDone } from '../../ui/toast.ts'
import type { EventLog } from './event-log.ts'
import { cut } from './event-view.ts'
import type { EventsStore } from './events-store.ts'

const ExportPanel = lazyPart(() => import('./ExportPanel.tsx'))
const FilterPanel = lazyPart(() => import('./FilterPanel.tsx'))
const LogList = lazyPart(() => import('./LogList.tsx'))

const NONE_HIDDEN: ReadonlySet<EventType> = new Set()

/** What happened, newest last. */
export function EventLogCard({ events }: { events: EventsStore }) {
  const { log, connection } = useSyncExternalStore(events.subscribe, events.state)
  const [hidden, hide] = useState(NONE_HIDDEN)
  const [panel, setPanel] = useState<'filters' | 'export' | null>(null)
  const panelButtons = {
    filters: useRef<HTMLButtonElement>(null),
    export: useRef<HTMLButtonElement>(null),
  }
  const panelId = useId()
  const { entries } = log
  const shown = useMemo(
    () => (hidden.size === 0 ? entries : entries.filter(({ type }) => !hidden.has(type))),
    [entries, hidden],
  )

  function clear() {
    events.clear()
    toastDone(texts.cleared)
  }
  function closePanel() {
    setPanel(null)
    if (panel !== null) panelButtons[panel].current?.focus()
  }
  const panelButton = (which: 'filters' | 'export') => ({
    ref: panelButtons[which],
    'aria-expanded': panel === which,
    'aria-controls': panel === which ? panelId : undefined,
    onClick: () => setPanel(panel === which ? null : which),
  })

  return (
    <Disclosure
      title={texts.title}
      badges={
        <>
          <Chip>{texts.count(entries.length)}</Chip>
          {hidden.size > 0 && <Chip tone="ice">{texts.shown(shown.length)}</Chip>}
          <span role="status">
            {connection.at === 'lost' && <ReconnectingChip since={connection.since} />}
          </span>
        </>
      }
      actions={
        <>
          <IconButton icon={ListFilter} label={texts.toggleFilters} {...panelButton('filters')} />
          <IconButton icon={Download} label={texts.export} {...panelButton('export')} />
          <Button kind="quiet" onClick={clear}>
            {texts.clear}
          </Button>
        </>
      }
    >
      <PartFrame>
        {panel === 'filters' && (
          <FilterPanel
            id={panelId}
            entries={entries}
            hidden={hidden}
            onChange={hide}
            onClose={closePanel}
          />
        )}
        {panel === 'export' && <ExportPanel id={panelId} entries={shown} onClose={closePanel} />}
      </PartFrame>
      {shown.length > 0 ? (
        <PartFrame fallback={<LogSkeleton />}>
          <LogList entries={shown} />
        </PartFrame>
      ) : connection.at === 'connecting' ? (
        <LogSkeleton />
      ) : (
        <NothingShown log={log} onClearFilters={() => hide(NONE_HIDDEN)} />
      )}
      <p role="status" className="sr-only">
        <NewestError log={log} />
      </p>
    </Disclosure>
  )
}

function NothingShown({ log, onClearFilters }: { log: EventLog; onClearFilters(): void }) {
  return (
    <div className="flex h-(--height-log) flex-col items-center justify-center gap-2 overflow-y-auto px-4 text-center text-ink-2">
      {log.entries.length > 0 ? (
        <>
          <p>{texts.noneMatch}</p>
          <Button onClick={onClearFilters}>{texts.clearFilters}</Button>
        </>
      ) : (
        <>
          <p>{texts.none}</p>
          {log.nextSeq > 0 && (
            <p className="max-w-80 text-sm text-ink-3">{texts.serverKeeps(EVENT_LOG_MAX)}</p>
          )}
        </>
      )}
    </div>
  )
}

const SPOKEN_CHARS = 300

/** Only errors are read out. */
function NewestError({ log: { entries } }: { log: EventLog }) {
  const error = useMemo(() => entries.findLast(({ type }) => type === 'error'), [entries])
  return (
    error &&
    texts.newestError(
      clockTime(new Date(error.timestamp)),
      cut(seenText(error.message), SPOKEN_CHARS),
    )
  )
}

const SKELETON_ROWS = ['w-3/4', 'w-1/2', 'w-2/3', 'w-3/5', 'w-5/6', 'w-2/5', 'w-4/5', 'w-1/3']

function LogSkeleton() {
  return (
    <div className="flex h-(--height-log) flex-col gap-4 overflow-hidden px-4 py-2.5">
      {SKELETON_ROWS.map((width) => (
        <Skeleton key={width} className={cx('h-4.5 shrink-0', width)} />
      ))}
    </div>
  )
}

/** Says that the stream is away, and for how long; only the first is read out. */
function ReconnectingChip({ since }: { since: number }) {
  const now = useNow()
  return (
    <Chip tone="warn" icon={Clock3}>
      {texts.reconnecting}
      <span aria-hidden>{duration(now - since)}</span>
    </Chip>
  )
}
