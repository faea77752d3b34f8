import type { Locator, Page } from 'playwright-core'
import type { AuthMethod } from '#contract/auth.ts'
import { access } from '#contract/texts/access.ts'
import { settings } from '#contract/texts/settings.ts'
import { shell } from '#contract/texts/shell.ts'
import type { PageOptions } from '../../browser/support/page.ts'
import { byKey } from '../access.ts'
import type { ApiServer } from '../api-server.ts'
import type { Scope } from '../scope.ts'
import { openPage } from './open-page.ts'

/** A field by its label; tabs and their panels have names too. */
export const field = (page: Page, label: string): Locator =>
  page.getByLabel(label, { exact: true }).and(page.locator('input'))

export const methodTab = (page: Page, method: AuthMethod): Locator =>
  page.getByRole('tab', { name: access.methods[method] })

export const signInButton = (page: Page): Locator =>
  page.getByRole('button', { name: access.submit })

export const logoutButton = (page: Page): Locator =>
  page.getByRole('button', { name: shell.logout })

/** Fills in the login form, where both methods are offered, and submits it. */
export async function signIn(
  page: Page,
  credentials: { apiKey: string } | { username: string; password: string },
): Promise<void> {
  const tab = methodTab(page, 'apiKey' in credentials ? 'api-key' : 'basic-auth')
  await field(page, access.apiKey).or(field(page, access.username)).waitFor()
  if (await tab.isVisible()) await tab.click()
  if ('apiKey' in credentials) {
    await field(page, access.apiKey).fill(credentials.apiKey)
  } else {
    await field(page, access.username).fill(credentials.username)
    await field(page, access.password).fill(credentials.password)
  }
  await signInButton(page).click()
}

/** Opens a section of the settings. */
export async function openSettings(page: Page, section: SectionId): Promise<void> {
  await page.getByRole('button', { name: shell.settings, exact: true }).click()
  await chooseSection(page, section)
}

/** Chooses a section in the list of sections. */
export const chooseSection = (page: Page, section: SectionId): Promise<void> =>
  sectionButton(page, section).click()

export const sectionButton = (page: Page, section: SectionId): Locator =>
  page
    .getByRole('navigation', { name: settings.list })
    .getByRole('button', { name: settings.sections[section].title })

export type SectionId = keyof typeof settings.sections

/** Opens the console with a session in its tab's storage, as after a reload. */
export async function openSignedIn(
  scope: Scope,
  floe: ApiServer,
  apiKey: string,
  options: PageOptions = {},
): Promise<Page> {
  const { body } = await floe.post('/api/auth/login', { apiKey })
  const { sessionId } = body as { sessionId: string }
  return openPage(scope, floe.url, { ...options, tabStorage: { 'floe-session': sessionId } })
}

export async function endSessions(floe: ApiServer, apiKey: string): Promise<void> {
  const headers = byKey(apiKey)
  const { body } = await floe.get('/api/auth/sessions', headers)
  const { sessions } = body as { sessions: { handle: string }[] }
  for (const { handle } of sessions) {
    await fetch(`${floe.url}/api/auth/sessions/${handle}`, { method: 'DELETE', headers })
  }
}
