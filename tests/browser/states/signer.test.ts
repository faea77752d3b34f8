import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { eventTypes } from '#contract/events.ts'
import { activity } from '#contract/texts/activity.ts'
import { common } from '#contract/texts/common.ts'
import { configure } from '#contract/texts/configure.ts'
import { devices } from '#contract/texts/devices.ts'
import { events } from '#contract/texts/events.ts'
import { history } from '#contract/texts/history.ts'
import { home, identity } from '#contract/texts/home.ts'
import { keyset } from '#contract/texts/keyset.ts'
import { peers } from '#contract/texts/peers.ts'
import { relays } from '#contract/texts/relays.ts'
import { shell } from '#contract/texts/shell.ts'
import { credentials, signer } from '#contract/texts/signer.ts'
import { verdict as effects } from '#contract/warning-messages.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import type { ApiServer } from '../../support/api-server.ts'
import { openConfigure } from '../../support/console/configure.ts'
import { type Group, startConsole, startGroup } from '../../support/console/console.ts'
import {
  deviceRow,
  door,
  headline,
  openMore,
  openNeeds,
  partsOf,
  verdict,
} from '../../support/console/home.ts'
import { NUMBER } from '../../support/console/like.ts'
import { ANNA, button, dialog, startOwned } from '../../support/console/owner.ts'
import { writePast } from '../../support/console/past.ts'
import { list, pubkeyOf } from '../../support/console/peer-list.ts'
import { openSettings, signIn } from '../../support/console/sign-in.ts'
import { mistype } from '../../support/credentials.ts'
import { temporaryFolder } from '../../support/scope.ts'
import { checkScreen, expectNoOverflow } from '../support/check-screen.ts'
import { describeInBrowser } from '../support/chromium.ts'
import { openPage } from '../support/page.ts'
import { expectThumbSized } from '../support/thumb.ts'

const PHONE = 'Anna’s phone'
const LAPTOP = 'Laptop'
const APPS = ['Coracle', 'Jumble', 'Amethyst', 'A client with a name that is longer than its place']

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const name = (floe: ApiServer, group: Group, idx: number, text: string) =>
  fetch(`${floe.url}/api/peers/${pubkeyOf(group, idx)}/name`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: text }),
  })

