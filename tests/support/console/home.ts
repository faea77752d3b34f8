import type { Locator, Page } from 'playwright-core'
import { home } from '#contract/texts/home.ts'
import { keyset } from '#contract/texts/keyset.ts'
import { signer } from '#contract/texts/signer.ts'
import { start } from '#contract/texts/start.ts'

const details = (page: Page): Locator =>
  page.getByRole('button', { name: home.details, exact: true })

/** Shows the signer's details, which the browser then shows also after a reload. */
export async function openDetails(page: Page): Promise<void> {
  await details(page).waitFor()
  if ((await details(page).getAttribute('aria-expanded')) === 'false') await details(page).click()
}

/** Goes to the list of relays, in the settings. */
export async function openRelays(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: home.relays, exact: true })
  await card.getByRole('button', { name: home.change }).click()
}

/** A device's row on the first screen, by what it is called there. */
export const deviceRow = (page: Page, name: string): Locator =>
  page
    .getByRole('list', { name: home.devices, exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })

/** One of the three ways that a new owner sees first. */
export const door = (page: Page, way: keyof typeof start.doors): Locator =>
  page.getByRole('button', { name: start.doors[way].title, exact: true })

/** The part of the form for a new keyset that most leave as it is. */
export async function openMore(page: Page): Promise<void> {
  const field = page.getByLabel(keyset.threshold, { exact: true })
  if (!(await field.isVisible())) await page.getByText(keyset.more, { exact: true }).click()
  await field.waitFor()
}

/** What the first screen says that the signer can do. */
export const verdict = (page: Page): Locator => page.getByRole('region', { name: signer.verdict })

export const headline = (page: Page, name: string): Locator =>
  verdict(page).getByRole('heading', { name, exact: true })

/** A reason of the server's in the two parts that the page makes of it, which a colon divides. */
export function partsOf(reason: string): { title: string; detail: string } {
  const [title = '', detail = ''] = reason.split(': ')
  return { title, detail }
}
