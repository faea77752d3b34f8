import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { LogEntry } from '#contract/events.ts'
import { EVENT_LOG_MAX } from '#contract/limits.ts'
import { eventStreamGap } from '#contract/messages.ts'
import { events as texts } from '#contract/texts/events.ts'
import { shell } from '#contract/texts/shell.ts'
import { PAGE_LOG_MAX } from '../../web/src/lib/limits.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { tabTo } from '../support/console/keyboard.ts'
import { openOnce } from '../support/console/open-once.ts'
import { tapServer } from '../support/console/tap.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { drawn } from './support/at-rest.ts'
import { describeInBrowser } from './support/chromium.ts'
import { openPage } from './support/page.ts'

/** A signer that logs nothing more by itself, so that only the test fills its log, and its page. */
async function openLog(scope: Scope) {
  const { environment } = await startGroup(scope, { threshold: 1, totalMembers: 2 })
  const floe = await startConsole(scope, { environment })
  await floe.status(({ state }) => state === 'running')
  const tap = await tapServer(scope, floe.port)
  const page = await openPage(scope, tap.url)
  const { events } = floe.context
  const card = page.getByRole('region', { name: texts.title, exact: true })
  const list = card.getByRole('region', { name: texts.entries })
  const button = (name: string | RegExp) => card.getByRole('button', { name, exact: true })
  const top = () => list.evaluate((element) => element.scrollTop)
  const distanceFromEnd = () =>
    list.evaluate((element) =>
      Math.round(element.scrollHeight - element.scrollTop - element.clientHeight),
    )
  async function wheel(by: number): Promise<void> {
    await list.hover()
    await page.mouse.wheel(0, by)
  }
  return {
    ...{ page, tap, events, card, list, button },
    entry: (text: string | RegExp) => list.getByRole('button', { name: text }),
    /** Everything in the page's log, as the page exports it. */
    async exported(): Promise<LogEntry[]> {
      await button(texts.export).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        button(texts.exportAs.json).click(),
      ])
      await button(texts.closeExport).click()
      return JSON.parse(await readFile(await file.path(), 'utf8')) as LogEntry[]
    },
    add: (message: string) => events.add('info', message),
    fill: (count: number, what = 'Filling') => {
      for (let n = 1; n <= count; n += 1) events.add('info', `${what} ${n}`)
    },
    ...{ top, distanceFromEnd },
    /** Scrolls up from the end by so many pixels. Resolves when the list has come to rest. */
    async scrollUp(by: number) {
      await until(async () => (await distanceFromEnd()) === 0)
      const end = await top()
      await wheel(-by)
      await until(async () => (await top()) === end - by)
    },
    async scrollToEnd() {
      await wheel(5_000)
      await until(async () => (await distanceFromEnd()) === 0)
    },
  }
}

/** A log that all tests share: each gets it empty, and scrolled to its end. */
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
  const { message } = add('All before this has come')
  await entry(message).waitFor()
  await button(texts.clear).click()
  await entry(message).waitFor({ state: 'detached' })
}

const jump = new RegExp(`^${texts.jumpToEnd}`)

