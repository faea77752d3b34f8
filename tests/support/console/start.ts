import type { Locator, Page } from 'playwright-core'
import { keyset } from '#contract/texts/keyset.ts'
import { start } from '#contract/texts/start.ts'

/** One of the three ways that a new owner sees first. */
export const door = (page: Page, way: keyof typeof start.doors): Locator =>
  page.getByRole('button', { name: start.doors[way].title, exact: true })

/** The part of the form for a new keyset that most leave as it is. */
export async function openMore(page: Page): Promise<void> {
  const field = page.getByLabel(keyset.threshold, { exact: true })
  if (!(await field.isVisible())) await page.getByText(keyset.more, { exact: true }).click()
  await field.waitFor()
}
