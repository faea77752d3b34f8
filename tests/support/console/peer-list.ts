import type { Locator, Page } from 'playwright-core'
import { peers as texts } from '#contract/texts/peers.ts'
import type { ApiServer } from '../api-server.ts'
import type { Scope } from '../scope.ts'
import { type Group, type GroupOptions, startConsole, startGroup } from './console.ts'
import { openPage } from './open-page.ts'

/** The card with the list of peers. */
export const list = (page: Page): Locator => page.getByRole('region', { name: texts.title })
/** The row of a member. */
export const row = (page: Page, group: Group, idx: number): Locator =>
  list(page)
    .getByRole('listitem')
    .filter({ hasText: shortOf(group, idx) })
/** The first characters of a member's key. */
export const shortOf = (group: Group, idx: number): string => pubkeyOf(group, idx).slice(0, 16)
export const pubkeyOf = (group: Group, idx: number): string =>
  group.keyset.group.commits.find((commit) => commit.idx === idx)?.pubkey ?? ''

/** A group with this signer's console open on it. */
export async function openPeers(
  scope: Scope,
  options: GroupOptions,
): Promise<{ group: Group; floe: ApiServer; page: Page }> {
  const group = await startGroup(scope, options)
  const floe = await startConsole(scope, { environment: group.environment })
  const page = await openPage(scope, floe.url)
  return { group, floe, page }
}