/** The states of the signer, its details, its devices, its activity and its event log. */
describeInBrowser('the states of a signer', () => {
  it('of a signer that is well, only asks, and is away', async (scope) => {
    const group = await startGroup(scope, { peers: [2, 3] })
    const floe = await startConsole(scope, { environment: group.environment })
    await floe.status(({ canSign }) => canSign)
    await name(floe, group, 2, PHONE)
    await name(floe, group, 3, LAPTOP)
    for (const content of ['a', 'b', 'c', 'd', 'e']) {
      const event = { kind: 1, content, tags: [], created_at: 1_700_000_000 }
      await floe.post('/api/sign', { event })
    }
    const page = await openPage(scope, floe.url)
    await headline(page, signer.ready).waitFor()
    await list(page).getByText(peers.online(2)).waitFor()
    await page.getByLabel(events.entries).waitFor()
    await checkScreen(page, 'signer-ready')

    await page.setViewportSize({ width: 360, height: 800 })
    await expectThumbSized(page, 'signer')
    await setTextSize(page, '200%')
    await expectNoOverflow(page, 'signer, large text')
    await setTextSize(page, '')
    await page.setViewportSize({ width: 1280, height: 900 })

    await (await openNeeds(page)).getByRole('listitem').first().waitFor()
    await checkScreen(page, 'needs')
    await page.keyboard.press('Escape')

    for (const one of [PHONE, LAPTOP]) {
      await deviceRow(page, one)
        .getByRole('switch', { name: peers.recvFrom(one) })
        .click()
    }
    await headline(page, signer.asksOnly).waitFor()
    await checkScreen(page, 'home-asks-only')

    const log = region(page, events.title)
    await log.getByRole('button', { name: events.clear, exact: true }).click()
    await log.getByText(events.none).waitFor()
    await floe.stop()
    await log.getByText(events.reconnecting).waitFor()
    await verdict(page).getByText(shell.tryingAgain(common.unreachable)).waitFor()
    await checkScreen(page, 'signer-away')
  })

  it('of a signer that misses its peers and then its relay, with what it did before', async (scope) => {
    const group = await startGroup(scope)
    const dataDir = join(temporaryFolder(scope), 'data')
    const past = group.keyset.group.commits.slice(1).map(({ pubkey }) => pubkey)
    const relays = [group.relay.url]
    writePast({ dataDir, peers: past, relays, apps: APPS, days: 25, signatures: 200 })
    const floe = await startConsole(scope, { environment: group.environment, dataDir })
    await name(floe, group, 2, LAPTOP)
    const page = await openPage(scope, floe.url)
    await headline(page, partsOf(effects.cannot(1, 0, 2)).title).waitFor()
    await page.getByLabel(events.entries).waitFor()
    await checkScreen(page, 'signer-peer-needed')
    await (await openNeeds(page)).getByRole('button', { name: home.steps.wake(LAPTOP) }).click()
    await region(page, LAPTOP).getByText(home.wake.unknown(LAPTOP)).waitFor()
    await region(page, devices.page.activity).getByRole('listitem').nth(3).waitFor()
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await checkScreen(page, `device-away-${width}`)
    }
    await button(page, devices.page.all).click()

    await lookAtEvents(page, floe)
    await lookAtCredentials(page, group)
    await group.relay.stop()
    const silent = effects.silentNow(NUMBER)
    const heard = silent.slice(0, silent.indexOf(` ${NUMBER} s`))
    await verdict(page).getByRole('heading', { name: signer.noRelay }).waitFor()
    await verdict(page)
      .getByText(new RegExp(`^${heard} \\d+ s`))
      .waitFor()
    await checkScreen(page, 'signer-no-relay')

    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('tab', { name: shell.tabs.activity }).click()
      const uses = region(page, history.uses.title)
      await uses.getByRole('listitem').filter({ hasText: 'Coracle' }).waitFor()
      await region(page, activity.title).getByRole('listitem').nth(5).waitFor()
      await checkScreen(page, `activity-past-${width}`)
      const opened = region(page, activity.title)
        .getByRole('listitem')
        .filter({ hasText: 'Coracle' })
      await opened.getByRole('time').first().click()
      await opened.getByText(activity.facts.noText).waitFor()
      await checkScreen(page, `activity-row-${width}`)
      await page.getByRole('radio', { name: activity.security }).check()
      await region(page, activity.title).getByRole('listitem').first().waitFor()
      await checkScreen(page, `activity-security-${width}`)
      await page.getByRole('radio', { name: activity.all }).check()
      if (width !== 360) continue
      await uses.getByText(history.asTable).click()
      await uses.getByRole('columnheader', { name: 'Coracle' }).waitFor()
      await checkScreen(page, 'activity-table')
      await uses.getByText(history.asTable).click()
    }
  })

  it('of a signer that may not start, which has done nothing yet', async (scope) => {
    const { environment } = await startGroup(scope)
    const [stranger = ''] = generateKeyset({ threshold: 2, totalMembers: 3 }).shareCredentials
    const floe = await startConsole(scope, {
      environment: { ...environment, SHARE_CRED: stranger },
    })
    const page = await openPage(scope, floe.url)
    await verdict(page).getByText(signer.stopped).waitFor()
    await page.getByLabel(events.entries).waitFor()
    await checkScreen(page, 'signer-stopped')
    const open = () => page.getByRole('tab', { name: shell.tabs.activity }).click()
    await open()
    await page.getByText(activity.empty).waitFor()
    await region(page, history.times.title).getByText(history.times.none).waitFor()
    await checkScreen(page, 'activity-empty')
    for (const path of ['**/api/history', '**/api/audit?*']) {
      await page.route(path, (route) => route.fulfill({ status: 500, body: '{}' }))
    }
    await page.reload()
    await open()
    await page.getByText(history.failed).waitFor()
    await page.getByText(activity.failed).waitFor()
    await checkScreen(page, 'activity-failed')
  })

  it('of a signer with fourteen devices and twenty relays, on a phone', async (scope) => {
    const group = await startGroup(scope, { totalMembers: 15, peers: [2] })
    const dead = Array.from({ length: 19 }, (_, at) => `ws://127.0.0.1:1/${at}`)
    const environment = { ...group.environment, RELAYS: JSON.stringify([group.relay.url, ...dead]) }
    const floe = await startConsole(scope, { environment })
    const page = await openPage(scope, floe.url, { width: 360, height: 800 })
    await page.getByText(peers.online(1)).waitFor()
    await page.getByText(relays.count(1, 20)).waitFor()
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height, 'pixels to scroll').toBeLessThanOrEqual(3_200)
    await checkScreen(page, 'home-fourteen')
  })

  it('of what an owner sees in the menu and in the audit', async (scope) => {
    const { environment } = await startGroup(scope)
    const floe = await startOwned(scope, environment)
    const page = await openPage(scope, floe.url, { width: 360 })
    await signIn(page, ANNA)
    await page.getByRole('button', { name: new RegExp(`, ${shell.menu}$`) }).click()
    await page.getByRole('menu').getByText(ANNA.username).waitFor()
    await checkScreen(page, 'menu')
    await page.keyboard.press('Escape')

    await page.setViewportSize({ width: 1280, height: 900 })
    await openSettings(page, 'audit')
    await checkScreen(page, 'account-audit')
  })

  it('of an identity that is handed out and taken, and of leaving before', async (scope) => {
    const page = await openPage(scope, (await startConsole(scope)).url)
    await door(page, 'create').click()
    await page.getByLabel(keyset.name, { exact: true }).fill('Family')
    await openMore(page)
    await page.getByRole('checkbox', { name: keyset.old }).check()
    await button(page, keyset.create).click()
    await page.getByRole('heading', { name: keyset.shareTitle(1, 3) }).waitFor()
    await page.evaluate(() => window.history.back())
    const asked = dialog(page, shell.leaving.title)
    await asked.waitFor()
    await checkScreen(page, 'leaving', { secret: true })
    await asked.getByRole('button', { name: shell.leaving.stay }).click()
    await button(page, keyset.next).click()
    await region(page, identity.compareTitle).waitFor()
    await checkScreen(page, 'identity-handed-out')

    const { groupCredential, shareCredentials } = generateKeyset({ threshold: 2, totalMembers: 3 })
    const form = await openConfigure(scope, (await startConsole(scope)).url)
    await form.share.fill(shareCredentials[1] ?? '')
    await form.group.fill(groupCredential)
    await form.page.getByText(configure.belong(2, 2, 3)).waitFor()
    await form.page.getByText(`${identity.words}: `).waitFor()
    await checkScreen(form.page, 'identity-taken')
  })
})

