import type { Page } from 'playwright-core'
import { until } from '../../support/until.ts'

interface WithToasts {
  floeToasts: Set<Element>
}

/** Keeps every toast that a page shows from now on: a toast goes away by itself while a test waits for something else. */
export function keepToasts(page: Page): Promise<void> {
  return page.evaluate(() => {
    const kept = new Set<Element>()
    Object.assign(window, { floeToasts: kept } satisfies WithToasts)
    const keep = () => {
      for (const toast of document.querySelectorAll('[aria-modal=false]')) kept.add(toast)
    }
    new MutationObserver(keep).observe(document.body, { childList: true, subtree: true })
    keep()
  })
}

/** How many of the kept toasts say this. */
export const toastsOf = (page: Page, text: string): Promise<number> =>
  page.evaluate((text) => {
    const { floeToasts } = window as unknown as WithToasts
    const says = (toast: Element) =>
      [...toast.querySelectorAll('*')].some(({ textContent }) => textContent === text)
    return [...floeToasts].filter(says).length
  }, text)

/** Waits until a toast has said this, however long ago. */
export const untilToast = (page: Page, text: string): Promise<void> =>
  until(async () => (await toastsOf(page, text)) > 0, { what: `a toast: ${text}` })
