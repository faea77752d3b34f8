// The specification's sections 4a, "Peer List" and "Event Log", sentence by sentence: each text stands on the signer's
// page, or is one or two clicks away.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { common } from '#contract/texts/common.ts'
import { events } from '#contract/texts/events.ts'
import { home, needs } from '#contract/texts/home.ts'
import { peers } from '#contract/texts/peers.ts'
import { relays } from '#contract/texts/relays.ts'
import { shell } from '#contract/texts/shell.ts'
import { credentials, signer } from '#contract/texts/signer.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { openNeeds } from '../support/console/home.ts'
import { inWords } from '../support/console/language.ts'
import { like, NUMBER } from '../support/console/like.ts'
import { openOnce } from '../support/console/open-once.ts'
import { list, pubkeyOf, row } from '../support/console/peer-list.ts'
import { until } from '../support/until.ts'
import { openPage } from './support/page.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A signer with a device that is there and one that is not. */
const opened = openOnce(
  async (scope) => {
    const group = await startGroup(scope, { peers: [2] })
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    return { group, floe, page }
  },
  async ({ page }) => {
    await page.reload()
    await row2(page).waitFor()
  },
)
const row2 = (page: Page): Locator => list(page).getByRole('listitem').first()

describe('the signer’s page has what the specification says of', () => {
  it('its frame: a title, the way to Configure and the tabs', async (scope) => {
    const { page } = await opened(scope)
    await page.getByRole('heading', { name: inWords('Signer', shell.card), exact: true }).waitFor()
    await page
      .getByRole('button', { name: inWords('Back to Configure', shell.backToConfigure) })
      .waitFor()
    for (const name of [
      inWords('Signer', shell.tabs.signer),
      inWords('Recover', shell.tabs.recover),
    ]) {
      await page.getByRole('tab', { name, exact: true }).waitFor()
    }
  })

  it('the status: info card, two words, credentials and hint', async (scope) => {
    const { group, page } = await opened(scope)
    const card = region(page, inWords('Server-managed signer status', signer.title))
    await card
      .getByText(
        inWords(
          'Server Signer: Running (Node Active)',
          `${signer.server(signer.states.running)} ${signer.node(true)}`,
        ),
      )
      .waitFor()
    await card.getByText('main identity').waitFor()
    for (const term of [
      inWords('Index', signer.index),
      inWords('Threshold', signer.threshold),
      inWords('Pubkey', signer.pubkey),
    ]) {
      await card.getByRole('term').filter({ hasText: term }).waitFor()
    }
    await card.getByText('2/3', { exact: true }).waitFor()
    await card.getByText(pubkeyOf(group, 1).slice(0, 16)).waitFor()
    await card.getByText(signer.startsByItself).waitFor()

    // One click, and then one each.
    await card.getByRole('button', { name: credentials.show }).click()
    const share = card.getByLabel(credentials.share, { exact: true })
    await card.getByLabel(credentials.group, { exact: true }).waitFor()
    expect(await share.getAttribute('type')).toBe('password')
    for (const what of ['group', 'share'] as const) {
      const name = credentials.inSentence[what]
      await card.getByRole('button', { name: common.copy(name) }).waitFor()
      await card.getByRole('button', { name: credentials.decodedOf(name) }).click()
      const decoded = region(page, credentials.decodedOf(name))
      await decoded
        .getByText(what === 'share' ? group.share(1) : group.keyset.groupCredential)
        .waitFor()
      await card.getByRole('button', { name: credentials.decodedOf(name) }).click()
    }
  })

  it('the relays: a field, a button, and a list of which the last one stays', async (scope) => {
    const { group, page } = await opened(scope)
    const card = region(page, relays.title)
    await card.getByPlaceholder(inWords('Add relay URL', relays.addPlaceholder)).waitFor()
    await card.getByRole('button', { name: inWords('Add', relays.add), exact: true }).waitFor()
    const remove = card.getByRole('button', { name: relays.remove(group.relay.url) })
    await remove.waitFor()
    expect(await remove.isDisabled()).toBe(true)
  })

  it('the peer list: badges, rows, pings and its folding', async (scope) => {
    const { group, page } = await opened(scope)
    await list(page)
      .getByText(inWords('1 online', peers.online(1)))
      .waitFor()
    await list(page)
      .getByText(inWords('2 total', peers.total(2)))
      .waitFor()
    await list(page)
      .getByText(like(inWords(`Avg: ${NUMBER}ms`, peers.average(NUMBER))))
      .waitFor()
    await list(page)
      .getByRole('button', { name: inWords('Refresh peer list and ping all', peers.refresh) })
      .waitFor()
    const [here, away] = [row(page, group, 2), row(page, group, 3)]
    const pubkey = pubkeyOf(group, 2)
    await here.getByText(`${pubkey.slice(0, 16)}...${pubkey.slice(-8)}`).waitFor()
    await here.getByText(peers.words.online).first().waitFor()
    await here.getByText(/^\d+ ms$/).waitFor()
    await here
      .getByText(new RegExp(peers.seen('\\S')))
      .first()
      .waitFor()
    await here.getByRole('button', { name: inWords('Ping this peer', peers.ping) }).waitFor()
    await away
      .getByText(new RegExp(peers.tried('\\S')))
      .first()
      .waitFor()
    await away
      .getByText(
        inWords(
          'Offline - Timeouts are normal in P2P networks where peers may not be reachable directly',
          peers.offlineHint,
        ),
      )
      .first()
      .waitFor()

    await page.getByRole('button', { name: inWords('Peer List', peers.title), exact: true }).click()
    await here.waitFor({ state: 'hidden' })
  })

  it('the peer list on its way: loading, detecting, failed, and without a signer', async (scope) => {
    const { group, floe, page } = await opened(scope)
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
    const { promise: isSwept, resolve: sweep } = Promise.withResolvers<void>()
    await page.route('**/api/peers', (route) => isRead.then(() => route.continue()))
    await page.route('**/api/peers/ping', (route) => isSwept.then(() => route.continue()))
    await page.reload()
    await list(page).getByText(inWords('Loading peers...', peers.loading)).waitFor()
    read()
    await list(page).getByText(inWords('Detecting online peers...', peers.detecting)).waitFor()
    sweep()
    await row(page, group, 2).waitFor()
    await page.unrouteAll()

    await page.route('**/api/peers', (route) => route.abort('failed'))
    await page.reload()
    await list(page).getByText(inWords('Failed to fetch peers', peers.failed)).waitFor()
    await list(page).getByText(inWords('Error', peers.error), { exact: true }).waitFor()
    await page.unrouteAll()
    await list(page)
      .getByRole('button', { name: inWords('Retry', common.retry) })
      .click()
    await row(page, group, 2).waitFor()

    const { GROUP_CRED, SHARE_CRED } = group.environment
    await floe.post('/api/env/delete', { keys: ['GROUP_CRED', 'SHARE_CRED'] })
    await list(page).getByText(inWords('Start signer to discover peers', peers.stopped)).waitFor()
    await floe.post('/api/env', { GROUP_CRED, SHARE_CRED })
    await row(page, group, 2).waitFor()
  })

  it('the event log: count, filters, entries with data, and what is said of none', async (scope) => {
    const { floe, page } = await opened(scope)
    floe.context.events.add('sign', 'A signature was asked for', { session: 7 })
    const log = region(page, inWords('Event Log', events.title))
    const press = (name: string) => log.getByRole('button', { name, exact: true }).click()
    await log.getByText(new RegExp(events.count(2).replace('2', '\\d+'))).waitFor()
    const entry = log.getByRole('button', {
      name: /\d\d:\d\d:\d\d.*sign.*A signature was asked for/s,
    })
    await entry.click()
    await log.getByText(/"session": 7/).waitFor()

    await press(inWords('Toggle filters', events.toggleFilters))
    const filters = region(page, inWords('Filter by Event Type', events.filterTitle))
    await filters.getByRole('button', { name: /sign.*1/s }).waitFor()
    await filters.getByRole('button', { name: inWords('Select All', events.selectAll) }).waitFor()
    await filters.getByRole('button', { name: events.closeFilters }).waitFor()
    await press(inWords('Clear All', events.clearAll))
    await log.getByText(inWords('No logs match the current filters', events.noneMatch)).waitFor()
    await press(inWords('Clear Filters', events.clearFilters))
    await entry.waitFor()

    await press(inWords('Clear logs', events.clear))
    await log.getByText(inWords('No logs available', events.none)).waitFor()
    await log.getByText(inWords('No events', events.count(0))).waitFor()
    floe.context.events.add('info', 'One more')
    await log.getByText(inWords('1 event', events.count(1)), { exact: true }).waitFor()
    await press(inWords('Event Log', events.title))
    await log.getByText('One more').waitFor({ state: 'hidden' })
  })
})

