import { type PointerEvent, type UIEvent, useRef, useState } from 'react'

/** Closer to the end than this counts as the end: zoomed pages scroll by fractions. Pixels. */
const NEAR = 4
/** Scrolling this long after a wheel, a finger or a key is caused by it. Milliseconds. */
const AFTER_INPUT = 500

export interface FollowEnd {
  /** The `seq` of the newest entry when following ended; null while following. */
  heldAt: number | null
  follow(): void
  hold(): void
  /** Scrolls to the end without mistaking that for somebody's return to it. */
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
 * Whether a list follows its newest entry. It does until somebody scrolls up, and again once they
 * are back at the end. Measuring rows, and removing them at the top, scrolls it too: that alone does
 * not end following.
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
        // The scroll bar, which may be held still for any time before it is dragged.
        if (target === currentTarget) hold()
      },
      onWheel: noteInput,
      onTouchMove: noteInput,
      onKeyDown: noteInput,
    },
  }
}
