// The looks of moving, joining, handing out shares, back-ups and the list of the other devices.

import type { Page } from 'playwright-core'
import { it } from 'vitest'
import {
  joining as joiningReasons,
  backup as restoring,
  v2Decoding,
  validation,
} from '#contract/messages.ts'
import type { SealAnswer } from '#contract/packages.ts'
import { reservedShares as reasons } from '#contract/reserved-share-messages.ts'
import type { ReservedSharesAnswer } from '#contract/reserved-shares.ts'
import { statusAnswer } from '#contract/status.ts'
import { access } from '#contract/texts/access.ts'
import { backups } from '#contract/texts/backups.ts'
import { common } from '#contract/texts/common.ts'
import { devices } from '#contract/texts/devices.ts'
import { home, identity } from '#contract/texts/home.ts'
import { joining } from '#contract/texts/joining.ts'
import { keyset } from '#contract/texts/keyset.ts'
import { moving } from '#contract/texts/moving.ts'
import { peers } from '#contract/texts/peers.ts'
import { recover } from '#contract/texts/recover.ts'
import { shell } from '#contract/texts/shell.ts'
import { signer } from '#contract/texts/signer.ts'
import { xOnly } from '#nostr/x-only.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { openOnboard } from '#protocol/v2/share-package.ts'
import { byKey, CLOSED } from '../../support/access.ts'
import { cheapPackageKey } from '../../support/cheap-hashing.ts'
import { openConfigure } from '../../support/console/configure.ts'
import { startConsole, startGroup } from '../../support/console/console.ts'
import { startFloePeer } from '../../support/console/floe-peer.ts'
import { openRequests } from '../../support/console/home.ts'
import { ANY, like } from '../../support/console/like.ts'
import { button, dialog } from '../../support/console/owner.ts'
import { list, pubkeyOf, row } from '../../support/console/peer-list.ts'
import {
  endSessions,
  field,
  logoutButton,
  openSettings,
  openSignedIn,
  signIn,
} from '../../support/console/sign-in.ts'
import { createKeyset, handOut } from '../../support/devices.ts'
import { fitting } from '../../support/fitting.ts'
import { INVITATION_PASSWORD, invitation } from '../../support/invitation.ts'
import { startRelayFor } from '../../support/scope.ts'
import { until } from '../../support/until.ts'
import { present } from '../../support/v2-vectors.ts'
import { checkScreen, expectAccessible } from '../support/check-screen.ts'
import { describeInBrowser } from '../support/chromium.ts'
import { openPage } from '../support/page.ts'
import { keepToasts, untilToast } from '../support/toasts.ts'

const API_KEY = 'sixteen letters!'
const PASSPHRASE = 'correct horse'
const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1280, height: 900 }

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const check = (page: Page, name: string) => page.getByRole('checkbox', { name }).check()

/** Replaces the server's answer to a call. */
const answer = (page: Page, path: string, json: object, status = 200) =>
  page.route(`**${path}`, (route) => route.fulfill({ status, json }))

