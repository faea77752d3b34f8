import { ChevronRight } from 'lucide-react'
import { memo, type ReactNode, useId } from 'react'
import { seenText } from '#contract/plain-text.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import { clockTime, dayName, wasSetBack } from '../../lib/time.ts'
import { locale } from '../../texts/language.ts'
import { events, generations } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { cx } from '../../ui/cx.ts'
import type { Names } from '../settings/use-names.ts'
import type { PageEntry } from './event-log.ts'
import { cut, devicesOf, protocolOf } from './event-view.ts'
import { dataText, entryText } from './export-log.ts'
import { TypeTag } from './Panel.tsx'

const fullDate = new Intl.DateTimeFormat(locale, {
  dateStyle: 'full',
  timeStyle: 'long',
  hourCycle: 'h23',
})

/**
 * Browsers take seconds to break a word of many thousand characters into lines. The first limit is
 * what three lines hold; anything beyond the second can only be copied.
 */
const LINE_CHARS = 300
const OPEN_CHARS = 2_000

interface EventRowProps {
  entry: PageEntry
  /** The entry above it, if there is one. */
  before: PageEntry | undefined
  names: Names
  isOpen: boolean
  isTabStop: boolean
  isShaded: boolean
}

/**
 * One entry: a line that the list opens and closes, and its details while open. Above it stands the day, if it is not
 * that of the entry before.
 */
export const EventRow = memo(function EventRow(props: EventRowProps) {
  const { entry, before, names, isOpen, isTabStop, isShaded } = props
  const { type, message, timestamp, data } = entry
  const protocol = protocolOf(data)
  const devices = devicesOf(data, names)
  const id = useId()
  const date = new Date(timestamp)
  const day = dayName(date)
  return (
    <li className={isShaded ? 'bg-sunken' : undefined}>
      {before && wasSetBack(before.timestamp, timestamp) && (
        <Divider>{events.clockSetBack}</Divider>
      )}
      {day !== dayName(before ? new Date(before.timestamp) : new Date()) && (
        <Divider>{day}</Divider>
      )}
      <button
        type="button"
        data-seq={entry.seq}
        tabIndex={isTabStop ? 0 : -1}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className={cx(
          'grid w-full grid-cols-[3.75rem_minmax(0,1fr)_1rem] items-baseline gap-x-2.5 px-4 py-1.5 text-left',
          'outline-offset-[-2px] hover:bg-ice-soft/60 sm:grid-cols-[3.75rem_5.75rem_minmax(0,1fr)_1rem]',
        )}
      >
        <time dateTime={timestamp} title={fullDate.format(date)} className="text-sm text-ink-3">
          {clockTime(date)}
        </time>
        <span>
          <TypeTag type={type} />
        </span>
        <bdi
          className={cx(
            'col-span-3 row-start-2 min-w-0 overflow-hidden break-words sm:col-span-1 sm:row-start-auto',
            !isOpen && 'line-clamp-3',
          )}
        >
          {cut(seenText(message), isOpen ? OPEN_CHARS : LINE_CHARS)}
          {devices.length > 0 && (
            <span className="text-sm text-ink-3">{`\u00a0· ${devices.join(', ')}`}</span>
          )}
          {protocol !== null && <ProtocolTag name={protocol} />}
        </bdi>
        <ChevronRight
          size={14}
          strokeWidth={1.8}
          aria-hidden
          className={cx(
            'col-start-3 row-start-1 self-center text-ink-3 transition-transform sm:col-start-4',
            isOpen && 'rotate-90',
          )}
        />
      </button>
      {isOpen && <Details id={id} entry={entry} date={date} />}
    </li>
  )
})

const Divider = ({ children }: { children: ReactNode }) => (
  <p className="border-y border-line bg-surface px-4 py-1 text-sm font-medium text-ink-2">
    {children}
  </p>
)

/** The protocol it was in, for anyone who looks for it. */
function ProtocolTag({ name }: { name: ProtocolName }) {
  return (
    <span className="text-sm whitespace-nowrap text-ink-3">
      <span aria-hidden> · {name}</span>
      <span className="sr-only">, {generations.inGeneration(name)}</span>
    </span>
  )
}

function Details({ id, entry, date }: { id: string; entry: PageEntry; date: Date }) {
  const { data } = entry
  return (
    <div id={id} className="px-4 pb-2.5 sm:pl-[5.375rem]">
      <div className="flex items-center gap-2 text-sm text-ink-3">
        <span className="min-w-0">
          {fullDate.format(date)} · {events.entryNumber(entry.id)}
        </span>
        <span className="ml-auto">
          <CopyButton text={entryText(entry)} what={events.entry} small />
        </span>
      </div>
      {data !== undefined && (
        <div className="mt-1 flex items-start rounded-md border border-line bg-bg pt-1 pr-1 pb-2 pl-3">
          <pre
            dir="ltr"
            className="min-w-0 flex-1 overflow-hidden pt-1 font-mono text-mono break-all whitespace-pre-wrap text-ink-2"
          >
            {cut(dataText(data), OPEN_CHARS)}
          </pre>
          <CopyButton text={dataText(data)} what={events.data} small />
        </div>
      )}
    </div>
  )
}
