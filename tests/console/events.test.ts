import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { EventType, LogEntry } from '#contract/events.ts'
import { EVENT_LOG_MAX } from '#contract/limits.ts'
import { eventStreamGap } from '#contract/messages.ts'
import { common } from '#contract/texts/common.ts'
import { events as texts } from '#contract/texts/events.ts'
import { shell } from '#contract/texts/shell.ts'
import { CLOSED } from '../support/access.ts'
import type { ApiServer } from '../support/api-server.ts'
import { floeAgain, startConsole, startGroup } from '../support/console/console.ts'
import { tabTo } from '../support/console/keyboard.ts'
import { openOnce } from '../support/console/open-once.ts'
import { logoutButton, signIn } from '../support/console/sign-in.ts'
import { tapServer } from '../support/console/tap.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { openPage } from './support/page.ts'

const API_KEY = 'a key that a person chose'

/** A signer that logs nothing more by itself, so that the test fills its log, and a page that shows the log. */
async function openLog(scope: Scope) {
  const { environment } = await startGroup(scope, { threshold: 1, totalMembers: 2 })
  const floe = await startConsole(scope, { environment })
  await floe.status(({ state }) => state === 'running')
  const tap = await tapServer(scope, floe.port)
  const page = await openPage(scope, tap.url)
  return { floe, page, tap, environment, ...feeding(floe), ...log(page) }
}

/** A log for all tests that neither stop the server nor sign out: each gets it empty, and as it is shown first. */
const openEmpty = openOnce(async (scope) => {
  const opened = await openLog(scope)
  await empty(opened)
  return opened
}, empty)

async function empty({ page, tap, list, entry, button, add }: Awaited<ReturnType<typeof openLog>>) {
  tap.mend()
  await page.getByRole('tab', { name: shell.tabs.recover }).click()
  await list.waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: shell.tabs.signer }).click()
  const { message } = add('info', 'All before this has come')
  await entry(message).waitFor()
  await button(texts.clear).click()
  await entry(message).waitFor({ state: 'detached' })
}

function feeding({ context: { events } }: ApiServer) {
  return {
    add: (type: EventType, message: string, data?: Record<string, unknown>) =>
      events.add(type, message, data),
    fill: (count: number, what = 'Filling') => {
      for (let n = 1; n <= count; n += 1) events.add('info', `${what} ${n}`)
    },
  }
}

/** The log on the page, as a person finds it. */
function log(page: Page) {
  const card = page.getByRole('region', { name: texts.title, exact: true })
  const list = card.getByRole('region', { name: texts.entries })
  const entry = (text: string | RegExp) => list.getByRole('button', { name: text })
  const button = (name: string | RegExp) => card.getByRole('button', { name, exact: true })
  return {
    card,
    list,
    entry,
    button,
    /** Everything the page holds, as it exports it. */
    async exported(): Promise<LogEntry[]> {
      await button(texts.export).click()
      const file = await saved(page, button(texts.exportAs.json))
      await button(texts.closeExport).click()
      return JSON.parse(await readFile(await file.path(), 'utf8')) as LogEntry[]
    },
  }
}

/** The file that a button saves. */
async function saved(page: Page, button: Locator): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return file
}

/** What the server has from one entry on. */
const entriesFrom = ({ context }: ApiServer, { id }: LogEntry): LogEntry[] =>
  context.events.entries().filter((entry) => entry.id >= id)

const idsOf = (entries: readonly LogEntry[]) => entries.map(({ id }) => id)

