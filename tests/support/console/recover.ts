import type { Locator, Page } from 'playwright-core'
import { recover as texts } from '#contract/texts/recover.ts'
import { relays } from '#contract/texts/relays.ts'
import { shell } from '#contract/texts/shell.ts'
import type { ApiServer } from '../api-server.ts'
import { button } from './owner.ts'

export const shareField = (page: Page, position: number): Locator =>
  page.getByLabel(texts.share(position), { exact: true })

export const groupField = (page: Page): Locator => page.getByLabel(texts.group, { exact: true })

export const said = (page: Page, text: string): Locator =>
  page.getByRole('main').getByText(text, { exact: true })

/** Adds a field for one more share to the `count` there are, and fills it in. */
export async function addShare(
  page: Page,
  count: number,
  share: string,
  threshold = 2,
): Promise<void> {
  await button(page, texts.add(count, threshold)).click()
  await shareField(page, count + 1).fill(share)
}

/**
 * Clears the credentials as another browser would. This page learns of it with its next change, and is then
 * opened anew with these records.
 */
export async function clearElsewhere(
  floe: ApiServer,
  page: Page,
  records: object[],
  headers: Record<string, string> = {},
): Promise<void> {
  await page.getByRole('tab', { name: shell.tabs.signer }).click()
  await floe.post('/api/env/delete', { keys: ['SHARE_CRED', 'GROUP_CRED'] }, headers)
  const read = page.waitForResponse((answer) => answer.url().endsWith('/api/credentials'))
  await page.getByPlaceholder(relays.addPlaceholder).fill('wss://relay.example.com')
  await page.keyboard.press('Enter')
  await read
  await openAnew(page, records)
}

/** Leaves the tab and comes back, in a browser that keeps these records. */
export async function openAnew(page: Page, records: object[]): Promise<void> {
  await page.getByRole('tab', { name: shell.tabs.signer }).click()
  await keepRecords(page, records)
  await page.getByRole('tab', { name: shell.tabs.recover }).click()
}

/** Replaces the records in the browser's storage. */
export const keepRecords = (page: Page, records: object[]): Promise<void> =>
  page.evaluate((kept) => localStorage.setItem('floe.share-records', JSON.stringify(kept)), records)
