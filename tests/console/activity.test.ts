import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { activity } from '#contract/texts/activity.ts'
import { common } from '#contract/texts/common.ts'
import { deeds } from '#contract/texts/deeds.ts'
import { done } from '#contract/texts/done.ts'
import { history } from '#contract/texts/history.ts'
import { home } from '#contract/texts/home.ts'
import { kinds } from '#contract/texts/kinds.ts'
import { uptime as uptimeTexts } from '#contract/texts/peers.ts'
import { rules } from '#contract/texts/rules.ts'
import { shell } from '#contract/texts/shell.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { ANY, like, NUMBER } from '../support/console/like.ts'
import { openOnce } from '../support/console/open-once.ts'
import { writePast } from '../support/console/past.ts'
import { pubkeyOf } from '../support/console/peer-list.ts'
import { newHash } from '../support/new-hash.ts'
import { type Scope, temporaryFolder } from '../support/scope.ts'
import { openPage } from './support/page.ts'

const APPS = ['Coracle', 'Jumble', 'Amethyst', 'A client with a name that is longer than its place']
const SIGNATURES = 200

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function open(scope: Scope, past?: { signatures: number }) {
  const group = await startGroup(scope, { totalMembers: 3 })
  const dataDir = join(temporaryFolder(scope), 'data')
  const { commits } = group.keyset.group
  const peers = commits.slice(1).map(({ pubkey }) => pubkey)
  const relays = [group.relay.url]
  if (past !== undefined) writePast({ dataDir, peers, relays, apps: APPS, days: 25, ...past })
  const floe = await startConsole(scope, { environment: group.environment, dataDir })
  const page = await openPage(scope, floe.url)
  await page.getByRole('tab', { name: shell.tabs.activity }).click()
  return { floe, page, group }
}

