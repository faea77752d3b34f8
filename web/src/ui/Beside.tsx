import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

/** Between an element and what stands beside it, and between that and the edge of the window. Pixels. */
const GAP = 6
const EDGE = 8

export interface BesideProps extends ComponentProps<'div'> {
  anchor: Element
  /** Where it stands, if there is room. */
  side: 'above' | 'below'
}

/** Words above or under an element, in the middle if there is room; they stay with it as the page scrolls. */
export function Beside({ anchor, side, ...rest }: BesideProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = () => {
      const element = box.current
      if (element === null) return
      const { top, bottom, left, width } = anchor.getBoundingClientRect()
      const { offsetWidth, offsetHeight } = element
      const above = top - GAP - offsetHeight
      const below = bottom + GAP
      const fitsAbove = above >= EDGE
      const fitsBelow = below + offsetHeight <= innerHeight - EDGE
      const isAbove = side === 'above' ? fitsAbove || !fitsBelow : fitsAbove && !fitsBelow
      const middle = left + width / 2 - offsetWidth / 2
      const farthest = document.documentElement.clientWidth - EDGE - offsetWidth
      element.style.top = `${isAbove ? above : below}px`
      element.style.left = `${Math.max(EDGE, Math.min(middle, farthest))}px`
    }
    place()
    addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
    }
  }, [anchor, side])
  return createPortal(
    <div ref={box} {...rest} className={`fixed top-0 left-0 z-50 w-max ${rest.className}`} />,
    document.body,
  )
}
