import { type RefObject, useEffect, useState } from 'react'

/** A row of which less is hidden counts as seen. Pixels. */
const UNSEEN = 12

/** How many list items of what scrolls in an element begin or end below what is in sight. */
export function useRowsBelow(scroller: RefObject<HTMLElement | null>): number {
  const [below, setBelow] = useState(0)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const count = () => {
      const { bottom } = element.getBoundingClientRect()
      const rows = [...element.querySelectorAll('li')]
      setBelow(rows.filter((row) => row.getBoundingClientRect().bottom > bottom + UNSEEN).length)
    }
    // Of the element, which may hold fewer, and of its content, which may become more.
    const sizes = new ResizeObserver(count)
    sizes.observe(element)
    for (const child of element.children) sizes.observe(child)
    const content = new MutationObserver(() => {
      for (const child of element.children) sizes.observe(child)
    })
    content.observe(element, { childList: true })
    element.addEventListener('scroll', count, { passive: true })
    return () => {
      sizes.disconnect()
      content.disconnect()
      element.removeEventListener('scroll', count)
    }
  }, [scroller])
  return below
}
