import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { LogEntry } from '#contract/events.ts'
import { common } from '#contract/texts/common.ts'
import { events } from '#contract/texts/events.ts'
import { moving } from '#contract/texts/moving.ts'
import { generations as texts } from '#contract/texts/protocols.ts'
import { shell } from '#contract/texts/shell.ts'
import { signer } from '#contract/texts/signer.ts'
import { firstGenerationDialog } from '#contract/texts/v1.ts'
import type { ApiServer } from '../support/api-server.ts'
import { type Group, startConsole, startGroup } from '../support/console/console.ts'
import { startFloePeer } from '../support/console/floe-peer.ts'
import { tabTo } from '../support/console/keyboard.ts'
import { openOnce } from '../support/console/open-once.ts'
import { button, section } from '../support/console/owner.ts'
import { list, row } from '../support/console/peer-list.ts'
import { newHash } from '../support/new-hash.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { openPage } from './support/page.ts'

const card = (page: Page) => page.getByRole('region', { name: signer.title })
const change = (page: Page) => page.getByRole('button', { name: texts.changeLabel })
const choice = (page: Page, mode: keyof typeof texts.choices) =>
  page.getByRole('radio', { name: texts.choices[mode].join(' '), exact: true })

const settingsOf = async (floe: ApiServer) => (await floe.get('/api/settings')).body

/** Device 2 speaks 1.x alone, device 3 both. */
async function openMixed(scope: Scope): Promise<{ group: Group; floe: ApiServer; page: Page }> {
  const group = await startGroup(scope, { peers: [2] })
  await startFloePeer(scope, group, 3)
  const floe = await startConsole(scope, { environment: group.environment })
  const page = await openPage(scope, floe.url)
  await row(page, group, 2).getByText('1.x', { exact: true }).waitFor()
  await row(page, group, 3).getByText('2026', { exact: true }).waitFor()
  return { group, floe, page }
}

describe('among devices of both generations', () => {
  // The first leaves all as it was but for what was signed; the second takes 1.x away, and comes last.
  const opened = openOnce(openMixed, async ({ floe, page }) => {
    await page.goto(floe.url)
  })

  describe('which protocol is spoken', () => {
    it('is shown for each peer, in one line for all, and with what was signed', async (scope) => {
      const { group, page } = await opened(scope)
      await card(page).getByText(texts.olderPeers(1, 2)).waitFor()
      const badge = (idx: number, name: string) =>
        row(page, group, idx).getByRole('button', { name: new RegExp(name) })
      await badge(2, '^1\\.x').hover()
      await page.getByText(texts.spoken['1.x']).last().waitFor()
      await tabTo(page, badge(3, '2026'))
      await page.getByText(texts.spoken.both).last().waitFor()
      await page.mouse.move(0, 0)
      await page.keyboard.press('Escape')
      await page.getByText(texts.spoken.both).nth(1).waitFor({ state: 'hidden' })

      expect(await group.peer(2).sign(newHash())).toMatchObject({ ok: true })
      const log = page.getByRole('region', { name: events.title, exact: true })
      await log
        .getByRole('button', { name: new RegExp(`sign .*, ${texts.inGeneration('1.x')}`) })
        .first()
        .waitFor()
      await page.getByRole('tab', { name: shell.tabs.activity }).click()
      await page.getByRole('listitem').locator('summary').first().click()
      const fact = page.getByRole('term').filter({ hasText: texts.protocol })
      expect(await fact.locator('+ dd').textContent()).toBe('1.x')
    })
  })

  describe('the protocol settings', () => {
    it('refuse 1.x at once, say beforehand whom that locks out, and stay after a reload', async (scope) => {
      const { group, floe, page } = await opened(scope)
      await change(page).click()
      expect(await choice(page, 'warn').isChecked()).toBe(true)
      await choice(page, 'refuse').check()
      await section(page, 'protocol').getByText(texts.wouldStop(1)).waitFor()
      expect(await group.peer(2).sign(newHash())).toMatchObject({ ok: true })

      await section(page, 'protocol').getByRole('button', { name: texts.save }).click()
      await page.getByText(texts.saved).waitFor()
      await button(page, shell.back).click()
      await card(page).getByText(texts.refusedPeers(1)).waitFor()
      await card(page).getByText(signer.firstGenerationRefused).waitFor()
      // In 1.x a refusal is silence: the signer's log says that it has heard the request.
      const peer = group.peer(2)
      const asked = peer.sign(newHash())
      const isOfPeer = ({ data }: LogEntry) => {
        const { tag, peer: asker } = (data ?? {}) as { tag?: string; peer?: string }
        return tag === '/sign/req' && asker === peer.pubkey
      }
      await until(() => floe.context.events.entries().some(isOfPeer))
      await peer.stop()
      expect(await asked).toMatchObject({ ok: false })

      await page.reload()
      await card(page).getByText(texts.modes.refuse, { exact: true }).waitFor()
      expect(await settingsOf(floe)).toMatchObject({ firstGeneration: 'refuse' })
    })
  })
})

describe('the protocol settings of a signer that hears nobody', () => {
  /** One page for all tests: none leaves a window open. */
  const openAlone = openOnce(async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    return { group, floe, page }
  })

  it('show no protocol of a peer that was never heard', async (scope) => {
    const { group, page } = await openAlone(scope)
    await card(page).getByText(texts.noneHeard).waitFor()
    await row(page, group, 2).waitFor()
    expect(
      await list(page)
        .getByText(/^(1\.x|2026)$/)
        .count(),
    ).toBe(0)
  })

  it('change nothing while the keyboard goes through the choices, nor when they are left', async (scope) => {
    const { floe, page } = await openAlone(scope)
    const before = await settingsOf(floe)
    await tabTo(page, change(page))
    await page.keyboard.press('Enter')
    await tabTo(page, choice(page, 'warn'))
    await page.keyboard.press('ArrowDown')
    expect(await choice(page, 'refuse').isChecked()).toBe(true)
    await page.goBack()
    await card(page).waitFor()
    expect(await settingsOf(floe)).toEqual(before)
  })

  it('let devices join without a question when the owner says so, and change nothing else', async (scope) => {
    const { floe, page } = await openAlone(scope)
    const before = (await settingsOf(floe)) as Record<string, unknown>
    await change(page).click()
    const approve = page.getByRole('checkbox', { name: texts.approve })
    expect(await approve.isChecked()).toBe(true)
    await approve.uncheck()
    await section(page, 'protocol').getByRole('button', { name: texts.save }).click()
    await page.getByText(texts.saved).waitFor()
    expect(await settingsOf(floe)).toEqual({ ...before, approveOnboarding: false })
    await page.goBack()
    await card(page).waitFor()
  })

  it('explain what credentials of 1.x mean, and lead to a move to 2026', async (scope) => {
    const { page } = await openAlone(scope)
    await page.getByRole('button', { name: signer.whatThisMeans }).click()
    const explained = page.getByRole('dialog', { name: firstGenerationDialog.title })
    await explained.waitFor()
    await explained.getByRole('button', { name: signer.move }).click()
    await page.getByRole('region', { name: moving.title }).waitFor()
    await page.getByRole('button', { name: common.cancel }).click()
    await card(page).waitFor()
  })
})