describeInBrowser('the states of devices', () => {
  it('of moving a keyset', async (scope) => {
    const group = await startGroup(scope, { peers: [2] })
    await startFloePeer(scope, group, 3)
    const environment = { ...group.environment, ...CLOSED, API_KEY }
    const floe = await startConsole(scope, { environment })
    const page = await openSignedIn(scope, floe, API_KEY)
    await button(page, signer.move).click()
    await heading(page, moving.wayTitle).waitFor()
    await checkScreen(page, 'moving-way')

    await button(page, moving.next).click()
    const device = (idx: number) => page.getByRole('listitem').filter({ hasText: home.device(idx) })
    await device(2).getByText(moving.peerStates.old).waitFor()
    await device(3).getByText(moving.peerStates.both).waitFor()
    await checkScreen(page, 'moving-keep')
    const appShare = page.getByLabel(moving.appShare, { exact: true })
    await appShare.fill(generateKeyset({ threshold: 2, totalMembers: 2 }).shareCredentials[1] ?? '')
    await page.getByText(validation.shareNotInGroup).waitFor()
    await checkScreen(page, 'moving-app-refused')
    await appShare.fill(group.share(2))
    await page.getByText(recover.shareFits(2)).waitFor()
    await checkScreen(page, 'moving-app')
    await button(page, moving.seal).click()
    await page.getByText(moving.sealedLead(2)).waitFor()
    await checkScreen(page, 'moving-app-package')
    await button(page, moving.sealAnother).click()
    await page.route('**/api/packages/seal', async (route) => {
      const given = await route.fetch()
      const sealed: SealAnswer = await given.json()
      await route.fulfill({ json: { ...sealed, bfprofile: sealed.bfprofile.padEnd(3_000, 'q') } })
    })
    await appShare.fill(group.share(3))
    await button(page, moving.seal).click()
    await page.getByText(moving.profileTooLong).waitFor()
    await checkScreen(page, 'moving-app-long', { like: 'moving-app-package' })
    await button(page, moving.sealAnother).click()

    await page.reload()
    await button(page, signer.move).click()
    await page.getByRole('radio', { name: moving.ways.deal[0] }).check()
    await button(page, moving.next).click()
    await button(page, recover.add(1, 2)).click()
    const share = page.getByLabel(recover.share(2), { exact: true })
    await share.fill(group.share(1))
    await page.getByText(recover.shareRepeated(1, 1)).waitFor()
    await checkScreen(page, 'moving-shares')
    await share.fill(group.share(2))
    await button(page, moving.next).click()
    const threshold = page.getByLabel(keyset.threshold, { exact: true })
    await threshold.fill('1')
    await page.getByText(v2Decoding.thresholdTooLow).waitFor()
    await button(page, moving.deal).click()
    await checkScreen(page, 'moving-settings')
    await threshold.fill('2')
    await button(page, moving.deal).click()
    await heading(page, moving.saveTitle).waitFor()
    await checkScreen(page, 'moving-save')
    await check(page, moving.understood)
    await check(page, moving.oldKept)
    await button(page, moving.save).click()
    await heading(page, moving.packageTitle(1, 2)).waitFor()
    await until(async () => {
      const { body } = await floe.get('/api/status', byKey(API_KEY))
      return fitting(statusAnswer, body).nodeActive
    })
    await checkScreen(page, 'moving-package')
    await check(page, moving.handedOut)
    await button(page, moving.next).click()
    await heading(page, moving.packageTitle(2, 2)).waitFor()
    await button(page, common.cancel).click()
    await dialog(page, moving.leaveTitle)
      .getByText(moving.leaveText([3]))
      .waitFor()
    await checkScreen(page, 'moving-leave')
    await button(page, moving.stay).click()
    await endSessions(floe, API_KEY)
    await page.getByText(access.endedKept).waitFor()
    await checkScreen(page, 'moving-signed-out')
    const tab = await page.context().newPage()
    await tab.goto(floe.url)
    await signIn(tab, { apiKey: API_KEY })
    await logoutButton(tab).waitFor()
    await tab.close()
    await page.getByText(access.endedKept).waitFor({ state: 'detached' })
    await check(page, moving.handedOut)
    await button(page, moving.next).click()
    await heading(page, moving.summaryTitle).waitFor()
    await checkScreen(page, 'moving-summary')
  })

  it('of joining a keyset, and of being asked', async (scope) => {
    const group = await startGroup(scope, { secretKey: '3'.padStart(64, '0') })
    const inviting = await startConsole(scope, { environment: group.environment })
    await inviting.status(({ nodeActive }) => nodeActive)
    const floe = await startConsole(scope)
    const { page, share } = await openConfigure(scope, floe.url)
    const { seckey } = present(group.keyset.shares[1])
    const inviter = xOnly(pubkeyOf(group, 1))
    await share.fill(await invitation(seckey, inviter, [group.relay.url]))
    await page.getByLabel(joining.password, { exact: true }).fill(INVITATION_PASSWORD)
    await button(page, joining.open).click()
    await button(page, joining.join).click()
    const panel = page.getByRole('region', { name: joining.progress })
    await panel.getByText(joining.askingHint).waitFor()
    await checkScreen(page, 'joining-asking')
    const { denied } = joiningReasons
    await answer(page, '/api/joining', { state: 'failed', reason: 'denied', error: denied })
    await page.getByRole('alert').getByText(denied).waitFor()
    await checkScreen(page, 'joining-refused')
    await page.unroute('**/api/joining')
    await page.reload()
    await panel.getByText(joining.askingHint).waitFor()
    const other = await openPage(scope, inviting.url)
    await openRequests(other)
    await button(other, joining.allowMember(2)).waitFor()
    await checkScreen(other, 'join-request')
    await button(other, joining.allowMember(2)).click()
    await other.getByRole('region', { name: identity.compareTitle }).waitFor()
    await checkScreen(other, 'joining-inviter')
    await panel.getByText(joining.compareTitle).waitFor({ timeout: 60_000 })
    await checkScreen(page, 'joining-compare')
    await dialog(other, joining.requestsDecided)
      .getByText(new RegExp(`^${joining.requestStates.answered} ·`))
      .waitFor()
    await checkScreen(other, 'join-answered')
  })

  it('of the devices of a new keyset, on a phone', async (scope) => {
    const relay = await startRelayFor(scope)
    const floe = await startConsole(scope)
    await createKeyset(floe, [relay.url])
    const page = await openPage(scope, floe.url, PHONE)
    const open = () => button(page, devices.add).click()
    await page.getByText(peers.shares.kept).first().waitFor()
    await checkScreen(page, 'signer-not-added')
    await open()
    await page.getByText(devices.holdsKey(3, 2)).waitFor()
    await checkScreen(page, 'devices-new')
    await button(page, devices.handOutWhat(devices.share(2))).click()
    await page.getByLabel(devices.name).waitFor()
    await checkScreen(page, 'devices-name')
    await page.getByLabel(devices.name).fill('Laptop')
    await page.getByLabel(devices.app).selectOption('pwa')
    await button(page, devices.prepare).click()
    await heading(page, devices.packageTitle('Laptop')).waitFor()
    await checkScreen(page, 'devices-invitation')
    await button(page, devices.toPassword).click()
    await page.getByText(devices.steps.handedOut).waitFor()
    await checkScreen(page, 'devices-password', { secret: true })
    await page.reload()
    await page.getByText(peers.shares.handedOut).waitFor()
    await checkScreen(page, 'devices-unfinished')

    await page.setViewportSize(DESKTOP)
    await open()
    await button(page, devices.delete(devices.share(2))).click()
    await page.getByText(devices.deleteHandedOut('Laptop')).waitFor()
    await checkScreen(page, 'devices-delete')
    const laptop = await handOut(floe, 2)
    await button(page, devices.deleteConfirm).click()
    await page.getByText(devices.deleteHandedOut('Laptop')).waitFor({ state: 'detached' })
    const { signer: node } = floe.context.keysets.first.supervisor
    present(node?.peers.all[0]).lastSeen = Date.now()
    await page.getByText(devices.bring, { exact: true }).click()
    const opened = await openOnboard(laptop.package, {
      password: laptop.password,
      deriveKey: cheapPackageKey,
    })
    const kept = page.getByLabel(devices.bringField, { exact: true })
    await kept.fill(opened.ok ? opened.value.seckey : '')
    await button(page, devices.bringDo).click()
    await page.getByText(reasons.replaces('Laptop')).waitFor()
    await checkScreen(page, 'devices-replaces')

    await page.setViewportSize(PHONE)
    await page.route('**/api/spares', async (route) => {
      const given: ReservedSharesAnswer = await (await route.fetch()).json()
      const done = given.spares.map((spare, n) => ({
        ...{ ...spare, state: 'done', name: ['Laptop', 'Tablet'][n] ?? '' },
      }))
      await route.fulfill({ json: { ...given, held: 1, spares: done } })
    })
    await page.reload()
    await button(page, devices.add).click()
    await page.getByText(devices.none).waitFor()
    await checkScreen(page, 'devices-done')
    await page.unroute('**/api/spares')
    await page.reload()
    await open()
    await button(page, devices.handOutWhat(devices.share(3))).click()
    await page.getByLabel(devices.name).fill('Laptop')
    await floe.stop()
    await page.getByText(shell.tryingAgain(common.unreachable)).waitFor()
    await checkScreen(page, 'devices-away')
  })

  it('of back-ups', async (scope) => {
    const floe = await startConsole(scope, { environment: { ...CLOSED, API_KEY } })
    const page = await openSignedIn(scope, floe, API_KEY)
    await openSettings(page, 'backups')
    const { download, restore, schedule, last } = backups
    await page.getByText(schedule.off).waitFor()
    await page.getByText(last.none).waitFor()
    await checkScreen(page, 'backups', { secret: true })
    const passphrase = (part: typeof download | typeof restore) =>
      page
        .getByRole('region', { name: part.title, exact: true })
        .getByLabel(part.passphrase, { exact: true })
    await button(page, download.chooseOwn).click()
    await passphrase(download).fill('short')
    await field(page, download.again).fill(PASSPHRASE)
    await page.getByText(download.differs).waitFor()
    await checkScreen(page, 'backups-passphrase', { secret: true })
    await button(page, schedule.change).click()
    await field(page, schedule.interval).fill('12')
    await field(page, schedule.keep).fill('3')
    await checkScreen(page, 'backups-schedule-form', { secret: true })
    await button(page, schedule.save).click()
    await page.getByText(schedule.on(12, 3)).waitFor()
    await until(() => floe.context.backups.list().length > 0)
    await page.reload()
    await openSettings(page, 'backups')
    await page.getByRole('list', { name: schedule.list }).getByRole('listitem').waitFor()
    await checkScreen(page, 'backups-scheduled', { secret: true })

    await page.getByLabel(restore.file).setInputFiles({
      ...{ name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('a text') },
    })
    const ask = async () => {
      await button(page, restore.submit).click()
      await dialog(page, restore.askTitle).waitFor()
    }
    const send = async () => {
      await check(page, restore.understood)
      await button(page, restore.confirm).click()
    }
    await ask()
    await checkScreen(page, 'backups-restore-question')
    await page.keyboard.press('Escape')
    await dialog(page, restore.askTitle).waitFor({ state: 'hidden' })
    await expectAccessible(page, 'after the question')
    for (const [name, error] of [
      ['backups-refused', restoring.notBackup('no database')],
      ['backups-key-needed', restoring.wrongKey],
      ['backups-passphrase-wrong', restoring.passphraseWrong],
    ] as const) {
      await answer(page, '/api/restore', { error }, 400)
      await ask()
      await send()
      await page.getByText(error).waitFor()
      await checkScreen(page, name, { secret: true })
    }
    await answer(page, '/api/restore', { madeAt: null })
    await ask()
    await send()
    await page.getByText(restore.restarting).waitFor()
    await checkScreen(page, 'backups-restarting')
  })

  it('of the list of the other devices', async (scope) => {
    const group = await startGroup(scope, { peers: [2, 3] })
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    const online = (count: number) => list(page).getByText(peers.online(count)).waitFor()
    const toggle = (text: string) => row(page, group, 2).getByRole('switch', { name: like(text) })
    await keepToasts(page)
    await online(2)
    await list(page).getByRole('button', { name: peers.more }).click()
    await button(page, peers.diagnose).click()
    await page
      .getByRole('cell', { name: peers.lostOf(0, 3) })
      .nth(1)
      .waitFor({ timeout: 60_000 })
    const monitor = page.getByRole('switch', { name: peers.monitor })
    const isMonitoring = (checked: boolean) =>
      page.locator(`[role=switch][aria-checked=${checked}]`).and(monitor).waitFor()
    // The monitor begins a while after the start.
    await isMonitoring(true)
    await monitor.click()
    await isMonitoring(false)
    await checkScreen(page, 'peers-diagnostics')
    await page.keyboard.press('Escape')
    await toggle(peers.recvFrom(ANY)).click()
    await untilToast(page, like(peers.recvOff(ANY)))
    await checkScreen(page, 'peers-policy-off')
    await toggle(peers.recvFrom(ANY)).click()
    await untilToast(page, like(peers.recvOn(ANY)))
    const permissions = row(page, group, 2).getByRole('button', {
      name: like(home.detailsOf(ANY)),
    })
    await permissions.click()
    for (const name of ['receive.sign', 'receive.onboard'] as const) {
      const { title, off } = peers.operations[name]
      const asks = page.getByRole('group', { name: peers.asks })
      await asks.getByRole('switch', { name: title, exact: true }).click()
      await untilToast(page, like(off(ANY)))
    }
    await checkScreen(page, 'device-denied')
    await page.getByRole('switch', { name: peers.asks, exact: true }).click()
    await untilToast(page, like(peers.recvOff(ANY)), 2)
    await checkScreen(page, 'device-off')
    await page.getByRole('switch', { name: peers.asks, exact: true }).click()
    await untilToast(page, like(peers.recvOn(ANY)), 2)
    await button(page, devices.page.all).click()
    await online(2)

    await group.peer(2).stop()
    await row(page, group, 2).getByRole('button', { name: peers.ping }).click()
    await online(1)
    await row(page, group, 2).getByRole('button', { name: peers.words.offline }).hover()
    await page.getByText(peers.offlineHint).last().waitFor()
    await page.mouse.move(0, 0)
    await checkScreen(page, 'peers-online')
    const { GROUP_CRED, SHARE_CRED } = group.environment
    await floe.post('/api/env/delete', { keys: ['GROUP_CRED', 'SHARE_CRED'] })
    await page.getByText(peers.stopped).waitFor()
    await checkScreen(page, 'peers-stopped')
    await floe.post('/api/env', { GROUP_CRED, SHARE_CRED })
    await online(1)
    await page.route('**/api/**', (route) => route.abort())
    await list(page).getByRole('alert').getByText(peers.failed).waitFor()
    await checkScreen(page, 'peers-stale')
    await page.getByRole('tab', { name: shell.tabs.recover }).click()
    await page.getByRole('tab', { name: shell.tabs.signer }).click()
    await list(page).getByText(peers.failed).waitFor()
    await list(page).getByText(peers.error, { exact: true }).waitFor()
    await checkScreen(page, 'peers-failed')
  })

  it('of the list of fourteen other devices', async (scope) => {
    const group = await startGroup(scope, { totalMembers: 15 })
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    await row(page, group, 15).waitFor()
    await checkScreen(page, 'peers-fourteen')
    await page.route('**/api/peers', () => {})
    await page.reload()
    await list(page).getByText(peers.loading).waitFor()
    await checkScreen(page, 'peers-loading')
  })
})