describe('the event log', () => {
  it('shows what has happened, what happens as it happens, and how much that is', async (scope) => {
    const { floe, page, add, entry, card } = await openLog(scope)
    await entry(/Node is ready|ready/i)
      .first()
      .waitFor()
    add('sign', 'Signature request received from 026b1f0c')
    await entry(/sign Signature request received from 026b1f0c/).waitFor()
    await until(() => card.getByText(texts.count(floe.context.events.entries().length)).isVisible())

    // As if the server's clock had been an hour ahead, until now.
    for (const kept of floe.context.events.entries()) {
      kept.timestamp = new Date(Date.parse(kept.timestamp) + 3_600_000).toISOString()
    }
    await page.reload()
    await entry(/sign Signature request received from 026b1f0c/).waitFor()
    expect(await card.getByText(texts.clockSetBack).count()).toBe(0)
    add('info', 'With the right time')
    await entry('With the right time').waitFor()
    await card.getByText(texts.clockSetBack).waitFor()
    add('info', 'A little later')
    await entry('A little later').waitFor()
    expect(await card.getByText(texts.clockSetBack).count()).toBe(1)
  })

  it('says that it is reconnecting while the server restarts, then shows the gap and nothing twice', async (scope) => {
    const { floe, environment, fill, entry, card, exported } = await openLog(scope)
    fill(20)
    await entry('Filling 20').waitFor()
    const before = idsOf(await exported())
    await floe.stop()
    await card.getByText(texts.reconnecting).waitFor()
    const again = await floeAgain(scope, floe, environment)
    again.context.events.add('info', 'After the restart')
    await card.getByText(texts.reconnecting).waitFor({ state: 'detached' })
    await entry('After the restart').waitFor()
    await entry(eventStreamGap.restarted).waitFor()
    const shown = await exported()
    const kept = shown.filter(({ message }) => message !== eventStreamGap.restarted)
    expect(idsOf(kept).slice(0, before.length)).toEqual(before)
    expect(idsOf(kept)).toEqual([...new Set(idsOf(kept))].sort((a, b) => a - b))
    expect(shown.length - kept.length).toBe(1)
    const times = shown.map(({ timestamp }) => timestamp)
    expect(times).toEqual(times.toSorted())
  })
})

describe('what a page has of the event log', () => {
  it('is forgotten when its user signs out', async (scope) => {
    const { environment } = await startGroup(scope, { threshold: 1, totalMembers: 2 })
    const floe = await startConsole(scope, {
      environment: { ...environment, ...CLOSED, API_KEY },
    })
    // What it logs while it starts must not come after the log was cleared.
    await until(() => floe.context.events.entries().some(({ type }) => type === 'ready'))
    const page = await openPage(scope, floe.url)
    const { card, entry, button } = log(page)
    floe.context.events.add('info', 'Cleared by the first')
    await signIn(page, { apiKey: API_KEY })
    await entry('Cleared by the first').waitFor()
    await button(texts.clear).click()
    await card.getByText(texts.none).waitFor()
    await logoutButton(page).click()
    await signIn(page, { apiKey: API_KEY })
    await entry('Cleared by the first').waitFor()
  })
})

describe('the event log with some entries', () => {
  it('shows the types that are asked for, each with its count', async (scope) => {
    const { add, entry, button, card } = await openEmpty(scope)
    add('ecdh', 'A key exchange')
    add('ecdh', 'Another key exchange')
    add('sign', 'A signature')
    await entry('A signature').waitFor()
    await button(texts.toggleFilters).click()
    await button(/^ecdh 2$/).click()
    await entry('key exchange').first().waitFor({ state: 'detached' })
    expect(await entry('A signature').isVisible()).toBe(true)
    await button(texts.clearAll).click()
    await card.getByText(texts.noneMatch).waitFor()
    await button(texts.clearFilters).click()
    await entry('Another key exchange').waitFor()
  })

  it('is cleared on this page, and what was cleared does not come back with a new connection', async (scope) => {
    const { add, entry, button, card, tap, exported } = await openEmpty(scope)
    const { id } = add('info', 'Before')
    await entry('Before').waitFor()
    await button(texts.clear).click()
    await card.getByText(texts.serverKeeps(EVENT_LOG_MAX)).waitFor()
    tap.cut()
    await card.getByText(texts.reconnecting).waitFor()
    add('info', 'After')
    tap.mend()
    await entry('After').waitFor()
    expect(idsOf(await exported()).every((shown) => shown > id)).toBe(true)
  })

  it('shows the data of an entry as formatted JSON, to be copied', async (scope) => {
    const { add, entry, button, card, page } = await openEmpty(scope)
    const data = { peer: '026b1f0c', hashes: [1, 2] }
    const sent = add('sign', 'With data', data)
    await entry('With data').click()
    await card.getByText(/"peer": "026b1f0c"/).waitFor()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await button(common.copy(texts.data)).click()
    await until(async () => (await copied()) === JSON.stringify(data, null, 2))
    await button(common.copy(texts.entry)).click()
    await until(async () => (await copied()) === JSON.stringify(sent, null, 2))
  })

  it('saves what is shown as a file, one entry a line when asked to', async (scope) => {
    const { add, entry, button, page } = await openEmpty(scope)
    const sent = add('ecdh', 'A key exchange', { took: 4 })
    await entry('A key exchange').waitFor()
    await button(texts.toggleFilters).click()
    await button(texts.clearAll).click()
    await button(/^ecdh/).click()
    await button(texts.export).click()
    const file = await saved(page, button(texts.exportAs.ndjson))
    expect(file.suggestedFilename()).toMatch(/^floe-events-[\dT-]+\.ndjson$/)
    expect(await readFile(await file.path(), 'utf8')).toBe(`${JSON.stringify(sent)}\n`)
  })

  it('asks for what it missed while the connection was broken', async (scope) => {
    const { tap, floe, add, fill, entry, card, exported } = await openEmpty(scope)
    const first = add('info', 'The first')
    await entry('The first').waitFor()
    tap.cut()
    await card.getByText(texts.reconnecting).waitFor()
    fill(30, 'Missed')
    tap.mend()
    await entry('Missed 30').waitFor()
    expect(await exported()).toEqual(entriesFrom(floe, first))
  })

  it('goes on where its connection died silently, once the server answers again', async (scope) => {
    const { page, tap, floe, add, fill, entry, exported } = await openEmpty(scope)
    const first = add('info', 'The first')
    await entry('The first').waitFor()
    const { promise: failed, resolve: fail } = Promise.withResolvers<void>()
    const status = '**/api/status?*'
    await page.route(status, (route) =>
      route.continue().catch((error: Error) => {
        // The page itself breaks off a call that another replaces.
        if (error.name !== 'AbortError') fail()
        throw error
      }),
    )
    tap.deaden()
    fill(3, 'Missed')
    // The page says the same of a status that is only old, of which no call has failed yet.
    await failed
    await page.getByText(common.unreachable).first().waitFor()
    expect(await entry('Missed').count()).toBe(0)
    await page.unroute(status)
    tap.mend()
    await entry('Missed 3').waitFor()
    expect(await exported()).toEqual(entriesFrom(floe, first))
  })

  it('reads out errors, and nothing else', async (scope) => {
    const { add, entry, card } = await openEmpty(scope)
    add('error', 'A peer answered wrongly')
    add('info', 'Something else')
    await entry('Something else').waitFor()
    const spoken = card.getByRole('status').filter({ hasText: 'A peer answered wrongly' })
    await spoken.waitFor({ state: 'attached' })
    expect(await card.getByRole('status').allTextContents()).not.toContain('Something else')
  })
})

