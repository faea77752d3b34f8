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
export const toastsOf = (page: Page, text: string | RegExp): Promise<number> =>
  page.evaluate((wanted) => {
    const { floeToasts } = window as unknown as WithToasts
    const fits = (text: string) =>
      typeof wanted === 'string' ? text === wanted : wanted.test(text)
    const says = (toast: Element) =>
      [...toast.querySelectorAll('*')].some(({ textContent }) => fits(textContent ?? ''))
    return [...floeToasts].filter(says).length
  }, text)

/** Waits until this many toasts have said this, however long ago. */
export const untilToast = (page: Page, text: string | RegExp, times = 1): Promise<void> =>
  until(async () => (await toastsOf(page, text)) >= times, { what: `a toast: ${text}` })
