import type { Locator, Page } from 'playwright-core'
import { home } from '#contract/texts/home.ts'

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