async function setTextSize(page: Page, size: string): Promise<void> {
  await page.evaluate((wanted) => {
    document.documentElement.style.fontSize = wanted
  }, size)
}

async function lookAtEvents(page: Page, floe: ApiServer): Promise<void> {
  const { events: log } = floe.context
  const card = region(page, events.title)
  const entries = card.getByRole('region', { name: events.entries })
  const entry = (text: string | RegExp) => entries.getByRole('button', { name: text })
  const press = (name: string | RegExp) => card.getByRole('button', { name, exact: true }).click()
  for (const type of eventTypes) log.add(type, `An entry about ${type}`, { type })
  await entry('An entry about ecdh').waitFor()
  await checkScreen(page, 'events')
  await entry('An entry about ecdh').click()
  await press(events.toggleFilters)
  await press(/^error/)
  await checkScreen(page, 'events-filtered')
  await press(events.export)
  await checkScreen(page, 'events-export')
  expect(await entries.evaluate((element) => element.parentElement?.clientHeight)).toBe(300)
  await press(events.closeExport)
  await press(events.toggleFilters)
  await press(/^error/)
  await press(events.closeFilters)
  await press(events.clear)

  const hostile = [
    `<img src=x onerror="document.title='broken'"><script>document.title='broken'</script>`,
    `\u202edesrever\u202c \u05e9\u05dc\u05d5\u05dd ${'x'.repeat(2_000)}`,
    `${'\u200b'.repeat(500)}${'a\u0351\u036b\u0343\u036a\u0302\u036b'.repeat(40)}`,
    'W'.repeat(20_000),
  ]
  for (const message of hostile) log.add('error', message, { message })
  log.add('info', 'The end')
  await entry('The end').waitFor()
  for (const row of await entry(/^[\d:]+ error/).all()) await row.click()
  await checkScreen(page, 'events-hostile')
  expect(await page.title()).not.toBe('broken')
  await press(events.clear)
}

async function lookAtCredentials(page: Page, members: Group): Promise<void> {
  const card = region(page, signer.title)
  const field = (what: 'share' | 'group') => card.getByLabel(credentials[what], { exact: true })
  const nameOf = (what: 'share' | 'group') => credentials.decodedOf(credentials.inSentence[what])
  const decoded = (what: 'share' | 'group') => region(page, nameOf(what))
  const decodes = (what: 'share' | 'group') =>
    card.getByRole('button', { name: nameOf(what) }).click()
  await card.getByRole('button', { name: credentials.show }).click()
  await decodes('share')
  await decodes('group')
  await decoded('group').getByText(members.keyset.group.group_pk).waitFor()
  expect((await decoded('group').boundingBox())?.height).toBeLessThanOrEqual(500)
  await checkScreen(page, 'signer-decoded', { secret: true })
  await field('share').fill(mistype(members.share(1), 40))
  await decoded('share').getByText(credentials.shareUndecodable).waitFor()
  await field('group').fill('bfgroup1')
  await decoded('group').getByText(credentials.groupUndecodable).waitFor()
  await checkScreen(page, 'signer-undecodable')
  await card.getByRole('button', { name: common.undo }).click()
}
