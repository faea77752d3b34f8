import type { Locator, Page } from 'playwright-core'
import { home, needs } from '#contract/texts/home.ts'
import { keyset } from '#contract/texts/keyset.ts'
import { peers } from '#contract/texts/peers.ts'
import { signer } from '#contract/texts/signer.ts'
import { start } from '#contract/texts/start.ts'

/** A device's row on the signer's page, by what it is called there. */
export const deviceRow = (page: Page, name: string): Locator =>
  page
    .getByRole('region', { name: peers.title })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })

/** What needs the owner, which stands in the identity card too, in the window that each screen has. */
export async function openNeeds(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: new RegExp(`^${needs.title}: `) }).click()
  return page.getByRole('dialog', { name: needs.title })
}

/** The devices that ask to join, in a window. */
export async function openRequests(page: Page): Promise<void> {
  const window = await openNeeds(page)
  await window.getByRole('button', { name: home.steps.requests }).click()
  await window.waitFor({ state: 'hidden' })
}

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