describe('the event log without a mouse', () => {
  it('is gone through by the arrow keys, opened by Enter and Space, and left by Tab', async (scope) => {
    const { page, add, fill, entry, card, list } = await openEmpty(scope)
    fill(60)
    add('sign', 'The last but one', { took: 5 })
    add('info', 'The last')
    await tabTo(page, entry('The last').last())
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await card.getByText('"took": 5').waitFor()
    await page.keyboard.press('Space')
    await card.getByText('"took": 5').waitFor({ state: 'detached' })
    await page.keyboard.press('Home')
    const rows = list.getByRole('listitem')
    const isOn = (row: Locator) => row.evaluate((item) => item.contains(document.activeElement))
    expect(await isOn(rows.first())).toBe(true)
    await page.keyboard.press('End')
    expect(await isOn(rows.last())).toBe(true)
    await page.keyboard.press('Tab')
    expect(await list.evaluate((it) => it.contains(document.activeElement))).toBe(false)
  })

  it('keeps the focus on an entry that newer ones have pushed out of sight', async (scope) => {
    const { page, fill, entry, button } = await openEmpty(scope)
    fill(5)
    await tabTo(page, entry('Filling 5'))
    await page.keyboard.press('ArrowUp')
    fill(200, 'New')
    await button(`${texts.jumpToEnd} ${texts.unseen(200)}`).waitFor()
    await page.keyboard.press('ArrowUp')
    await until(() =>
      page.evaluate(() => document.activeElement?.textContent?.endsWith('Filling 3') === true),
    )
  })

  it('gives the focus back to the button of the panel that is closed', async (scope) => {
    const { page, button } = await openEmpty(scope)
    await tabTo(page, button(texts.toggleFilters))
    await page.keyboard.press('Enter')
    await tabTo(page, button(texts.closeFilters))
    await page.keyboard.press('Enter')
    expect(
      await button(texts.toggleFilters).evaluate((element) => element === document.activeElement),
    ).toBe(true)
  })
})

describe('the card of the event log', () => {
  it('can be closed to its head', async (scope) => {
    const { fill, list, button, card } = await openEmpty(scope)
    fill(2)
    await list.waitFor()
    await button(texts.title).click()
    await list.waitFor({ state: 'detached' })
    await card.getByText(texts.count(2)).waitFor()
  })
})
