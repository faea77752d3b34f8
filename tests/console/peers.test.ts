import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { common } from '#contract/texts/common.ts'
import { home } from '#contract/texts/home.ts'
import { peers as texts } from '#contract/texts/peers.ts'
import { shell } from '#contract/texts/shell.ts'
import { xOnly } from '#nostr/x-only.ts'
import { floeAgain, type Group, startConsole, startGroup } from '../support/console/console.ts'
import { startFloePeer } from '../support/console/floe-peer.ts'
import { inWords } from '../support/console/language.ts'
import { ANY, like, NUMBER } from '../support/console/like.ts'
import { openOnce } from '../support/console/open-once.ts'
import { openPage } from '../support/console/open-page.ts'
import { list, pubkeyOf, row, shortOf } from '../support/console/peer-list.ts'
import { tapServer } from '../support/console/tap.ts'
import type { FloeSigner } from '../support/floe-signer.ts'
import { EXCHANGING, SIGNING } from '../support/rules.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'

/** Expects that a press of Retry sends one request: counted in the turn of the click, in which no poll can come. */
async function expectRetryAsks(page: Page): Promise<void> {
  let asks = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/peers')) asks += 1
  })
  const asked = await list(page)
    .getByRole('button', { name: common.retry })
    .evaluate((button: HTMLElement) => {
      const before = asks
      button.click()
      return asks - before
    })
  expect(asked).toBe(1)
}

/** Device 2, of 2026, which answers that it refuses: 1.x drops what it refuses. It asks nobody but this signer. */
const startPeer = (scope: Scope, group: Group) =>
  startFloePeer(scope, group, 2, {
    policies: new Map([[xOnly(pubkeyOf(group, 3)), { allowSend: false, allowReceive: true }]]),
  })

/** Has a peer ask this signer for its part of a new signature. */
const askSelf = ({ node }: FloeSigner, group: Group) =>
  node.prove(SIGNING, randomBytes(32).toString('hex'), xOnly(pubkeyOf(group, 1)))

