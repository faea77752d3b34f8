import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Expects each control on a phone to react to a press 19 pixels above and below its middle, and each text field
 * to have text of 16 pixels, as phones zoom in on smaller text. Leaves out controls in a line of text, like WCAG
 * 2.5.8. Leaves the page scrolled as it was.
 */
export async function expectThumbSized(page: Page, name: string): Promise<void> {
  const tooSmall = () => {
    const before = scrollY
    const controls = document.querySelectorAll<HTMLElement>(
      'button, a, summary, select, textarea, input:not([type=hidden]), [role=switch], [role=tab]',
    )
    const small = [...controls].flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true })) return []
      if (control.closest('p, [aria-hidden=true], [inert]') !== null) return []
      const isTyped = control.matches(
        'select, textarea, input:not([type=radio], [type=checkbox], [type=file])',
      )
      const font = Number.parseFloat(getComputedStyle(control).fontSize)
      const place = control.matches('[type=radio], [type=checkbox]')
        ? (control.closest('label') ?? control)
        : control
      place.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = place.getBoundingClientRect()
      if (width <= 1) return []
      const isReached = [-19, 19].every((away) => {
        const hit = document.elementFromPoint(left + width / 2, top + height / 2 + away)
        return hit !== null && (place.contains(hit) || hit.closest('label')?.contains(place))
      })
      const isFine = (height >= 40 || isReached) && (!isTyped || font >= 16)
      return isFine ? [] : [`${control.outerHTML.slice(0, 160)} ${width} x ${height}, ${font}`]
    })
    scrollTo(0, before)
    return small
  }
  await expect.poll(() => page.evaluate(tooSmall), { message: name }).toEqual([])
}
