import type { Page } from 'playwright-core'
import { it } from 'vitest'
import { account } from '#contract/texts/account.ts'
import { apps } from '#contract/texts/apps.ts'
import { common } from '#contract/texts/common.ts'
import { devices } from '#contract/texts/devices.ts'
import { home } from '#contract/texts/home.ts'
import { kinds } from '#contract/texts/kinds.ts'
import { notificationsPanel as notices } from '#contract/texts/notifications-panel.ts'
import { generations } from '#contract/texts/protocols.ts'
import { questions, stop } from '#contract/texts/questions.ts'
import { relays } from '#contract/texts/relays.ts'
import { rules } from '#contract/texts/rules.ts'
import { shell } from '#contract/texts/shell.ts'
import { signer } from '#contract/texts/signer.ts'
import { firstGenerationDialog } from '#contract/texts/v1.ts'
import {
  clientOf,
  clientThatInvites,
  event,
  NAME,
  openApps,
  region,
  tab,
} from '../../support/console/apps.ts'
import { answering, asks, look, openAsked, PHONE } from '../../support/console/asked.ts'
import { startConsole, startGroup } from '../../support/console/console.ts'
import { startFloePeer } from '../../support/console/floe-peer.ts'
import { headline } from '../../support/console/home.ts'
import { button, dialog, openOwned, section } from '../../support/console/owner.ts'
import { row as peerRow } from '../../support/console/peer-list.ts'
import { field, openSettings } from '../../support/console/sign-in.ts'
import { isLong } from '../../support/long.ts'
import { newHash } from '../../support/new-hash.ts'
import { startRelayFor } from '../../support/scope.ts'
import { until } from '../../support/until.ts'
import { startWebhook } from '../../support/webhook.ts'
import { checkScreen, expectNoOverflow, WIDTHS } from '../support/check-screen.ts'
import { describeInBrowser } from '../support/chromium.ts'
import { openPage } from '../support/page.ts'
import { keepToasts, untilToast } from '../support/toasts.ts'