describe('the peer list', () => {
  // One signer with both of its peers. The tests rely on their order: each leaves the signer as it was, but
  // for its counts, and those that take something from it come last.
  const opened = openOnce(async (whole) => {
    const group = await startGroup(whole, { totalMembers: 3, peers: [3] })
    const peer = await startPeer(whole, group)
    const floe = await startConsole(whole, { environment: group.environment })
    const tap = await tapServer(whole, floe.port)
    const page = await openPage(whole, tap.url)
    return { whole, group, peer, floe, tap, page }
  })

  it('finds out which peers are online when it is opened, with their latencies and number', async (scope) => {
    const { group, page } = await opened(scope)

    await list(page).getByText(texts.online(2)).waitFor()
    await list(page).getByText(texts.total(2)).waitFor()
    await list(page)
      .getByText(like(inWords(`Avg: ${NUMBER}ms`, texts.average(NUMBER))))
      .waitFor()
    await row(page, group, 2)
      .getByText(/^\d+ ms$/)
      .waitFor()
    await row(page, group, 2)
      .getByText(new RegExp([texts.words.online, texts.seen('.*')].join('\\s· ')))
      .waitFor()
    expect(await row(page, group, 2).innerText()).toContain(
      `${shortOf(group, 2)}...${pubkeyOf(group, 2).slice(-8)}`,
    )
  })

  it('pings one peer and all of them, diagnoses the way to each, and switches the monitor', async (scope) => {
    const { group, page } = await opened(scope)
    await list(page).getByText(texts.online(2)).waitFor()

    await row(page, group, 3).getByRole('button', { name: texts.ping }).click()
    await page.getByText(like(texts.answered(home.device(3), NUMBER))).waitFor()
    await list(page).getByRole('button', { name: texts.refresh }).click()
    await page.getByText(texts.allAnswered(2, 2)).waitFor()

    await list(page).getByRole('button', { name: texts.more }).click()

    await page.getByRole('button', { name: texts.diagnose }).click()
    await page
      .getByRole('cell', { name: texts.lostOf(0, 3) })
      .nth(1)
      .waitFor({ timeout: 30_000 })
    const monitor = page.getByRole('switch', { name: texts.monitor })
    await until(async () => (await monitor.getAttribute('aria-checked')) === 'true')
    await monitor.click()
    await until(async () => (await monitor.getAttribute('aria-checked')) === 'false')
    await monitor.click()
    await until(async () => (await monitor.getAttribute('aria-checked')) === 'true')
    await page.keyboard.press('Escape')
    await monitor.waitFor({ state: 'hidden' })
  })

  it('switches a policy, which holds at once, for the peer and after a reload, and two in one go', async (scope) => {
    const { group, peer, floe, page } = await opened(scope)
    await list(page).getByText(texts.online(2)).waitFor()
    const recv = row(page, group, 2).getByRole('switch', { name: like(texts.recvFrom(ANY)) })
    const ask = () => askSelf(peer, group)
    expect(await ask()).toMatchObject({ ok: true })
    // In 1.x each gives away a part of the share; a busy machine may have to ask for it more than once.
    const hash = randomBytes(32).toString('hex')
    expect(await group.peer(3).sign(hash)).toMatchObject({ ok: true })
    await row(page, group, 3)
      .getByText(/\b[1-9]\d* signatures?$/)
      .waitFor()

    await recv.click()
    await page.getByText(like(texts.recvOff(ANY))).waitFor()
    await until(async () => (await recv.getAttribute('aria-checked')) === 'false')
    expect(await ask()).toMatchObject({ ok: false })

    await page.reload()
    await until(async () => (await recv.getAttribute('aria-checked')) === 'false')
    await recv.click()
    await page.getByText(like(texts.recvOn(ANY))).waitFor()
    expect(await ask()).toMatchObject({ ok: true })

    const send = row(page, group, 2).getByRole('switch', { name: like(texts.sendTo(ANY)) })
    await page.getByText(like(texts.recvOff(ANY))).waitFor({ state: 'detached' })
    // Both in one task, so that neither waits for the other's answer.
    const switchBoth = () =>
      row(page, group, 2).evaluate((element) => {
        for (const one of element.querySelectorAll<HTMLElement>('[role="switch"]')) one.click()
      })
    await switchBoth()
    await page.getByText(like(texts.recvOff(ANY))).waitFor()
    for (const one of [send, recv]) {
      await until(async () => (await one.getAttribute('aria-checked')) === 'false')
    }
    await switchBoth()
    for (const one of [send, recv]) {
      await until(async () => (await one.getAttribute('aria-checked')) === 'true')
    }
    // The switches show what was chosen before it is saved.
    const saved = async () => (await floe.get(`/api/peers/${pubkeyOf(group, 2)}/policy`)).body
    await expect.poll(saved).toMatchObject({ allowSend: true, allowReceive: true })
  })

  it('denies a peer one thing and leaves it the other', async (scope) => {
    const { group, peer, floe, page } = await opened(scope)
    await list(page).getByText(texts.online(2)).waitFor()
    const ask = () => askSelf(peer, group)
    const open = row(page, group, 2).getByRole('button', { name: like(home.detailsOf(ANY)) })
    const permission = (direction: string, name: string) =>
      page.getByRole('group', { name: direction }).getByRole('switch', { name, exact: true })
    const { 'receive.sign': sign, 'receive.onboard': onboard } = texts.operations
    const signs = permission(texts.asks, sign.title)

    await open.click()
    // The second is chosen while the first is still being saved.
    const { promise: bothChosen, resolve: letThrough } = Promise.withResolvers<void>()
    await page.route('**/policy', (route) => bothChosen.then(() => route.continue()))
    await signs.click()
    await permission(texts.asks, onboard.title).click()
    letThrough()
    await page.getByText(like(onboard.off(ANY))).waitFor()
    await page.unroute('**/policy')
    expect(await signs.getAttribute('aria-checked')).toBe('false')
    expect(await ask()).toMatchObject({ ok: false })
    const exchanged = await peer.node.ecdh(EXCHANGING, pubkeyOf(group, 1))
    expect(exchanged).toMatchObject({ ok: true })
    const { body } = await floe.get(`/api/peers/${pubkeyOf(group, 2)}/policy`)
    expect(body).toMatchObject({
      ...{ allowSend: true, allowReceive: true },
      denied: ['receive.sign', 'receive.onboard'],
    })

    await page.reload()
    await until(async () => (await signs.getAttribute('aria-checked')) === 'false')
    await page.goBack()
    await open.hover()
    await page.getByText(texts.permissions(2)).waitFor()
    await open.click()
    await signs.click()
    await page.getByText(like(sign.on(ANY))).waitFor()
    expect(await ask()).toMatchObject({ ok: true })

    const all = page.getByRole('switch', { name: texts.asked, exact: true })
    await all.click()
    const asked = permission(texts.asked, texts.operations['send.sign'].title)
    await until(async () => (await asked.getAttribute('aria-checked')) === 'false')
    expect(await asked.isDisabled()).toBe(true)
    await all.click()
    await page.getByText(like(texts.sendOn(ANY))).waitFor()
    await page.goBack()
  })

  it('says that it could not be read, and reads it again when asked', async (scope) => {
    const { whole, group, floe, page } = await opened(scope)
    await list(page).getByText(texts.online(2)).waitFor()

    await page.getByRole('tab', { name: shell.tabs.recover }).click()
    await floe.stop()
    await page.getByRole('tab', { name: shell.tabs.signer }).click()
    await list(page).getByText(texts.failed).waitFor()
    await list(page).getByText(texts.error, { exact: true }).waitFor()
    await expectRetryAsks(page)
    await floeAgain(whole, floe, group.environment)
    await list(page).getByText(texts.online(2)).waitFor({ timeout: 30_000 })
  })

  it('keeps its rows while the server is away, says so, and lets nothing be changed', async (scope) => {
    const { group, tap, page } = await opened(scope)
    await list(page).getByText(texts.online(2)).waitFor()
    tap.cut()
    await list(page).getByRole('alert').getByText(texts.failed).waitFor()
    await list(page).getByText(texts.error, { exact: true }).waitFor()
    await row(page, group, 2).waitFor()
    const recv = row(page, group, 2).getByRole('switch', { name: like(texts.recvFrom(ANY)) })
    await until(() => recv.isDisabled())
    expect(await recv.getAttribute('aria-checked')).toBe('true')
    await expectRetryAsks(page)
    tap.mend()
    await list(page).getByRole('alert').waitFor({ state: 'hidden' })
  })

  it('pings all once each time that it is opened, clears when the signer stops, and fills when it runs again', async (scope) => {
    const { group, floe, page } = await opened(scope)
    await list(page).getByText(texts.online(2)).waitFor()
    let sweeps = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/peers/ping')) sweeps += 1
    })
    const open = async () => {
      await page.getByRole('tab', { name: shell.tabs.recover }).click()
      await list(page).waitFor({ state: 'detached' })
      // What is no longer shown is forgotten in the turn after next; no person is faster.
      await sleep(0)
      await sleep(0)
      const swept = page.waitForResponse('**/api/peers/ping')
      await page.getByRole('tab', { name: shell.tabs.signer }).click()
      await swept
      await page.waitForResponse('**/api/peers')
    }
    // A ping of all that is under way would be the next list's too.
    const asking = page.waitForRequest('**/api/peers/ping')
    await page.reload()
    const first = await asking
    await page.waitForResponse((answer) => answer.request() === first)
    await page.waitForResponse('**/api/peers')
    sweeps = 0
    for (const opened of [1, 2]) {
      await open()
      expect(sweeps).toBe(opened)
    }
    // Nor does it ping all again later.
    await page.waitForResponse('**/api/status?*')
    expect(sweeps).toBe(2)

    const { GROUP_CRED, SHARE_CRED } = group.environment

    await floe.post('/api/env/delete', { keys: ['GROUP_CRED', 'SHARE_CRED'] })
    await page.getByText(texts.stopped).waitFor()
    expect(await list(page).getByRole('listitem').count()).toBe(0)
    await floe.post('/api/env', { GROUP_CRED, SHARE_CRED })
    await list(page).getByText(texts.online(2)).waitFor()
  })

  it('shows a peer that goes away and comes back, by itself', async (scope) => {
    const { whole, group, peer, page } = await opened(scope)
    await list(page).getByText(texts.online(2)).waitFor()

    await peer.node.stop()
    await row(page, group, 2).getByRole('button', { name: texts.ping }).click()
    await page
      .getByText(like(texts.lost(ANY)))
      .first()
      .waitFor()
    await row(page, group, 2)
      .getByText(new RegExp(texts.tried('\\S')))
      .waitFor()
    await list(page).getByText(texts.online(1)).waitFor()
    const offline = row(page, group, 2).getByRole('button', { name: texts.words.offline })
    await offline.hover()
    await page.getByText(texts.offlineHint).last().waitFor()

    await startPeer(whole, group)
    await list(page).getByText(texts.online(2)).waitFor()
  })
})
