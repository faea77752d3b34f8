import { join } from 'node:path'
import { pino } from 'pino'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { FIRST_KEYSET } from '#contract/keysets.ts'
import { factsOf } from '#contract/need-facts.ts'
import { PEER_BUILDS } from '#contract/protocols.ts'
import { backups } from '#contract/texts/backups.ts'
import { common } from '#contract/texts/common.ts'
import { devices } from '#contract/texts/devices.ts'
import { home, needs } from '#contract/texts/home.ts'
import { moving } from '#contract/texts/moving.ts'
import { needSentences } from '#contract/texts/needs.ts'
import { peers } from '#contract/texts/peers.ts'
import { relays } from '#contract/texts/relays.ts'
import { shell } from '#contract/texts/shell.ts'
import { signer } from '#contract/texts/signer.ts'
import { xOnly } from '#nostr/x-only.ts'
import { openStore } from '#store/open.ts'
import { byKey, CLOSED } from '../support/access.ts'
import type { ApiServer } from '../support/api-server.ts'
import { region } from '../support/console/apps.ts'
import { type Group, startConsole, startGroup } from '../support/console/console.ts'
import { startFloePeer } from '../support/console/floe-peer.ts'
import { deviceRow, headline, openNeeds } from '../support/console/home.ts'
import { ANNA, button, dialog } from '../support/console/owner.ts'
import { pubkeyOf } from '../support/console/peer-list.ts'
import { newHash } from '../support/new-hash.ts'
import { NOBODY_THERE } from '../support/patient.ts'
import { temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { openPage } from './support/page.ts'

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

describe('the button of a need', () => {
  it('lets a device ask again, which can be undone', async (scope) => {
    const group = await startGroup(scope, { totalMembers: 2, peers: [2] })
    const floe = await startConsole(scope, { environment: group.environment })
    await name(floe, group, 2, PHONE)
    const page = await openPage(scope, floe.url)
    await headline(page, signer.ready).waitFor()
    const asks = deviceRow(page, PHONE).getByRole('switch', { name: peers.recvFrom(PHONE) })
    await asks.click()
    await headline(page, signer.asksOnly).waitFor()
    const window = await openNeeds(page)
    await window.getByRole('button', { name: home.steps.answerAgain(PHONE) }).click()
    await page.keyboard.press('Escape')
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

  it('leads to the device that is missing, and to how a person wakes it', async (scope) => {
    const group = await startGroup(scope, { totalMembers: 2 })
    const floe = await startConsole(scope, {
      environment: group.environment,
      timings: { node: NOBODY_THERE },
    })
    await name(floe, group, 2, LAPTOP)
    const page = await openPage(scope, floe.url)
    await (await openNeeds(page)).getByRole('button', { name: home.steps.wake(LAPTOP) }).click()
    const shownDevice = region(page, LAPTOP)
    await shownDevice.getByText(home.wake.unknown(LAPTOP)).waitFor()
    await shownDevice.getByText(pubkeyOf(group, 2).slice(0, 16)).waitFor()
  })

  it('leads to the relays when none is heard', async (scope) => {
    const group = await startGroup(scope, { totalMembers: 2 })
    await group.relay.stop()
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    await page.getByRole('tab', { name: shell.tabs.activity }).click()
    await (await openNeeds(page)).getByRole('button', { name: home.steps.relays }).click()
    await page.getByRole('textbox', { name: relays.addPlaceholder }).waitFor()
  })
})

describe('the details of a device', () => {
  it('say which app runs there, if that is known', async (scope) => {
    const group = await startGroup(scope, { totalMembers: 5 })
    const self = xOnly(pubkeyOf(group, 1))
    const dataDir = join(temporaryFolder(scope), 'data')
    const store = openStore({ dataDir, log: pino({ level: 'silent' }) })
    for (const [at, build] of PEER_BUILDS.entries()) {
      store.keyset(FIRST_KEYSET).peerProtocols.setBuild(self, xOnly(pubkeyOf(group, at + 2)), build)
    }
    store.close()
    const floe = await startConsole(scope, { environment: group.environment, dataDir })
    await floe.status(({ nodeActive }) => nodeActive)
    const page = await openPage(scope, floe.url)
    const shown: (string | null)[] = []
    for (const member of [2, 3, 4, 5]) {
      const device = home.device(member)
      await button(page, home.detailsOf(device)).click()
      const shownDevice = region(page, device)
      const facts = shownDevice.getByText(new RegExp(`^${devices.page.memberOf(member)} · `))
      shown.push((await facts.textContent())?.split(' · ')[1] ?? null)
      await button(page, devices.page.all).click()
    }
    expect(shown).toEqual(['Igloo of before 2026-06', 'Igloo beta', 'Floe', home.notHeard])
  })
})

describe('what needs the owner', () => {
  it('includes a device that is refused in 1.x because it once spoke 2026, and lets the owner allow it', async (scope) => {
    const group = await startGroup(scope, { peers: [2] })
    const [self, peer] = [1, 2].map((idx) => xOnly(pubkeyOf(group, idx)))
    const dataDir = join(temporaryFolder(scope), 'data')
    const store = openStore({ dataDir, log: pino({ level: 'silent' }) })
    store.keyset(FIRST_KEYSET).peerProtocols.heardIn2026(self ?? '', peer ?? '')
    store.close()
    const floe = await startConsole(scope, {
      environment: group.environment,
      dataDir,
      timings: { node: { meeting: 0 } },
    })
    const isRefused = async () => (await floe.get('/api/overview')).text.includes('"v1-shut-out"')
    await until(isRefused)
    const page = await openPage(scope, floe.url)
    const window = await openNeeds(page)
    const facts = factsOf({}, { device: home.device(2) })
    await window.getByText(needSentences['v1-shut-out'](facts)).waitFor()
    await window.getByRole('button', { name: peers.older.allow(home.device(2)) }).click()
    await until(async () => !(await isRefused()))
  })

  it('can be dismissed for good if it breaks nothing, and is then counted as dismissed', async (scope) => {
    const floe = await startConsole(scope)
    const page = await openPage(scope, floe.url)
    const bell = (text: string) => button(page, `${needs.title}: ${text}`)
    await bell(needs.count(2)).click()
    const window = dialog(page, needs.title)
    const sentence = needSentences['open-access']
    await window.getByText(sentence).waitFor()
    await window.getByRole('button', { name: needs.dismissOf(sentence) }).click()
    await window.getByText(needs.dismissed(1)).waitFor()
    await page.keyboard.press('Escape')
    await bell(needs.count(1)).waitFor()
    await page.reload()
    await bell(needs.count(1)).click()
    await button(page, needs.bringBack).click()
    await window.getByText(sentence).waitFor()
    // Another tab dismisses what this one does not show.
    const key = 'floe.dismissed-needs'
    await page.evaluate((name) => localStorage.setItem(name, '["of another tab"]'), key)
    await window.getByRole('button', { name: needs.dismissOf(sentence) }).click()
    await window.getByText(needs.dismissed(1)).waitFor()
    const kept = await page.evaluate((name) => localStorage.getItem(name), key)
    expect(JSON.parse(kept ?? '')).toEqual(['of another tab', 'open-access'])
  })

  it('says beneath the status who learns this share by 1.x, from the first signature on, and leads to a move to 2026', async (scope) => {
    const group = await startGroup(scope, { totalMembers: 2, peers: [2] })
    const floe = await startConsole(scope, { environment: group.environment })
    await name(floe, group, 2, PHONE)
    const page = await openPage(scope, floe.url)
    await headline(page, signer.ready).waitFor()
    const sign = async () =>
      expect((await floe.post('/api/sign', { message: newHash() })).status).toBe(200)
    const said = (count: number) =>
      needSentences['v1-exposure'](factsOf({ count }, { device: PHONE }))
    const band = (count: number, ground: string) =>
      page.locator(`[class*="${ground}"]`).filter({ hasText: said(count) })
    expect(await page.getByText(said(1)).count()).toBe(0)
    await sign()
    // What comes while the page is open moves nothing until it is asked for.
    await page.getByRole('button', { name: needs.more(1) }).click()
    await band(1, 'bg-warn-soft').waitFor()
    await sign()
    await band(2, 'bg-bad-soft').waitFor()
    await sign()
    await band(3, 'bg-bad-soft').getByText('enough to work the share out').waitFor()
    await band(3, 'bg-bad-soft').getByRole('button', { name: signer.move }).click()
    await page.getByRole('region', { name: moving.title }).waitFor()
  })

  it('leads from any screen to the place that sees to it', async (scope) => {
    const group = await startGroup(scope, { peers: [2] })
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    await page.getByRole('tab', { name: shell.tabs.activity }).click()
    await (await openNeeds(page)).getByRole('button', { name: home.steps.backup }).click()
    await page.getByRole('heading', { name: backups.download.title }).waitFor()
  })
})

/** A browser's locale for each language of the console. */
const LOCALES = ['en-GB', 'de-DE', 'es-ES']

/** What a person sees of an element, as words. */
const wordsIn = (element: Locator): Promise<string[]> =>
  element.evaluate((element) => {
    const words: string[] = []
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.parentElement?.closest('[aria-hidden=true], [hidden], .sr-only')) continue
      words.push(...(text.nodeValue?.match(/[\p{L}\p{N}]\S*/gu) ?? []))
    }
    return words
  })

describe('the identity card', () => {
  /** A server of which nothing needs the owner. */
  async function openWell(floe: ApiServer): Promise<void> {
    const principal = { kind: 'open', userId: 'open', scope: 'admin' } as const
    await floe.context.auth.setPassword(ANNA, { clientKey: 'test', principal })
    const last = { madeAt: Date.now(), withKey: false, by: 'download' }
    floe.context.store.settings.set('last-backup', JSON.stringify(last))
  }

  it.for(LOCALES)('says all in 60 words (%s)', async (locale, scope) => {
    const group = await startGroup(scope)
    for (const idx of [2, 3]) await startFloePeer(scope, group, idx)
    const floe = await startConsole(scope, {
      environment: { ...CLOSED, ...group.environment, NOTIFY_URL: 'http://127.0.0.1:9/topic' },
    })
    await openWell(floe)
    const { key } = floe.context.auth.apiKeys.create({ name: 'test', scope: 'admin' })
    for (const idx of [2, 3]) {
      const path = `/api/peers/${pubkeyOf(group, idx)}/name`
      await fetch(floe.url + path, {
        method: 'PUT',
        headers: { ...byKey(key), 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: `Anna’s device ${idx}` }),
      })
    }
    const isSigned = async () =>
      (await floe.post('/api/sign', { message: newHash() }, byKey(key))).status === 200
    await until(isSigned)
    const token = floe.context.auth.createSignInToken()
    const page = await openPage(scope, `${floe.url}/#token=${token}`, { isNewHere: true, locale })
    const card = page.locator('main section section').first()
    await card.waitFor()
    await until(async () => (await card.textContent())?.includes('Anna’s device 2, Anna') === true)
    const words = await wordsIn(card)
    expect(words.length, words.join(' ')).toBeLessThanOrEqual(60)
    expect(words.length, words.join(' ')).toBeGreaterThan(30)
  })
})
