import type { Locator, Page } from 'playwright-core'
import { home, needs } from '#contract/texts/home.ts'
import { keyset } from '#contract/texts/keyset.ts'
import { peers } from '#contract/texts/peers.ts'
import { signer } from '#contract/texts/signer.ts'
import { start } from '#contract/texts/start.ts'

/** A device's row on the signer's page, by the device's name. */
export const deviceRow = (page: Page, name: string): Locator =>
  page
    .getByRole('region', { name: peers.title })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })

/** Opens the window that lists what needs the owner, as the identity card does too. Each screen has it. */
export async function openNeeds(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: new RegExp(`^${needs.title}: `) }).click()
  return page.getByRole('dialog', { name: needs.title })
}

/** Opens the window with the devices that ask to join. */
export async function openRequests(page: Page): Promise<void> {
  const window = await openNeeds(page)
  await window.getByRole('button', { name: home.steps.requests }).click()
  await window.waitFor({ state: 'hidden' })
}

/** The button of one of the three ways to begin, which a new owner sees first. */
export const door = (page: Page, way: keyof typeof start.doors): Locator =>
  page.getByRole('button', { name: start.doors[way].title, exact: true })

/** Unfolds the part of the form for a new keyset that most people leave as it is. */
export async function openMore(page: Page): Promise<void> {
  const field = page.getByLabel(keyset.threshold, { exact: true })
  if (!(await field.isVisible())) await page.getByText(keyset.more, { exact: true }).click()
  await field.waitFor()
}

/** The part of the first screen that says what the signer can do. */
export const verdict = (page: Page): Locator => page.getByRole('region', { name: signer.verdict })

export const headline = (page: Page, name: string): Locator =>
  verdict(page).getByRole('heading', { name, exact: true })

/** The two parts of a server's reason that the page shows apart; a colon divides them. */
export function partsOf(reason: string): { title: string; detail: string } {
  const [title = '', detail = ''] = reason.split(': ')
  return { title, detail }
}
