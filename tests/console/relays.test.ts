import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DEFAULT_NODE_RELAYS } from '#contract/limits.ts'
import { validation } from '#contract/messages.ts'
import { relay } from '#contract/relay-messages.ts'
import { relays as texts } from '#contract/texts/relays.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import type { ApiServer } from '../support/api-server.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { tabTo } from '../support/console/keyboard.ts'
import { inWords } from '../support/console/language.ts'
import { like, NUMBER } from '../support/console/like.ts'
import { type Scope, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { openPage } from './support/page.ts'

const card = (page: Page) => page.getByRole('region', { name: texts.title })
const heard = (page: Page, text: string) => card(page).getByText(text, { exact: true })
const row = (page: Page, url: string) => card(page).getByRole('listitem').filter({ hasText: url })
const input = (page: Page) => card(page).getByRole('textbox', { name: texts.addPlaceholder })
const addButton = (page: Page) => card(page).getByRole('button', { name: texts.add, exact: true })
const removeButton = (page: Page, url: string) =>
  card(page).getByRole('button', { name: texts.remove(url) })

/** A signer that hears so many relays, and its page. */
async function open(scope: Scope, count = 1) {
  const { environment, relay } = await startGroup(scope)
  const more = await Promise.all(Array.from({ length: count - 1 }, () => startRelayFor(scope)))
  const relays = [relay, ...more]
  const urls = relays.map(({ url }) => url)
  const floe = await startConsole(scope, {
    environment: { ...environment, RELAYS: JSON.stringify(urls) },
  })
  const page = await openPage(scope, floe.url)
  await heard(page, texts.count(count, count)).waitFor()
  return { floe, page, relays, urls }
}

async function savedRelays(floe: ApiServer): Promise<unknown> {
  const { RELAYS = '' } = (await floe.get('/api/env')).body as Record<string, string>
  return JSON.parse(RELAYS)
}

/** Counts what the page asks the server to save. */
function countSaves(page: Page): () => number {
  let saves = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/env')) saves += 1
  })
  return () => saves
}

describe('the list of relays', () => {
  it('shows for each whether it is heard, for how long, and how far away it is', async (scope) => {
    const { page, relays, urls } = await open(scope, 2)
    const [first = '', second = ''] = urls
    for (const url of urls) {
      await row(page, url)
        .getByText(like(texts.heard(`${NUMBER} s`, 0)))
        .waitFor()
      await row(page, url)
        .getByText(/^(<1|\d+) ms$/)
        .waitFor()
    }
    await relays[1]?.stop()
    await heard(page, texts.count(1, 2)).waitFor()
    await row(page, second).getByText(texts.words.bad).waitFor()
    await row(page, second)
      .getByText(new RegExp(`^(${relay.refused}|${relay.reset}|${relay.closed}), `))
      .waitFor()
    await row(page, first).getByText(texts.words.ok, { exact: true }).waitFor()
  })

  it('takes one more by Enter, saves it at once, and the signer hears it', async (scope) => {
    const { floe, page, urls } = await open(scope)
    const { url } = await startRelayFor(scope)
    expect(await addButton(page).isDisabled()).toBe(true)
    await input(page).fill(`  ${url}/ `)
    await input(page).press('Enter')
    await page.getByText(texts.added(url), { exact: true }).waitFor()
    await heard(page, texts.count(2, 2)).waitFor()
    expect(await savedRelays(floe)).toEqual([...urls, url])
    expect(await input(page).inputValue()).toBe('')
  })

  it('says what is wrong with an address that is no relay’s, ignores a relay that it has already, and saves nothing', async (scope) => {
    const { page, urls } = await open(scope)
    const saves = countSaves(page)
    await input(page).fill('ftp://relay.example.com')
    await addButton(page).click()
    await card(page).getByText(validation.relayProtocol).waitFor()
    await input(page).fill('nonsense')
    await card(page).getByText(validation.relayProtocol).waitFor({ state: 'hidden' })
    await addButton(page).click()
    await card(page).getByText(`${validation.relayFormat}. ${validation.relayDotless}`).waitFor()
    const [url = ''] = urls
    await input(page).fill(`${url.replace('ws:', 'WS:')}/`)
    await addButton(page).click()
    await card(page).getByText(texts.already(url)).waitFor()
    expect(await card(page).getByRole('listitem').count()).toBe(1)
    await input(page).fill('   ')
    expect(await addButton(page).isDisabled()).toBe(true)
    expect(saves()).toBe(0)
  })

  it('removes one at once, then keeps the last and says why', async (scope) => {
    const { floe, page, urls } = await open(scope, 2)
    const [first = '', second = ''] = urls
    await removeButton(page, first).click()
    await page.getByText(texts.removed(first), { exact: true }).waitFor()
    await row(page, first).waitFor({ state: 'detached' })
    expect(await savedRelays(floe)).toEqual([second])
    expect(await removeButton(page, second).isDisabled()).toBe(true)
    await removeButton(page, second).hover()
    await page.getByText(inWords('At least one relay must remain', texts.lastOne)).waitFor()
    const saves = countSaves(page)
    await removeButton(page, second).click({ force: true })
    expect(saves()).toBe(0)
  })

  it('is changed by keyboard alone, with the focus staying in the list', async (scope) => {
    const { page, urls } = await open(scope, 2)
    const [first = '', second = ''] = urls
    await tabTo(page, removeButton(page, first))
    await page.keyboard.press('Enter')
    await row(page, first).waitFor({ state: 'detached' })
    const list = card(page).getByRole('list')
    await until(() => list.evaluate((element) => element === document.activeElement))
    await page.keyboard.press('Tab')
    await page.getByText(inWords('At least one relay must remain', texts.lastOne)).waitFor()
    await tabTo(page, input(page))
    await page.keyboard.type(first)
    await page.keyboard.press('Enter')
    await page.getByText(texts.added(first), { exact: true }).waitFor()
    await row(page, second).waitFor()
  })

  it('says that a change was not saved, and shows what is in force', async (scope) => {
    const { page, urls } = await open(scope)
    await page.route('**/api/env', (route) => route.fulfill({ status: 500, body: '{}' }))
    await input(page).fill('relay.example.com')
    await input(page).press('Enter')
    await page.getByText(texts.saveFailed).first().waitFor()
    expect(await card(page).getByRole('listitem').count()).toBe(urls.length)
    expect(await input(page).inputValue()).toBe('relay.example.com')
  })

  it('shows the defaults that are in force while none are saved', async (scope) => {
    const { environment } = await startGroup(scope)
    const { RELAYS: _, ...rest } = environment
    const [stranger = ''] = generateKeyset({ threshold: 2, totalMembers: 3 }).shareCredentials
    // A signer that can't start, so that nothing is asked of those relays.
    const floe = await startConsole(scope, { environment: { ...rest, SHARE_CRED: stranger } })
    const page = await openPage(scope, floe.url)
    for (const url of DEFAULT_NODE_RELAYS) {
      await row(page, url).getByText(texts.unused).waitFor()
    }
    await card(page).getByText(texts.defaults).waitFor()
  })
})
