import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type UIEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { events } from '../../texts/texts.ts'
import { FurtherDown } from '../../ui/FurtherDown.tsx'
import { useNames } from '../settings/use-names.ts'
import { EventRow } from './EventRow.tsx'
import type { PageEntry } from './event-log.ts'
import { toggled } from './event-view.ts'

/** Closer to the end than this counts as the end: zoomed pages scroll by fractions. Pixels. */
const NEAR = 4

/** The button of a row that an element is, or is inside; not of a row's details. */
const buttonOf = (target: EventTarget): HTMLElement | null =>
  (target as Element).closest<HTMLElement>('button[data-seq]')

const seqOf = (button: HTMLElement): number => Number(button.dataset['seq'])

/**
 * The entries, newest last. The list stays at its end until somebody scrolls up or focuses an older row, and again once
 * they are back at the end. Meanwhile the browser keeps the rows in sight in their place.
 *
 * @param entries at least one
 */
export default function LogList({ entries }: { entries: readonly PageEntry[] }) {
  const scroller = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const top = useRef(0)
  const names = useNames()
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  /** The `seq` of the one row that Tab leads to: the last that had focus, or the last in sight. */
  const [tabStop, setTabStop] = useState<number | null>(null)
  /** The `seq` of the newest entry when the end was left; null as long as it is followed. */
  const [heldAt, setHeldAt] = useState<number | null>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const isFollowing = heldAt === null
  const [oldest, newest] = [entries[0]?.seq ?? 0, entries.at(-1)?.seq ?? 0]
  const hold = () => setHeldAt((seq) => seq ?? newest)
  const follow = () => setHeldAt(null)

  // Also without a scroll: entries come and go, wrap, or are hidden by a filter.
  useEffect(() => {
    const [place, rows] = [scroller.current, list.current]
    if (place === null || rows === null) return
    const settle = () => {
      if (isFollowing) place.scrollTo(0, place.scrollHeight)
      else setAtEnd(isAtEndOf(place))
    }
    const resized = new ResizeObserver(settle)
    resized.observe(rows)
    settle()
    return () => resized.disconnect()
  }, [isFollowing])

  function onScroll({ currentTarget }: UIEvent) {
    const { scrollTop } = currentTarget
    if (!currentTarget.contains(document.activeElement)) setTabStop(lastInSight(currentTarget))
    const isUp = scrollTop < top.current
    top.current = scrollTop
    const isEnd = isAtEndOf(currentTarget)
    setAtEnd(isEnd)
    if (isUp && !isEnd) hold()
    // An entry that is being read stays in its place.
    else if (isEnd && !open.has(tabStop ?? newest)) follow()
  }

  // On the list, so that an entry is rendered again only when it has changed.
  function onClick({ target }: MouseEvent) {
    const button = buttonOf(target)
    if (button === null) return
    const seq = seqOf(button)
    if (!open.has(seq)) hold()
    flushSync(() => setOpen(toggled(open, seq)))
    if (!open.has(seq)) button.closest('li')?.scrollIntoView({ block: 'nearest' })
  }

  function onFocus({ target }: FocusEvent) {
    const button = buttonOf(target)
    if (button === null) return
    const seq = seqOf(button)
    setTabStop(seq)
    if (seq === newest) follow()
    else hold()
  }

  function onKeyDown(event: KeyboardEvent) {
    const button = buttonOf(event.target)
    if (button === null || event.ctrlKey || event.metaKey || event.altKey) return
    const rows = list.current?.querySelectorAll<HTMLElement>('button[data-seq]') ?? []
    const at = [...rows].indexOf(button)
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / button.offsetHeight) - 1
    const next = targetOf(event.key, at, Math.max(1, page), rows.length - 1)
    if (next === null) return
    event.preventDefault()
    rows[Math.max(0, Math.min(next, rows.length - 1))]?.focus()
  }

  function jumpToEnd() {
    follow()
    const last = list.current?.lastElementChild
    last?.querySelector<HTMLElement>('button[data-seq]')?.focus()
  }

  const unseen = isFollowing ? 0 : entries.filter(({ seq }) => seq > heldAt).length
  const isWhole = newest - oldest === entries.length - 1
  const isThere = entries.some(({ seq }) => seq === tabStop)
  return (
    <div className="flex h-(--height-log) flex-col">
      <section
        ref={scroller}
        aria-label={events.entries}
        onScroll={onScroll}
        className={`relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto overscroll-contain rounded-b-lg bg-surface ${isFollowing ? '[overflow-anchor:none]' : ''}`}
      >
        <ul ref={list} {...{ onClick, onFocus, onKeyDown }}>
          {entries.map((entry, index) => (
            <EventRow
              key={entry.seq}
              entry={entry}
              before={entries[index - 1]}
              names={names}
              isOpen={open.has(entry.seq)}
              isTabStop={entry.seq === (isThere ? tabStop : newest)}
              isShaded={(isWhole ? entry.seq : index) % 2 === 1}
            />
          ))}
        </ul>
      </section>
      {!isFollowing && (unseen > 0 || !isAtEnd) && (
        <FurtherDown onClick={jumpToEnd}>
          {events.jumpToEnd}
          {unseen > 0 && <span className="text-ink-3">{events.unseen(unseen)}</span>}
        </FurtherDown>
      )}
    </div>
  )
}

const isAtEndOf = ({ scrollHeight, scrollTop, clientHeight }: Element): boolean =>
  scrollHeight - scrollTop - clientHeight <= NEAR

function lastInSight(scroller: Element): number | null {
  const { left, bottom } = scroller.getBoundingClientRect()
  const row = document.elementFromPoint(left + NEAR, bottom - NEAR)?.closest('li')
  const button = row?.querySelector<HTMLElement>('button[data-seq]')
  return button ? seqOf(button) : null
}

/** The row that a key leads to from row `at`; `page`: how far Page Up and Page Down go. */
function targetOf(key: string, at: number, page: number, last: number): number | null {
  const targets: Record<string, number> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    PageUp: at - page,
    PageDown: at + page,
    Home: 0,
    End: last,
  }
  return targets[key] ?? null
}
