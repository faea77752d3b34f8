import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { indexFrom, type PageEntry } from './event-log.ts'

/** The attribute that a row's button is found by. */
const ROW = 'button[data-row]'

/** The entry of the row that an element is or is inside. */
export const seqOf = (target: EventTarget): number =>
  Number((target as Element).closest<HTMLElement>('[data-seq]')?.dataset['seq'])

/** Whether an element is a row's button or inside one, not in a row's details. */
export const isOnRow = (target: EventTarget): boolean => (target as Element).closest(ROW) !== null

export interface RowFocus {
  /** The index of the row that has focus, or contains it; -1: none. */
  active: number
  /** Focuses a row, and scrolls it into view. */
  move(index: number): void
  /** For the list. */
  handlers: {
    onFocus(event: FocusEvent<HTMLElement>): void
    onBlur(event: FocusEvent<HTMLElement>): void
    onKeyDown(event: KeyboardEvent<HTMLElement>): void
  }
}

export interface RowFocusOptions {
  entries: readonly PageEntry[]
  list: RefObject<HTMLElement | null>
  /** Rows visible at once: how far Page Up and Page Down go. */
  page(): number
  reveal(index: number): void
  /** A row got focus. */
  onMove(index: number): void
}

/**
 * The arrow keys, Page Up and Down, Home and End move between rows, one of which is a tab stop at a
 * time. The focused row is known by its entry, so that it keeps focus while entries come, go and are
 * scrolled away.
 */
export function useRowFocus(options: RowFocusOptions): RowFocus {
  const { entries, list, page, reveal, onMove } = options
  const [activeSeq, setActiveSeq] = useState<number | null>(null)
  const found = activeSeq === null ? -1 : indexFrom(entries, activeSeq)
  const active = entries[found]?.seq === activeSeq ? found : -1

  function move(index: number) {
    const to = Math.max(0, Math.min(index, entries.length - 1))
    const target = entries[to]
    if (target === undefined) return
    reveal(to)
    flushSync(() => setActiveSeq(target.seq))
    rowOf(target.seq)?.focus({ preventScroll: true })
  }

  const rowOf = (seq: number) =>
    list.current?.querySelector<HTMLElement>(`[data-seq="${seq}"] ${ROW}`)

  return {
    active,
    move,
    handlers: {
      onFocus: ({ target }) => {
        const seq = seqOf(target)
        setActiveSeq(seq)
        if (isOnRow(target)) onMove(indexFrom(entries, seq))
      },
      onBlur: ({ currentTarget, relatedTarget }) => {
        // A window that loses focus remembers the element that gets it back.
        const kept = currentTarget.contains(document.activeElement)
        if (!kept && !currentTarget.contains(relatedTarget)) setActiveSeq(null)
      },
      onKeyDown: (event) => {
        const next = targetOf(event.key, active, page(), entries.length - 1)
        if (next === null || !isOnRow(event.target)) return
        if (event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        move(next)
      },
    },
  }
}

function targetOf(key: string, at: number, page: number, last: number): number | null {
  switch (key) {
    case 'ArrowUp':
      return at - 1
    case 'ArrowDown':
      return at + 1
    case 'PageUp':
      return at - page
    case 'PageDown':
      return at + page
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
