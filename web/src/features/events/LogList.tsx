import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import {
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { wasSetBack } from '../../lib/clock-set-back.ts'
import { PAGE_LOG_MAX } from '../../lib/limits.ts'
import { dayName } from '../../lib/time.ts'
import { events } from '../../texts/events.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { useNames } from '../names/use-names.ts'
import { EventRow } from './EventRow.tsx'
import { indexFrom, type PageEntry } from './event-log.ts'
import { toggled } from './toggled.ts'
import { useFollowEnd } from './use-follow-end.ts'
import { isOnRow, seqOf, useRowFocus } from './use-row-focus.ts'

/** Estimated height of a one-line row, before it is measured. Pixels. */
const ROW_HEIGHT = 33
const OVERSCAN = 6

export interface LogListProps {
  /** At least one. */
  entries: readonly PageEntry[]
  /** A new value means that other entries are shown, not only newer ones. */
  view: unknown
}

/** The entries, of which only the visible ones are in the document; follows the newest. */
export default function LogList({ entries, view }: LogListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const names = useNames()
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const { heldAt, follow, hold, nudge, handlers } = useFollowEnd(entries.at(-1)?.seq ?? -1)
  const following = heldAt === null

  const focus = useRowFocus({
    entries,
    list,
    page: () => {
      const { startIndex = 0, endIndex = 0 } = rows.range ?? {}
      return Math.max(1, endIndex - startIndex - 1)
    },
    reveal: (index) => rows.scrollToIndex(index),
    onMove: (index) => (index === entries.length - 1 ? follow() : hold()),
  })

  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: useCallback((index: number) => entries[index]?.seq ?? -1, [entries]),
    rangeExtractor: useCallback((range: Range) => withRow(range, focus.active), [focus.active]),
    overscan: OVERSCAN,
    // We decide whether we are at the end: always while following, otherwise never, so that a row
    // opened in the last screenful grows downwards and stays in place.
    anchorTo: 'end',
    followOnAppend: following,
    scrollEndThreshold: following ? Number.POSITIVE_INFINITY : -1,
  })
  useForgottenSizes(rows.itemSizeCache, entries)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only where other entries are shown
  useLayoutEffect(() => {
    if (following) rows.scrollToEnd()
  }, [view])

  // On the list, so that an entry is rendered again only when it has changed.
  function onClick({ target }: MouseEvent<HTMLElement>) {
    if (!isOnRow(target)) return
    const seq = seqOf(target)
    flushSync(() => setOpen(toggled(open, seq)))
    if (open.has(seq)) return
    hold()
    const row = (target as Element).closest('li')
    if (row && scroller.current) nudge(scroller.current, beyondSight(row, scroller.current))
  }

  const unseen = following ? 0 : entries.length - indexFrom(entries, heldAt + 1)
  const inSight = rows.getVirtualItems()
  const tabStop = focus.active >= 0 ? focus.active : (rows.range?.endIndex ?? entries.length - 1)
  const today = dayName(new Date())
  const isWhole = (entries.at(-1)?.seq ?? 0) - (entries[0]?.seq ?? 0) === entries.length - 1
  return (
    <div className="relative">
      <section
        ref={scroller}
        aria-label={events.entries}
        className="h-(--height-log) rounded-b-lg bg-surface overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none]"
        {...handlers}
      >
        <ul
          ref={list}
          className="relative"
          style={{ height: rows.getTotalSize() }}
          {...focus.handlers}
          {...{ onClick }}
        >
          {inSight.map(({ index, key, start }) => {
            const entry = entries[index] as PageEntry
            const day = dayName(new Date(entry.timestamp))
            const before = entries[index - 1]
            const dayBefore = before ? dayName(new Date(before.timestamp)) : today
            const isSetBack = before && wasSetBack(before.timestamp, entry.timestamp)
            return (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                data-seq={entry.seq}
                aria-setsize={entries.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
                className={cx(
                  'absolute inset-x-0 top-0',
                  (isWhole ? entry.seq : index) % 2 === 1 && 'bg-sunken',
                )}
              >
                {isSetBack && <Divider>{events.clockSetBack}</Divider>}
                {day !== dayBefore && <Divider>{day}</Divider>}
                <EventRow
                  names={names}
                  entry={entry}
                  open={open.has(entry.seq)}
                  tabStop={index === tabStop}
                />
              </li>
            )
          })}
        </ul>
      </section>
      {!following && (unseen > 0 || !rows.isAtEnd(1)) && (
        <Button
          onClick={() => focus.move(entries.length - 1)}
          className="absolute bottom-2 left-1/2 -translate-x-1/2 text-sm whitespace-nowrap shadow-float"
        >
          <ArrowDown size={15} strokeWidth={1.8} aria-hidden />
          {events.jumpToEnd}
          {unseen > 0 && <span className="text-ink-2">{events.unseen(unseen)}</span>}
        </Button>
      )}
    </div>
  )
}

const Divider = ({ children }: { children: ReactNode }) => (
  <p className="border-y border-line bg-surface px-4 py-1 text-xs font-medium text-ink-2">
    {children}
  </p>
)

/** How far to scroll to see a whole row, or as much of it as fits from its first line on. */
function beyondSight(row: Element, scroller: Element): number {
  const [inner, outer] = [row.getBoundingClientRect(), scroller.getBoundingClientRect()]
  return Math.max(0, Math.min(inner.bottom - outer.bottom, inner.top - outer.top))
}

/** The visible rows and the focused one, which must not lose focus by being scrolled away. */
function withRow(range: Range, index: number): number[] {
  const indexes = defaultRangeExtractor(range)
  if (index < 0 || indexes.includes(index)) return indexes
  return [...indexes, index].sort((a, b) => a - b)
}

/** Drops the measurements of entries that are gone, which the virtualizer would keep for ever. */
function useForgottenSizes(
  sizes: Map<string | number | bigint, number>,
  entries: readonly PageEntry[],
): void {
  useEffect(() => {
    if (sizes.size <= 2 * PAGE_LOG_MAX) return
    const oldest = entries[0]?.seq ?? 0
    for (const seq of sizes.keys()) if (Number(seq) < oldest) sizes.delete(seq)
  }, [sizes, entries])
}