describe('the activity', () => {
  it('says that there is none yet, and why it can’t be loaded', async (scope) => {
    const { floe, page } = await open(scope)
    await page.getByText(activity.empty).waitFor()
    await card(page, history.uses.title).getByText(history.uses.none).waitFor()
    await card(page, history.times.title).getByText(history.times.none).waitFor()

    await page.route('**/api/history', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.route('**/api/audit?*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.reload()
    await page.getByRole('tab', { name: shell.tabs.activity }).click()
    await page.getByText(history.failed).waitFor()
    await page.getByText(activity.failed).waitFor()
    await floe.stop()
  })

  it('says that nothing matches where only profiles, of kind 0, are looked for', async (scope) => {
    const { page } = await open(scope)
    await page.getByText(activity.empty).waitFor()
    await page.getByLabel(activity.filters.kind).selectOption({ label: kinds[0][1] })
    await page.getByText(activity.noneFound).waitFor()
  })

  it('counts what was signed since the page was last open', async (scope) => {
    const { floe, page, group } = await open(scope)
    const uses = card(page, history.uses.title)
    await uses.getByText(history.uses.none).waitFor()
    await page.getByRole('tab', { name: shell.tabs.signer }).click()
    await group.startPeer(2)
    await expect
      .poll(async () => (await floe.post('/api/sign', { message: newHash() })).status)
      .toBe(200)

    await page.getByRole('tab', { name: shell.tabs.activity }).click()

    await uses.getByText(history.uses.words(1, 1)).waitFor()
  })

  const opened = openOnce(async (scope) => open(scope, { signatures: SIGNATURES }))

  it('is a row for each signature, in words, under plots of the last weeks', async (scope) => {
    const { page } = await opened(scope)
    const row = (deed: string) =>
      card(page, activity.title).getByRole('listitem').filter({ hasText: deed }).first()
    await row(done.signed(kinds[1][1]))
      .getByText(like(`${activity.forWhom(ANY)}, ${activity.withWhom(ANY)}`))
      .waitFor()
    await row(done.coSigned(kinds[7][1])).waitFor()
    await row(done.read(12, done.key('bebebebe')))
      .getByText(activity.forWhom('Coracle'))
      .waitFor()
    await row(done.refused(deeds.times(kinds[5][0], 3)))
      .getByText(activity.by.answeredNo)
      .waitFor()

    const uses = card(page, history.uses.title)
    await uses.getByText(history.uses.words(SIGNATURES + 12, 25)).waitFor()
    await uses.getByRole('listitem').filter({ hasText: 'Coracle' }).waitFor()
    const times = card(page, history.times.title)
    await times.getByRole('listitem').filter({ hasText: history.times.median }).waitFor()
    const uptime = card(page, history.uptime.title)
    await uptime
      .getByText(like(uptimeTexts.share(ANY, NUMBER)))
      .first()
      .waitFor()

    await uses.getByText(history.asTable).click()
    await uses.getByRole('columnheader', { name: 'Coracle' }).waitFor()
    expect(await uses.getByRole('row').count()).toBeGreaterThan(20)
    await uses.getByText(history.asTable).click()
  })

  it('shows what was signed, by whom, why and with whom, once an entry is opened', async (scope) => {
    const { page } = await opened(scope)
    const list = card(page, activity.title)
    const row = list
      .getByRole('listitem')
      .filter({ hasText: done.signed(kinds[1][1]) })
      .first()
    await row.getByText(done.signed(kinds[1][1])).click()
    const fact = (name: string) =>
      row.getByRole('term').filter({ hasText: name }).locator('+ dd').textContent()
    await row.getByText(activity.facts.noText).waitFor()
    expect(await fact(activity.facts.kind)).toBe(`${kinds[1][1]} (1)`)
    expect(await fact(activity.facts.by)).toBe(activity.by.preset(rules.presets.everyday[0]))
    expect(await fact(activity.facts.devices)).toBe(`${activity.facts.here}, ${home.device(2)}`)
    expect(await fact(activity.facts.took)).toMatch(/ s$/)
  })

  it('shows, of all entries, only problems, or those of an app, a device, a kind or a day', async (scope) => {
    const { page, group } = await opened(scope)
    const list = card(page, activity.title)
    const rows = list.getByRole('listitem')
    await list.getByRole('radio', { name: activity.onlyProblems }).check()
    await list.getByText(activity.noMore).waitFor()
    expect(await rows.count()).toBe(1)
    await list.getByRole('radio', { name: activity.all, exact: true }).check()
    await list.getByRole('button', { name: common.more }).waitFor()

    await list.getByLabel(activity.filters.who).selectOption({ label: APPS[2] ?? '' })
    await list.getByText(activity.noMore).waitFor()
    expect(await rows.filter({ hasText: activity.forWhom(APPS[2] ?? '') }).count()).toBe(
      await rows.count(),
    )
    await list.getByRole('button', { name: activity.filters.clear }).click()
    await list.getByRole('button', { name: common.more }).waitFor()
    await list.getByLabel(activity.filters.kind).selectOption({ label: kinds[5][1] })
    await list.getByText(activity.noMore).waitFor()
    expect(await rows.count()).toBe(1)
    await list.getByLabel(activity.filters.day).fill('2020-02-29')
    await list.getByText(activity.noneFound).waitFor()
    await list.getByRole('button', { name: activity.filters.clear }).click()
    await list.getByLabel(activity.filters.device).selectOption(pubkeyOf(group, 3).slice(2))
    await list.getByText(activity.noneFound).waitFor()
    await list.getByRole('button', { name: activity.filters.clear }).click()

    // Sign-ins and changes are of no app.
    await list.getByLabel(activity.filters.who).selectOption({ label: APPS[2] ?? '' })
    const asked = page.waitForRequest((request) => request.url().includes('about=security'))
    await list.getByRole('radio', { name: activity.security }).check()
    expect((await asked).url()).not.toContain('actor=')
  })
})