describe('an idle page', () => {
  it('asks for the status twelve times a minute, and for nothing else', async (scope) => {
    const group = await startGroup(scope, { peers: [2] })
    const floe = await startConsole(scope, {
      environment: group.environment,
      // Its pings come on the event stream.
      timings: { node: { pingInterval: 500 } },
    })
    const page = await openPage(scope, floe.url)
    await row(page, group, 2)
      .getByText(/^\d+ ms$/)
      .waitFor()
    const status = () => page.waitForResponse('**/api/status?*')
    const asked: string[] = []
    // Until nothing but the status was asked for between two of them: the page has come to rest.
    const isQuiet = async () => {
      await status()
      asked.length = 0
      await status()
      return asked.length === 1
    }
    page.on('request', (request) => {
      asked.push(new URL(request.url()).pathname)
    })
    while (!(await isQuiet())) asked.length = 0
    const since = performance.now()
    for (let times = 0; times < 3; times += 1) await status()
    const took = performance.now() - since
    expect(asked).toEqual(Array.from({ length: 4 }, () => '/api/status'))
    expect((3 * 60_000) / took).toBeLessThanOrEqual(12.5)
  })
})

describe('what needs the owner', () => {
  it('stands in the card with its button, four at first; what comes later waits, and what is done keeps its row', async (scope) => {
    const group = await startGroup(scope, { peers: [2] })
    const floe = await startConsole(scope, { environment: group.environment })
    await floe.status(({ canSign }) => canSign)
    const page = await openPage(scope, floe.url)
    const card = region(page, home.card)
    const rows = card.getByRole('list', { name: needs.title }).getByRole('listitem')
    await card.getByText(needs.count(3)).waitFor()
    expect(await rows.count()).toBe(3)

    await floe.post('/api/stop', {})
    await card.getByRole('button', { name: needs.more(1) }).waitFor()
    expect(await rows.count()).toBe(3)
    await card.getByRole('button', { name: needs.more(1) }).click()
    await until(async () => (await rows.count()) === 4)

    const link = 'http://127.0.0.1:9/topic'
    await fetch(`${floe.url}/api/notify`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: link }),
    })
    await card.getByText(needs.count(3)).waitFor()
    expect(await rows.count()).toBe(4)
    const button = { name: home.steps.notifications }
    expect(await rows.getByRole('button', button).count()).toBe(0)
    const all = (await openNeeds(page)).getByRole('listitem')
    await until(async () => (await all.count()) === 3)
  })

  it('is grey and can’t be pressed while the server is away, like all that may be out of date', async (scope) => {
    const group = await startGroup(scope, { peers: [2] })
    const floe = await startConsole(scope, { environment: group.environment })
    await floe.status(({ canSign }) => canSign)
    await floe.post('/api/stop', {})
    const page = await openPage(scope, floe.url)
    await row(page, group, 2)
      .getByText(/^\d+ ms$/)
      .waitFor()
    const resume = region(page, home.card).getByRole('list').getByRole('button').first()
    await resume.waitFor()
    expect(await resume.isDisabled()).toBe(false)
    await floe.stop()
    await page.getByText(shell.tryingAgain(common.unreachable)).first().waitFor()
    const ping = row(page, group, 2).getByRole('button', { name: peers.ping })
    for (const one of [resume, ping, row(page, group, 2).getByRole('switch').first()]) {
      expect(await one.isDisabled()).toBe(true)
    }
    const coloured = await page.evaluate(() => {
      const green = '[class*="text-ok"], [class*="stroke-ok"], [class*="bg-ok"]'
      const other = '[class*="text-bad"], [class*="text-warn"], [class*="stroke-warn"]'
      const [card] = document.querySelectorAll('main section section')
      const found = [...document.querySelectorAll(green), ...(card?.querySelectorAll(other) ?? [])]
      return found.map(({ outerHTML }) => outerHTML)
    })
    expect(coloured).toEqual([])
  })
})
