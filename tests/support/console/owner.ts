import type { Locator, Page } from 'playwright-core'
import { settings as texts } from '#contract/texts/settings.ts'
import { CLOSED } from '../access.ts'
import type { ApiServer } from '../api-server.ts'
import type { Scope } from '../scope.ts'
import { startConsole } from './console.ts'
import { openPage } from './open-page.ts'
import { openSettings, type SectionId, signIn } from './sign-in.ts'

export const ANNA = { username: 'anna', password: 'correct horse battery' }

/** A server whose owner has set a username and a password. */
export async function startOwned(
  scope: Scope,
  environment: Readonly<Record<string, string>> = {},
): Promise<ApiServer> {
  const floe = await startConsole(scope, { environment: { ...CLOSED, ...environment } })
  const { auth } = floe.context
  const principal = { kind: 'open', userId: 'open', scope: 'admin' } as const
  await auth.setPassword(ANNA, { clientKey: 'test', principal })
  return floe
}

/** A server whose owner has a password, and is signed in with a section of the settings open. */
export async function openOwned(
  scope: Scope,
  section: SectionId,
): Promise<{ floe: ApiServer; page: Page }> {
  const floe = await startOwned(scope)
  const page = await openPage(scope, floe.url)
  await signIn(page, ANNA)
  await openSettings(page, section)
  return { floe, page }
}

export const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true })

/** The settings, as their screen shows them. */
export const settings = (page: Page): Locator =>
  page.getByRole('region', { name: texts.title, exact: true })

/** One section of the settings. */
export const section = (page: Page, id: SectionId): Locator =>
  page.getByRole('region', { name: texts.sections[id].title, exact: true })

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