/** The states of apps, questions, rules, notifications, protocols and relays. */
describeInBrowser('the states of apps, questions and rules', () => {
  it('of protocols, relays and notices', async (scope) => {
    const group = await startGroup(scope, { peers: [2] })
    await startFloePeer(scope, group, 3)
    const lost = await startRelayFor(scope)
    const floe = await startConsole(scope, {
      environment: { ...group.environment, RELAYS: JSON.stringify([group.relay.url, lost.url]) },
    })
    const page = await openPage(scope, floe.url)
    const card = page.getByRole('region', { name: signer.title })
    await peerRow(page, group, 2).getByText('1.x', { exact: true }).waitFor()
    await peerRow(page, group, 3).getByText('2026', { exact: true }).waitFor()
    await card.getByText(generations.olderPeers(1, 2)).waitFor()
    await checkScreen(page, 'protocol-mixed')
    await button(page, signer.whatThisMeans).click()
    const explained = dialog(page, firstGenerationDialog.title)
    await explained.waitFor()
    await checkScreen(page, 'first-generation')
    await page.keyboard.press('Escape')
    await explained.waitFor({ state: 'hidden' })

    await group.peer(2).sign(newHash())
    await openSettings(page, 'notices')
    await page.getByText(notices.none).waitFor()
    await button(page, notices.try).click()
    await page.getByText(notices.badUrl).waitFor()
    await checkScreen(page, 'notices-none')
    const { url } = await startWebhook()
    await field(page, notices.url).fill(url)
    await field(page, notices.token).fill('tk_1')
    await button(page, notices.try).click()
    await page.getByText(notices.tried).waitFor()
    await button(page, notices.save).click()
    await page.getByText(notices.goesTo(new URL(url).host, true)).waitFor()
    await checkScreen(page, 'notices')
    await button(page, shell.back).click()

    await lookAtRelays(page, lost)

    await page.getByRole('button', { name: generations.changeLabel }).click()
    const refuse = page.getByRole('radio', {
      name: generations.choices.refuse.join(' '),
      exact: true,
    })
    await refuse.waitFor()
    await checkScreen(page, 'protocol-settings')
    await refuse.check()
    const settings = section(page, 'protocol')
    await settings.getByText(generations.wouldStop(1)).waitFor()
    await checkScreen(page, 'protocol-settings-refuse')
    await keepToasts(page)
    await settings.getByRole('button', { name: generations.save }).click()
    await untilToast(page, generations.saved)
    await button(page, shell.back).click()
    await card.getByText(generations.refusedPeers(1)).waitFor()
    await checkScreen(page, 'protocol-refused')
  })

  it.for(isLong ? [360, 1280] : [1280])(
    'of a device that asks, %i pixels wide',
    async (width, scope) => {
      const { floe, page, ask, isSigned, nameAndRule, group } = await openAsked(scope, width)
      await nameAndRule()
      await button(page, home.detailsOf(PHONE)).click()
      const device = region(page, devices.page.rights)
      const rule = rules.sentence.ask(kinds[0][0])
      await device.getByRole('listitem').filter({ hasText: rule }).waitFor()
      await checkScreen(page, `device-${width}`)
      await button(page, rules.add).click()
      await device.getByRole('radio', { name: rules.form.effects.ask[0] }).check()
      await device.getByText(rules.form.groups.profile).click()
      await device.getByRole('checkbox', { name: kinds[0][0] }).check()
      await checkScreen(page, `rule-form-${width}`)
      await button(page, devices.page.all).click()

      const first = ask()
      await region(page, questions.waiting(1)).waitFor()
      await checkScreen(page, `question-bar-${width}`)
      await look(page)
      await asks(page).getByText('Anna 1', { exact: true }).waitFor()
      await checkScreen(page, `question-${width}`)
      await asks(page).getByLabel(questions.remember).check()
      await checkScreen(page, `question-remember-${width}`)
      await asks(page).getByLabel(questions.remember).uncheck()
      const second = ask()
      await asks(page).getByText(questions.position(1, 2)).waitFor()
      await checkScreen(page, width === 1280 ? 'questions' : `questions-${width}`)
      await answering(page, questions.does.replaceProfile).click()
      await asks(page).getByText('Anna 2', { exact: true }).waitFor()
      await answering(page, questions.does.replaceProfile).click()
      await asks(page).waitFor({ state: 'hidden' })
      for (const each of [first, second]) await until(() => isSigned(each))
      await tab(page, shell.tabs.activity).click()
      await page.getByRole('listitem').filter({ hasText: PHONE }).first().waitFor()
      await checkScreen(page, `activity-${width}`)
      await tab(page, shell.tabs.signer).click()

      const may = (idx: number, policy: object) =>
        fetch(`${floe.url}/api/peers/${group.keyset.group.commits[idx - 1]?.pubkey}/policy`, {
          method: 'PUT',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(policy),
        })
      for (const idx of [2, 3]) await may(idx, { allowSend: true, allowReceive: false })
      await headline(page, signer.asksOnly).waitFor()
      await checkScreen(page, 'signer-asks-only')
      for (const idx of [2, 3]) await may(idx, { allowSend: false, allowReceive: true })
      await headline(page, signer.answersOnly).waitFor()
      await checkScreen(page, 'signer-answers-only', { like: 'signer-asks-only' })

      await button(page, stop.stop).click()
      await headline(page, stop.stopped).waitFor()
      await checkScreen(page, `stopped-${width}`)
    },
  )

  it.for(isLong ? [360, 1280] : [360])('of apps, %i pixels wide', async (width, scope) => {
    const { group, page } = await openApps(scope, { width })
    await page.getByText(apps.emptyLead).waitFor()
    await checkScreen(page, `apps-none-${width}`)
    await page.setViewportSize({ width: 1280, height: 900 })
    await button(page, apps.acceptOne).click()
    const form = dialog(page, apps.addTitle)
    await field(page, apps.uri).fill('bunker://nothing')
    await button(page, apps.read).click()
    await form.locator('[aria-invalid]').first().waitFor()
    await checkScreen(page, 'app-accept')
    await field(page, apps.uri).fill(clientThatInvites(group.relay.url).uri)
    await form.getByText(apps.exposure).waitFor()
    await checkScreen(page, 'app-invitation')
    await form.getByRole('button', { name: common.close }).click()

    await page.setViewportSize({ width, height: 900 })
    await button(page, apps.inviteOne).click()
    await field(page, apps.name).fill(NAME)
    await page.getByRole('checkbox', { name: apps.mayRead }).check()
    await page.getByText(apps.more).click()
    await checkScreen(page, `app-invite-${width}`)
    await button(page, apps.invite).click()
    const link = dialog(page, apps.linkTitle(NAME)).getByText(/^bunker:/)
    await link.waitFor()
    await checkScreen(page, `app-link-${width}`, { secret: true })
    const client = await clientOf(scope, (await link.textContent()) ?? '')
    await client.connect()
    await page.getByText(apps.paired(NAME)).waitFor()
    await checkScreen(page, `app-paired-${width}`)
    await button(page, apps.showApp).click()

    await client.signEvent(event(1, 'hello'))
    const profile = client.signEvent(event(0, JSON.stringify({ name: 'Anna' })))
    await region(page, NAME).getByText(apps.waits(1)).waitFor()
    await look(page)
    await asks(page, NAME).getByText('Anna', { exact: true }).waitFor()
    await checkScreen(page, `app-question-${width}`)
    await answering(page, questions.does.replaceProfile).click()
    await profile
    await asks(page, NAME).waitFor({ state: 'hidden' })
    await region(page, apps.log).getByRole('listitem').nth(1).waitFor()
    await checkScreen(page, `app-${width}`)

    const { url: after } = await startRelayFor(scope)
    const listed = region(page, apps.relays)
    await listed.getByRole('button', { name: apps.relaysChange }).click()
    const change = dialog(page, apps.relaysTitle(NAME))
    await change.getByRole('textbox').fill(after)
    await change.getByRole('textbox').press('Enter')
    await change.getByRole('button', { name: relays.remove(group.relay.url) }).click()
    await change.getByRole('button', { name: apps.relaysSave }).click()
    await listed.getByText(apps.former).waitFor()
    await listed.getByText(apps.heard, { exact: true }).last().waitFor()
    await page.setViewportSize({ width: 1280, height: 900 })
    await checkScreen(page, 'app-moving')
    await page.setViewportSize({ width, height: 900 })

    await page.getByRole('switch', { name: rules.suspend }).click()
    await region(page, NAME).getByText(apps.states.suspended).waitFor()
    await button(page, apps.back).click()
    await page.getByRole('listitem').filter({ hasText: apps.suspended }).waitFor()
    await checkScreen(page, `apps-${width}`)
    await button(page, NAME).click()
    await button(page, apps.remove).click()
    await dialog(page, apps.removeTitle(NAME)).waitFor()
    await checkScreen(page, `app-remove-${width}`)
  })

  it('of the rules of an API key', async (scope) => {
    const { page } = await openOwned(scope, 'keys')
    await button(page, account.makeKey).click()
    await field(page, account.newKey.name).fill('bot')
    await page.getByRole('radio', { name: account.newKey.scopes.sign[0] }).check()
    await button(page, account.newKey.make).click()
    await page.getByRole('checkbox', { name: account.newKey.kept }).check()
    await button(page, common.done).click()
    await button(page, rules.of('bot')).click()
    const key = dialog(page, rules.of('bot'))
    await key.getByRole('button', { name: rules.change }).click()
    await key.getByRole('radio', { name: rules.presets.everyday[0] }).click()
    await button(page, rules.add).click()
    await key.getByLabel(rules.form.what).selectOption('nip44.encrypt')
    await key.getByLabel(rules.form.limited).check()
    await button(page, rules.form.save).click()
    await key.getByRole('listitem').filter({ hasText: 'NIP-44' }).first().waitFor()
    await checkScreen(page, 'key-rules')
  })
})

/** Checks the list of relays: with a lost one, with an invalid one, and with a very long one. */
async function lookAtRelays(page: Page, lost: { url: string; stop(): Promise<void> }) {
  const card = page.getByRole('region', { name: relays.title })
  const input = card.getByRole('textbox', { name: relays.addPlaceholder })
  const row = (url: string) => card.getByRole('listitem').filter({ hasText: url })
  await row(lost.url).getByText(relays.words.ok, { exact: true }).waitFor()
  await lost.stop()
  await row(lost.url).getByText(relays.words.bad).waitFor()
  await checkScreen(page, 'relays-one-lost')
  await input.fill('nonsense')
  await input.press('Enter')
  await card.locator('[aria-invalid]').first().waitFor()
  await checkScreen(page, 'relays-invalid')
  const long = `${lost.url}/${'long'.repeat(60)}?${'q'.repeat(200)}`
  await input.fill(long)
  await input.press('Enter')
  await row(long).waitFor()
  const before = page.viewportSize()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoOverflow(page, `a long relay, ${width} pixels`)
  }
  if (before !== null) await page.setViewportSize(before)
}
