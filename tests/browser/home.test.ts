import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { auth } from '../../server/contract/messages.ts'
import { common } from '../../server/contract/texts/common.ts'
import { done } from '../../server/contract/texts/done.ts'
import { events } from '../../server/contract/texts/events.ts'
import { home, warnings } from '../../server/contract/texts/home.ts'
import { kinds } from '../../server/contract/texts/kinds.ts'
import { peers } from '../../server/contract/texts/peers.ts'
import { relays } from '../../server/contract/texts/relays.ts'
import { signer } from '../../server/contract/texts/signer.ts'
import type { ApiServer } from '../support/api-server.ts'
import { type Group, startConsole, startGroup } from '../support/console/console.ts'
import { deviceRow, openDetails } from '../support/console/home.ts'
import { button, dialog } from '../support/console/owner.ts'
import { list, pubkeyOf } from '../support/console/peer-list.ts'
import { headline } from '../support/console/verdict.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { checkScreen, expectNoOverflow } from './support/check-screen.ts'
import { describeInBrowser } from './support/chromium.ts'
import { layoutShift, openPage, type PageOptions } from './support/page.ts'
import { expectThumbSized } from './support/thumb.ts'

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
  it('says in at most 120 words who signs, who is there and what was signed', async (scope) => {
    const { page } = await openHealthy(scope)
    await headline(page, signer.ready).waitFor()
    await page.getByText(home.onlineOf(2, 2)).waitFor()
    await page.getByText(proven).waitFor()
    await page.getByText(done.signed(kinds[1][1])).nth(2).waitFor()
    await checkScreen(page, 'home')
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 })
      const words = await wordsIn(page)
      // And one: its peers speak 1.x and nobody logs in, so that the bell has a number, as none has that is well.
      expect(words.length, words.join(' ')).toBeLessThanOrEqual(120 + 1)
      expect(words.length, words.join(' ')).toBeGreaterThan(60)
    }
  })

  it('does not jump while it loads', async (scope) => {
    const { page } = await openHealthy(scope, { isNewHere: true })
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

  it('is made for a thumb: what can be touched is large, and no message covers the verdict', async (scope) => {
    const { page } = await openHealthy(scope, { width: 360, height: 800 })
    await headline(page, signer.ready).waitFor()
    await page.getByText(home.onlineOf(2, 2)).waitFor()
    await expectThumbSized(page, 'home')
    await openDetails(page)
    await list(page).getByText(peers.online(2)).waitFor()
    await page.getByLabel(events.entries).waitFor()
    await expectThumbSized(page, 'details')
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expectNoOverflow(page, 'details, large text')
    await page.evaluate(() => {
      document.documentElement.style.fontSize = ''
    })

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

describeInBrowser('the first screen with fourteen devices and twenty relays', () => {
  it('stays short on a phone, says that there are more, and shows them all', async (scope) => {
    const group = await startGroup(scope, { totalMembers: 15, peers: [2] })
    const dead = Array.from({ length: 19 }, (_, at) => `ws://127.0.0.1:1/${at}`)
    const environment = { ...group.environment, RELAYS: JSON.stringify([group.relay.url, ...dead]) }
    const floe = await startConsole(scope, { environment })
    const page = await openPage(scope, floe.url, { width: 360, height: 800 })
    await page.getByText(home.onlineOf(1, 14)).waitFor()
    await page.getByText(home.unheardMore(17)).waitFor()
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBeLessThanOrEqual(2_500)
    await checkScreen(page, 'home-fourteen')

    expect(await deviceRow(page, home.device(15)).count()).toBe(0)
    await button(page, home.all(14)).click()
    await deviceRow(page, home.device(15)).waitFor()
    await button(page, home.fewer).click()
    await deviceRow(page, home.device(15)).waitFor({ state: 'detached' })
  })
})

describeInBrowser('the one thing to do', () => {
  it('is to let a device ask again, and can be taken back', async (scope) => {
    const group = await startGroup(scope, { totalMembers: 2, peers: [2] })
    const floe = await startConsole(scope, { environment: group.environment })
    await name(floe, group, 2, PHONE)
    const page = await openPage(scope, floe.url)
    await headline(page, signer.ready).waitFor()
    const asks = deviceRow(page, PHONE).getByRole('switch', { name: `${PHONE} ${home.asks}` })
    await asks.click()
    await headline(page, signer.asksOnly).waitFor()
    await checkScreen(page, 'home-asks-only')
    await button(page, home.steps.answerAgain(PHONE)).click()
    await headline(page, signer.ready).waitFor()

    await page.getByText(peers.recvOn(PHONE)).waitFor()
    await page
      .locator('[aria-modal=false]')
      .filter({ hasText: peers.recvOn(PHONE) })
      .getByRole('button', { name: common.undo })
      .click()
    await page.getByText(peers.policyBack(PHONE)).waitFor()
    await until(async () => (await asks.getAttribute('aria-checked')) === 'false')
  })

  it('is to wake the device that is missing, which nobody can do from here', async (scope) => {
    const group = await startGroup(scope, { totalMembers: 2 })
    const floe = await startConsole(scope, { environment: group.environment })
    await name(floe, group, 2, LAPTOP)
    const page = await openPage(scope, floe.url)
    await button(page, home.steps.wake(LAPTOP)).click({ timeout: 30_000 })
    const window = dialog(page, peers.permissionsOf(LAPTOP))
    await window.getByText(home.wake).waitFor()
    await window.getByText(pubkeyOf(group, 2).slice(0, 16)).waitFor()
    await checkScreen(page, 'home-device')
  })

  it('is to look at the relays when none is heard', async (scope) => {
    const group = await startGroup(scope, { totalMembers: 2 })
    await group.relay.stop()
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    await button(page, home.steps.relays).click()
    await page.getByRole('textbox', { name: relays.addPlaceholder }).waitFor()
  })
})

describeInBrowser('the warnings', () => {
  it('are counted in one line, and those that break nothing can be set aside for good', async (scope) => {
    const group = await startGroup(scope, { peers: [2, 3] })
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    await openDetails(page)
    await list(page).getByText(peers.online(2)).waitFor()
    await button(page, `${warnings.show}: ${warnings.count(1)}`).click()
    const window = dialog(page, warnings.title)
    await window.getByText(auth.openAccess).waitFor()
    await checkScreen(page, 'warnings')
    await window.getByRole('button', { name: warnings.dismissOf(auth.openAccess) }).click()
    await window.getByText(warnings.dismissed(1)).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText(warnings.none, { exact: true }).waitFor()
    await page.reload()
    await page.getByText(warnings.none, { exact: true }).waitFor()
    await button(page, `${warnings.show}: ${warnings.count(1)}`).click()
    await button(page, warnings.bringBack).click()
    await window.getByText(auth.openAccess).waitFor()
    await expectNoOverflow(page, 'warnings')
  })
})
