// What is in sight, how large it is, and whether it jumps is layout.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { done } from '#contract/texts/done.ts'
import { home } from '#contract/texts/home.ts'
import { kinds } from '#contract/texts/kinds.ts'
import { peers } from '#contract/texts/peers.ts'
import { signer } from '#contract/texts/signer.ts'
import type { ApiServer } from '../support/api-server.ts'
import { type Group, startConsole, startGroup } from '../support/console/console.ts'
import { deviceRow, headline, openDetails } from '../support/console/home.ts'
import { openOnce } from '../support/console/open-once.ts'
import { list, pubkeyOf } from '../support/console/peer-list.ts'
import type { Scope } from '../support/scope.ts'
import { describeInBrowser } from './support/chromium.ts'
import { layoutShift, openPage, type PageOptions } from './support/page.ts'

const PHONE = 'Anna’s phone'
const LAPTOP = 'Laptop'

const call = (floe: ApiServer, path: string, body: unknown) =>
  fetch(`${floe.url}${path}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

async function name(floe: ApiServer, group: Group, idx: number, text: string): Promise<void> {
  await call(floe, `/api/peers/${pubkeyOf(group, idx)}/name`, { name: text })
}

/** A healthy signer of a 2-of-3 keyset that has signed, with devices that have names. */
async function openHealthy(scope: Scope, options: PageOptions = {}) {
  const group = await startGroup(scope, { peers: [2, 3] })
  const floe = await startConsole(scope, { environment: group.environment })
  await floe.status(({ canSign }) => canSign)
  await name(floe, group, 2, PHONE)
  await name(floe, group, 3, LAPTOP)
  for (const content of ['a', 'b', 'c', 'd', 'e']) {
    const event = { kind: 1, content, tags: [], created_at: 1_700_000_000 }
    expect((await floe.post('/api/sign', { event })).status).toBe(200)
  }
  return { group, floe, page: await openPage(scope, floe.url, options) }
}

/** The words that a person sees: neither those for screen readers nor letters that are decoration. */
const wordsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement
      if (!parent?.checkVisibility({ visibilityProperty: true })) continue
      if (parent.closest('[aria-hidden=true], script, style')) continue
      if (getComputedStyle(parent).position === 'absolute' && parent.offsetWidth <= 1) continue
      if (parent.closest('.sr-only')?.matches(':not(:focus)')) {
        if ((parent.closest('.sr-only') as HTMLElement).offsetWidth <= 1) continue
      }
      words.push(...(text.nodeValue?.match(/[\p{L}\p{N}]\S*/gu) ?? []))
    }
    return words
  })

const proven = new RegExp(`^${home.proven('.*', `(${PHONE}|${LAPTOP})`)}$`)

describeInBrowser('the first screen of a healthy signer', () => {
  const opened = openOnce((scope) => openHealthy(scope, { isNewHere: true }))

  it('says in at most 120 words who signs, who is there and what was signed', async (scope) => {
    const { page } = await opened(scope)
    await headline(page, signer.ready).waitFor()
    await page.getByText(home.onlineOf(2, 2)).waitFor()
    await page.getByText(proven).waitFor()
    await page.getByText(done.signed(kinds[1][1])).nth(2).waitFor()
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 })
      const words = await wordsIn(page)
      // And three: nobody logs in here, so that something needs the owner, which the bell counts and the line opens.
      expect(words.length, words.join(' ')).toBeLessThanOrEqual(120 + 3)
      expect(words.length, words.join(' ')).toBeGreaterThan(60)
    }
  })

  it('does not jump while it loads', async (scope) => {
    const { page } = await opened(scope)
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.reload()
      await headline(page, signer.ready).waitFor()
      await page.getByText(home.onlineOf(2, 2)).waitFor()
      await page.getByText(proven).waitFor()
      await page.getByText(done.signed(kinds[1][1])).nth(2).waitFor()
      expect(await layoutShift(page), `${width} pixels`).toBeLessThanOrEqual(0.02)
    }
  })

  it('has no message over its verdict on a phone', async (scope) => {
    const { page } = await opened(scope)
    await page.setViewportSize({ width: 360, height: 800 })
    await openDetails(page)
    await list(page).getByText(peers.online(2)).waitFor()
    await deviceRow(page, PHONE)
      .getByRole('switch', { name: `${PHONE} ${home.asked}` })
      .click()
    const toast = page.locator('[aria-modal=false]').filter({ hasText: peers.sendOff(PHONE) })
    await toast.waitFor()
    await page.evaluate(() => scrollTo(0, 0))
    const [said, told] = await Promise.all([
      headline(page, signer.ready).boundingBox(),
      toast.boundingBox(),
    ])
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan(told?.y ?? 0)
  })
})
