import { type ReactNode, useEffect, useRef, useState } from 'react'
import { TOOLTIP_DELAY, TOOLTIP_GRACE } from '../lib/limits.ts'
import { Beside } from './Beside.tsx'

export interface TooltipProps {
  text: string
  /** The element it belongs to, alone; must take keyboard focus. */
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

  /** Shows it beside `next`, or hides it, unless something else happens before. */
  const turn = (next: Element | null, after = 0) => {
    clearTimeout(timer.current)
    if (after === 0) setAnchor(next)
    else timer.current = setTimeout(setAnchor, after, next)
  }

  return (
    // The bubble's events come here too, wherever it is drawn: the pointer may move onto it.
    // biome-ignore lint/a11y/noStaticElementInteractions: it watches what the element inside it does
    <span
      className="contents"
      // Not as it enters, which React does not hear of where the element before it has just gone.
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
