import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { indexFrom, type PageEntry } from './event-log.ts'

/** What a row's button is found by. */
const ROW = 'button[data-row]'

/** The entry of the row that an element is, or is in. */
export const seqOf = (target: EventTarget): number =>
  Number((target as Element).closest<HTMLElement>('[data-seq]')?.dataset['seq'])

/** Whether it is a row's button, or in one: what is in a row's details is not. */
export const isOnRow = (target: EventTarget): boolean => (target as Element).closest(ROW) !== null

export interface RowFocus {
  /** The index of the row that has the focus, or has something in it that has; -1: none. */
  active: number
  /** Gives the focus to a row, and brings it into sight. */
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
  /** Rows that are seen at once: what Page Up and Page Down go by. */
  page(): number
  reveal(index: number): void
  /** The focus has come to a row. */
  onMove(index: number): void
}

/**
 * The arrow keys, Page Up and Down, Home and End move from row to row, of which one is a tab stop
 * at a time. The row with the focus is known by its entry, so that it keeps the focus while
 * entries come, go and are scrolled away.
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
        // A window that loses the focus keeps the element that will have it again.
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
