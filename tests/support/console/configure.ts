import type { Locator, Page } from 'playwright-core'
import { configure as texts } from '#contract/texts/configure.ts'
import { shell } from '#contract/texts/shell.ts'
import type { PageOptions } from '../../browser/support/page.ts'
import type { ApiServer } from '../api-server.ts'
import type { Scope } from '../scope.ts'
import { openPage } from './open-page.ts'

/** The Configure screen as a person finds it. */
export interface ConfigurePage {
  page: Page
  name: Locator
  share: Locator
  group: Locator
  /** The button that saves, whatever its label at the moment. */
  submit: Locator
  clear: Locator
  relays: Locator
  button(text: string): Locator
  toast(text: string): Locator
}

export async function openConfigure(
  scope: Scope,
  url: string,
  options: PageOptions = {},
): Promise<ConfigurePage> {
  const page = await openPage(scope, url, options)
  const back = page.getByRole('button', { name: shell.backToConfigure })
  const name = page.getByLabel(texts.name, { exact: true })
  await back.or(name).waitFor()
  if (await back.isVisible()) await back.click()
  await name.waitFor()
  const button = (text: string) => page.getByRole('button', { name: text, exact: true })
  return {
    page,
    name,
    share: page.getByLabel(texts.share, { exact: true }),
    group: page.getByLabel(texts.group, { exact: true }),
    submit: page.locator('button[type=submit]'),
    clear: button(texts.clear),
    relays: page.getByRole('button', { name: new RegExp(`^${texts.relays} `) }),
    button,
    toast: (text) =>
      page.locator('[aria-modal=false]').filter({ has: page.getByText(text, { exact: true }) }),
  }
}

/** Puts a text on the clipboard and pastes it, as somebody with a keyboard does. */
export async function paste({ page }: ConfigurePage, into: Locator, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await into.focus()
  await page.keyboard.press('Control+V')
}

/** What a page must be allowed for `paste`. */
export const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }

/** What the server has saved. */
export const envOf = async (floe: Pick<ApiServer, 'get'>) =>
  (await floe.get('/api/env')).body as Record<string, string | undefined>
