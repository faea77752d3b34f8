import type { Locator, Page } from 'playwright-core'
import { common } from '#contract/texts/common.ts'
import { keyset as texts } from '#contract/texts/keyset.ts'
import type { Scope } from '../scope.ts'
import { startConsole } from './console.ts'
import { door, openMore } from './home.ts'
import { openPage } from './open-page.ts'
import { button } from './owner.ts'

export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { name, exact: true })

const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true })

/** The page of a signer without a keyset, at the form that makes one. */
export async function openCreator(scope: Scope, environment = {}): Promise<Page> {
  const floe = await startConsole(scope, { environment })
  const page = await openPage(scope, floe.url)
  await door(page, 'create').click()
  await heading(page, texts.settingsTitle).waitFor()
  return page
}

interface Wish {
  threshold?: number
  totalMembers?: number
  secretKey?: string
}

/** Makes a keyset of 1.x, whose shares are all shown on the page, and stops at the first one. */
export async function create(
  page: Page,
  { threshold = 2, totalMembers = 3, secretKey }: Wish = {},
): Promise<void> {
  await field(page, texts.name).fill('Family')
  await openMore(page)
  await field(page, texts.threshold).fill(String(threshold))
  await field(page, texts.totalMembers).fill(String(totalMembers))
  if (secretKey !== undefined) {
    await page.getByRole('radio', { name: texts.keyGiven }).check()
    await field(page, texts.secretKey).fill(secretKey)
  }
  await page.getByRole('checkbox', { name: texts.old }).check()
  await button(page, texts.create).click()
  await heading(page, texts.shareTitle(1, totalMembers)).waitFor()
}

/** Presses Next, which leads to this heading. */
export async function goOn(page: Page, to: string): Promise<void> {
  await button(page, texts.next).click()
  await heading(page, to).waitFor()
}

/** Shows a credential. @returns its text on the page */
export async function shown(page: Page, what: string, prefix: string): Promise<string> {
  await button(page, common.show(what)).click()
  return (await page.getByText(new RegExp(`^${prefix}1`)).textContent()) ?? ''
}
