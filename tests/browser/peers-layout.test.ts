// How high rows are, what lies on what, and what is scrolled out of sight: only a browser lays out.

import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { peers as texts } from '#contract/texts/peers.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { tabTo } from '../support/console/keyboard.ts'
import { ANY, like, NUMBER } from '../support/console/like.ts'
import { openOnce } from '../support/console/open-once.ts'
import { list, row } from '../support/console/peer-list.ts'
import { until } from '../support/until.ts'
import { expectNoOverflow } from './support/check-screen.ts'
import { describeInBrowser } from './support/chromium.ts'
import { layoutShift, openPage } from './support/page.ts'
import { keepToasts, untilToast } from './support/toasts.ts'

const heightOf = (element: Locator): Promise<number> =>
  element.evaluate((element) => element.getBoundingClientRect().height)

/** Words and controls of an element that overlap, in pairs. */
const overlaps = (element: Locator): Promise<string[]> =>
  element.evaluate((element) => {
    const parts = [...element.querySelectorAll('button, p, span')].filter(
      (part) => part.matches('button, p') || (part.childElementCount === 0 && part.textContent),
    )
    const lieOn = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
    // Each line by itself: the box of a text of several lines has room in which other parts stand.
    const lines = (part: Element) => [...part.getClientRects()].filter(({ width }) => width > 1)
    return parts.flatMap((a, at) =>
      parts.slice(at + 1).flatMap((b) => {
        const nested = a.contains(b) || b.contains(a)
        if (nested || !lines(a).some((one) => lines(b).some((other) => lieOn(one, other))))
          return []
        return [`${a.textContent} / ${b.textContent}`]
      }),
    )
  })

/** Words that begin on one line and end on another. */
const brokenWords = (element: Locator): Promise<string[]> =>
  element.evaluate((element) => {
    const broken: string[] = []
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      // A key that is cut off shows dots.
      if (text.parentElement?.closest('.sr-only, .truncate')) continue
      for (const { index, 0: word } of text.nodeValue?.matchAll(/\S+/g) ?? []) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (range.getClientRects().length > 1) broken.push(word)
      }
    }
    return broken
  })

const BELOW = new RegExp(`^${texts.below(1).replace('1', '\\d+')}$`)

describeInBrowser('the place of the peer list', () => {
  // In this order: the last one loads the page again.
  const opened = openOnce(async (whole) => {
    const group = await startGroup(whole, { totalMembers: 15, peers: [2] })
    const floe = await startConsole(whole, { environment: group.environment })
    const page = await openPage(whole, floe.url, { isNewHere: true })
    return { group, page }
  })

  it('stays in its place with fourteen peers, and can be used by keyboard alone', async (scope) => {
    const { group, page } = await opened(scope)
    await row(page, group, 15).waitFor()
    const pane = list(page).getByRole('region', { name: texts.rows })
    expect((await pane.boundingBox())?.height).toBeLessThanOrEqual(250)
    expect(await list(page).getByRole('listitem').count()).toBe(14)
    expect(await row(page, group, 1).count()).toBe(0)
    const more = page.getByRole('button', { name: BELOW })
    const unseen = () =>
      pane.evaluate((pane) => {
        const { bottom } = pane.getBoundingClientRect()
        const rows = [...pane.querySelectorAll('li')].map((row) => row.getBoundingClientRect())
        return rows.filter((row) => row.bottom > bottom + 12).length
      })
    await until(async () => (await more.textContent()) === texts.below(await unseen()))

    const before = await unseen()
    await more.click()
    await until(async () => (await unseen()) < before)
    await tabTo(page, pane)
    await page.keyboard.press('End')
    await until(async () => (await unseen()) === 0 && (await more.count()) === 0)
    await tabTo(page, row(page, group, 2).getByRole('switch', { name: like(texts.sendTo(ANY)) }))
    await keepToasts(page)
    await page.keyboard.press('Space')
    await untilToast(page, like(texts.sendOff(ANY)))
    await tabTo(page, row(page, group, 2).getByRole('button', { name: texts.ping }))
    await page.keyboard.press('Enter')
    await untilToast(page, like(texts.answered(ANY, NUMBER)))
    // The button that opens the device covers its row, but not the row's other buttons.
    await row(page, group, 2)
      .getByRole('switch', { name: like(texts.sendTo(ANY)) })
      .click()
    await untilToast(page, like(texts.sendOn(ANY)))
    await row(page, group, 2).getByRole('button', { name: texts.ping }).click({ trial: true })
    await tabTo(page, page.getByRole('button', { name: texts.title, exact: true }), { back: true })
    await page.keyboard.press('Enter')
    await row(page, group, 2).waitFor({ state: 'hidden' })
    await page.keyboard.press('Enter')
    await row(page, group, 2).waitFor()
  })

  it('stays readable with text twice as large', async (scope) => {
    const { group, page } = await opened(scope)
    await list(page).getByText(texts.online(1)).waitFor()
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoOverflow(page, `${width} pixels`)
      const pane = list(page).getByRole('region', { name: texts.rows })
      expect(await pane.evaluate((pane) => pane.scrollWidth - pane.clientWidth)).toBe(0)
      expect(await overlaps(row(page, group, 2)), `${width} pixels`).toEqual([])
      expect(await brokenWords(row(page, group, 2)), `${width} pixels`).toEqual([])
    }
  })

  it('keeps room for every row while they load', async (scope) => {
    const { group, page } = await opened(scope)
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
      await page.route('**/api/peers', async (route) => {
        await asked
        await route.continue()
      })
      const awaited = page.waitForRequest('**/api/peers')
      await page.reload()
      await awaited
      await list(page).getByText(texts.loading).waitFor()
      // How many there are is known once the settings have come.
      await until(async () => (await list(page).locator('.size-4.animate-pulse').count()) === 14)
      const before = await heightOf(list(page))
      answer()
      await row(page, group, 15).waitFor()
      await list(page).getByText(texts.detecting).waitFor({ state: 'hidden' })
      expect(await heightOf(list(page)), `${width} pixels`).toBe(before)
      await page.unroute('**/api/peers')
      expect(await layoutShift(page), `${width} pixels`).toBeLessThan(0.05)
    }
  })
})
