import { type ReactNode, useEffect, useRef, useState } from 'react'
import { TOOLTIP_DELAY, TOOLTIP_GRACE } from '../lib/limits.ts'
import { Beside } from './Beside.tsx'

export interface TooltipProps {
  text: string
  /** The one element that it belongs to; must take keyboard focus. */
  children: ReactNode
}

/** A hint on hover and focus; it never holds the only copy of anything. */
export function Tooltip({ text, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    if (anchor === null) return
    const hideByKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setAnchor(null)
    }
    document.addEventListener('keydown', hideByKey)
    return () => document.removeEventListener('keydown', hideByKey)
  }, [anchor])

  /** Shows the hint beside `next`, or hides it, after so many milliseconds, unless it is called again before. */
  const turn = (next: Element | null, after = 0) => {
    clearTimeout(timer.current)
    if (after === 0) setAnchor(next)
    else timer.current = setTimeout(setAnchor, after, next)
  }

  return (
    // React passes the hint's events here too, although it is drawn elsewhere: the pointer may move onto it.
    // biome-ignore lint/a11y/noStaticElementInteractions: it watches what the element inside it does
    <span
      className="contents"
      // Not onPointerEnter: React misses it if the element that the pointer left has just been removed.
      onPointerOver={({ pointerType, currentTarget }) => {
        const element = anchor ?? currentTarget.firstElementChild
        if (pointerType !== 'touch') turn(element, anchor ? 0 : TOOLTIP_DELAY)
      }}
      onPointerLeave={() => turn(null, TOOLTIP_GRACE)}
      onPointerDown={() => turn(null)}
      onFocus={({ target }) => target.matches(':focus-visible') && turn(target)}
      onBlur={() => turn(null)}
    >
      {children}
      {anchor && (
        <Beside
          anchor={anchor}
          side="above"
          className="max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-sm text-bg shadow-float"
        >
          {text}
        </Beside>
      )}
    </span>
  )
}