describeInBrowser('the end of the event log', () => {
  it('stays in view while entries come', async (scope) => {
    const { fill, entry, distanceFromEnd } = await openEmpty(scope)
    for (const round of [1, 2, 3]) {
      fill(40, `Round ${round},`)
      await entry(`Round ${round}, 40`).waitFor()
      await until(async () => (await distanceFromEnd()) === 0)
    }
  })

  it('is left by scrolling up, with a way back that says how many are new', async (scope) => {
    const { page, fill, entry, button, top, scrollUp, distanceFromEnd } = await openEmpty(scope)
    fill(60)
    await entry('Filling 60').waitFor()
    await scrollUp(600)
    await button(jump).waitFor()
    const held = await top()
    fill(12, 'New')
    await button(`${texts.jumpToEnd} ${texts.unseen(12)}`).waitFor()
    expect(await top()).toBe(held)
    await tabTo(page, button(jump))
    await page.keyboard.press('Enter')
    await until(async () => (await distanceFromEnd()) === 0)
    expect(await entry('New 12').evaluate((row) => row === document.activeElement)).toBe(true)
    await button(jump).waitFor({ state: 'detached' })
    fill(3, 'Followed')
    await entry('Followed 3').waitFor()
  })

  it('stays in view again once somebody has scrolled back to it', async (scope) => {
    const { fill, entry, button, scrollUp, scrollToEnd, distanceFromEnd } = await openEmpty(scope)
    fill(60)
    await entry('Filling 60').waitFor()
    await scrollUp(600)
    await button(jump).waitFor()
    await scrollToEnd()
    await button(jump).waitFor({ state: 'detached' })
    fill(20, 'More')
    await entry('More 20').waitFor()
    await until(async () => (await distanceFromEnd()) === 0)
  })
})

describeInBrowser('a full event log', () => {
  it('stays where it is read while its oldest entries make room', async (scope) => {
    const { page, fill, entry, button, list, scrollUp } = await openEmpty(scope)
    fill(PAGE_LOG_MAX)
    await entry(`Filling ${PAGE_LOG_MAX}`).waitFor()
    await scrollUp(2_000)
    await button(jump).waitFor()
    const seen = () =>
      list.evaluate((element) => {
        const { top } = element.getBoundingClientRect()
        const rows = [...element.querySelectorAll('li')]
        const first = rows.find((row) => row.getBoundingClientRect().top >= top)
        return [first?.textContent, Math.round((first?.getBoundingClientRect().top ?? 0) - top)]
      })
    const before = await seen()
    fill(40, 'New')
    await button(`${texts.jumpToEnd} ${texts.unseen(40)}`).waitFor()
    // Chromium puts what is read back into its place only when it draws.
    await drawn(page)
    expect(await seen()).toEqual(before)
  })

  it('says how many entries are gone when the page was away for too many', async (scope) => {
    const { tap, events, fill, entry, card, exported } = await openEmpty(scope)
    fill(5)
    await entry('Filling 5').waitFor()
    tap.cut()
    await card.getByText(texts.reconnecting).waitFor()
    const seen = events.entries().at(-1)?.id ?? 0
    fill(EVENT_LOG_MAX + 7, 'Missed')
    tap.mend()
    await entry(`Missed ${EVENT_LOG_MAX + 7}`).waitFor()
    const gone = (events.entries()[0]?.id ?? 0) - seen - 1
    const messages = (await exported()).map(({ message }) => message)
    expect(messages).toContain(eventStreamGap.gone(gone))
  })

  it('keeps more than the server does, and misses nothing while another tab is shown', async (scope) => {
    const { page, tap, fill, entry, exported, card } = await openEmpty(scope)
    fill(EVENT_LOG_MAX)
    await entry(`Filling ${EVENT_LOG_MAX}`).waitFor()
    fill(100, 'Seen')
    await entry('Seen 100').waitFor()
    const before = await exported()
    expect(before.length).toBeGreaterThan(EVENT_LOG_MAX)
    const closed = tap.closeCodes.length
    await page.getByRole('tab', { name: shell.tabs.recover }).click()
    await until(() => tap.closeCodes.length > closed)
    expect(tap.closeCodes.slice(closed)).toEqual([1000])
    fill(30, 'Missed')
    await page.getByRole('tab', { name: shell.tabs.signer }).click()
    await entry('Missed 30').waitFor()
    const shown = await exported()
    expect(shown.slice(0, before.length)).toEqual(before)
    expect(shown.slice(before.length).map(({ message }) => message)).toEqual(
      Array.from({ length: 30 }, (_, n) => `Missed ${n + 1}`),
    )
    expect(await card.getByText(texts.reconnecting).isVisible()).toBe(false)
  })
})
