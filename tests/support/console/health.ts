import type { Locator, Page } from 'playwright-core'
import { signer } from '#contract/texts/signer.ts'

/** What the first screen says that the signer can do. */
export const verdict = (page: Page): Locator => page.getByRole('region', { name: signer.verdict })

export const headline = (page: Page, name: string): Locator =>
  verdict(page).getByRole('heading', { name, exact: true })

/** A reason of the server's in the two parts that the page makes of it, which a colon divides. */
export function partsOf(reason: string): { title: string; detail: string } {
  const [title = '', detail = ''] = reason.split(': ')
  return { title, detail }
}
