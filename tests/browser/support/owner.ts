import type { Locator, Page } from 'playwright-core'
import { account } from '../../../server/contract/texts/account.ts'
import { CLOSED } from '../../support/access.ts'
import type { ApiServer } from '../../support/api-server.ts'
import type { Scope } from '../../support/scope.ts'
import { startConsole } from './console.ts'
import { openPage } from './page.ts'
import { openAccount, signIn } from './sign-in.ts'

export const ANNA = { username: 'anna', password: 'correct horse battery' }

/** A server whose owner has set a username and a password. */
export async function startOwned(scope: Scope): Promise<ApiServer> {
  const floe = await startConsole(scope, { environment: CLOSED })
  const { auth } = floe.context
  const principal = { kind: 'open', userId: 'open', scope: 'admin', name: 'open' } as const
  await auth.setPassword(ANNA, { clientKey: 'test', principal })
  return floe
}

/** The same, with its owner signed in and a tab of the account open. */
export async function openOwned(
  scope: Scope,
  tab: keyof typeof account.tabs,
): Promise<{ floe: ApiServer; page: Page }> {
  const floe = await startOwned(scope)
  const page = await openPage(scope, floe.url)
  await signIn(page, ANNA)
  await openAccount(page, tab)
  return { floe, page }
}

export const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true })

/** The settings, as their screen shows them. */
export const settings = (page: Page): Locator => page.getByRole('region', { name: account.title })

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
