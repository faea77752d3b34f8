import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Expects no text to be cut off, except by an ellipsis, and no two texts to lie on one another. Does not check
 * what is under a dialog or a menu, or floats over the page.
 */
export async function expectWholeTexts(page: Page, name: string): Promise<void> {
  const misplaced = () => {
    const open = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')]
    const place = open.at(-1) ?? document.body
    const shorten = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 60)

    const isHidden = (style: CSSStyleDeclaration) =>
      style.visibility !== 'visible' || Number(style.opacity) === 0 || style.display === 'none'
    const cut = [...place.querySelectorAll<HTMLElement>('*')].filter((element) => {
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element
      const style = getComputedStyle(element)
      // Text that is only for screen readers has a single pixel.
      if (clientWidth <= 1 || isHidden(style) || element.closest('svg, select')) return false
      // A masked secret is as long as its place.
      if (/^\s*$|•{4}/.test(element.innerText ?? '')) return false
      const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      const isMeant = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
      return (
        !isMeant &&
        ((clips(style.overflowX) && scrollWidth > clientWidth + 1) ||
          (clips(style.overflowY) && scrollHeight > clientHeight + 2))
      )
    })

    interface TextLine {
      text: string
      block: Element
      box: DOMRect
    }
    const lines: TextLine[] = []
    const common = (one: DOMRect, other: DOMRect) => {
      const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)]
      const [right, bottom] = [Math.min(one.right, other.right), Math.min(one.bottom, other.bottom)]
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
    }
    const nodes = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
    while (nodes.nextNode()) {
      const node = nodes.currentNode as Text
      const parent = node.parentElement
      if (parent === null || node.data.trim() === '' || parent.closest('svg, option, noscript'))
        continue
      if (place === document.body && parent.closest('[data-base-ui-portal]')) continue
      // Folded text has a box all the same.
      if (!parent.checkVisibility()) continue
      let isSeen = true
      let seen = new DOMRect(-1e6, -1e6, 2e6, 2e6)
      for (let at: Element | null = parent; at !== null && at !== place; at = at.parentElement) {
        const style = getComputedStyle(at)
        if (isHidden(style) || style.position === 'fixed' || style.position === 'sticky')
          isSeen = false
        if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
          seen = common(seen, at.getBoundingClientRect())
        }
      }
      if (!isSeen) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const whole of range.getClientRects()) {
        const box = common(whole, seen)
        if (box.width > 1 && box.height > 0) {
          lines.push({ text: shorten(node.data), block: parent, box })
        }
      }
    }
    lines.sort((one, other) => one.box.top - other.box.top)
    const overlapping: string[] = []
    for (const [at, one] of lines.entries()) {
      for (const other of lines.slice(at + 1)) {
        if (other.box.top > one.box.bottom) break
        if (one.block === other.block) continue
        const across =
          Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const down = Math.min(one.box.bottom, other.box.bottom) - other.box.top
        // Lines of one text come closer than their glyphs are high.
        if (across > 3 && down > 0.5 * Math.min(one.box.height, other.box.height)) {
          overlapping.push(`${one.text} | ${other.text}`)
        }
      }
    }
    return { cut: cut.map((element) => shorten(element.outerHTML)), overlapping }
  }
  await expect
    .poll(() => page.evaluate(misplaced), { message: name })
    .toEqual({ cut: [], overlapping: [] })
}
