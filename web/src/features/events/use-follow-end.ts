import { type PointerEvent, type UIEvent, useRef, useState } from 'react'

/** Nearer to the end than this is at the end: zoomed pages scroll by fractions. Pixels. */
const NEAR = 4
/** Scrolling so long after a wheel, a finger or a key is its doing. Milliseconds. */
const AFTER_INPUT = 500

export interface FollowEnd {
  /** The `seq` of the newest entry when following ended; null while it goes on. */
  heldAt: number | null
  follow(): void
  hold(): void
  /** Scrolls as far as it goes without taking that for somebody's coming back to the end. */
  nudge(scroller: HTMLElement, by: number): void
  /** For the element that scrolls. */
  handlers: {
    onScroll(event: UIEvent<HTMLElement>): void
    onPointerDown(event: PointerEvent<HTMLElement>): void
    onWheel(): void
    onTouchMove(): void
    onKeyDown(): void
  }
}

/**
 * Whether a list stays with its newest entry. It does until somebody scrolls up, and again once
 * they are back at the end. Rows that are measured, and taken away at the top, scroll it too: that
 * alone ends nothing.
 *
 * @param newest `seq` of the newest entry
 */
export function useFollowEnd(newest: number): FollowEnd {
  const [heldAt, setHeldAt] = useState<number | null>(null)
  const last = useRef({ input: Number.NEGATIVE_INFINITY, top: 0, nudgedTo: -1 })

  const follow = () => setHeldAt(null)
  const hold = () => setHeldAt((seq) => seq ?? newest)
  const noteInput = () => {
    last.current.input = performance.now()
  }
  return {
    heldAt,
    follow,
    hold,
    nudge: (scroller, by) => {
      scroller.scrollTop += by
      last.current.nudgedTo = scroller.scrollTop
    },
    handlers: {
      onScroll: ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        const isUp = scrollTop < last.current.top
        last.current.top = scrollTop
        const isNudge = scrollTop === last.current.nudgedTo
        last.current.nudgedTo = -1
        if (isNudge) return
        if (scrollHeight - scrollTop - clientHeight <= NEAR) follow()
        else if (isUp && performance.now() - last.current.input < AFTER_INPUT) hold()
      },
      onPointerDown: ({ target, currentTarget }) => {
        // The scroll bar, which may be held still for any time before it is drawn.
        if (target === currentTarget) hold()
      },
      onWheel: noteInput,
      onTouchMove: noteInput,
      onKeyDown: noteInput,
    },
  }
}
