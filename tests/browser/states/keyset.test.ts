// The looks of making, bringing, opening and recovering a keyset.

import { expect, it } from 'vitest'
import { imports as server } from '#contract/import-messages.ts'
import { auth, decoding, packages, protocolTexts, validation } from '#contract/messages.ts'
import { common } from '#contract/texts/common.ts'
import { configure, scan } from '#contract/texts/configure.ts'
import { home } from '#contract/texts/home.ts'
import { importing } from '#contract/texts/importing.ts'
import { joining } from '#contract/texts/joining.ts'
import { keyset as creating } from '#contract/texts/keyset.ts'
import { recover } from '#contract/texts/recover.ts'
import { shares } from '#contract/texts/shares.ts'
import { shell } from '#contract/texts/shell.ts'
import { start } from '#contract/texts/start.ts'
import { dealKey } from '#protocol/v2/dealing.ts'
import { sealOnboard } from '#protocol/v2/share-package.ts'
import { byKey, CLOSED } from '../../support/access.ts'
import { newKeyset } from '../../support/api-server.ts'
import { cheapSealing } from '../../support/cheap-hashing.ts'
import { openConfigure } from '../../support/console/configure.ts'
import { startConsole, startGroup } from '../../support/console/console.ts'
import { door, openMore } from '../../support/console/home.ts'
import { button, dialog } from '../../support/console/owner.ts'
import {
  addShare,
  clearElsewhere,
  groupField,
  keepRecords,
  said,
  shareField,
} from '../../support/console/recover.ts'
import { openSettings, openSignedIn } from '../../support/console/sign-in.ts'
import { mistype } from '../../support/credentials.ts'
import { makeIglooDatabase } from '../../support/igloo-database.ts'
import { saveIglooShare } from '../../support/igloo-share.ts'
import { seededPrng } from '../../support/prng.ts'
import { startRelayFor } from '../../support/scope.ts'
import { sealProfile, sealShare } from '../../support/v2-packages.ts'
import { present } from '../../support/v2-vectors.ts'
import { checkScreen, expectAccessible } from '../support/check-screen.ts'
import { describeInBrowser } from '../support/chromium.ts'
import { openPage } from '../support/page.ts'
import { keepToasts, untilToast } from '../support/toasts.ts'

const PASSWORD = 'Correct1!horse'
const key = cheapSealing(PASSWORD)
const API_KEY = 'sixteen letters!'
/** Nobody listens there. */
const NOWHERE = 'ws://127.0.0.1:9'

const old = newKeyset()
const [share = '', othersShare = ''] = old.shareCredentials
const [, second = '', third = ''] = old.group.commits.map(({ pubkey }) => pubkey)

const dealt = dealKey(undefined, {
  ...{ threshold: 2, totalMembers: 3, name: 'Family', random: seededPrng(7_026).bytes },
})
if (!dealt.ok) throw new Error(dealt.error)
const { group, shares: dealtShares } = dealt.value
const { seckey, ...dealtShare } = present(dealtShares[1])

describeInBrowser('the states of a keyset’s making', () => {
  it('of a new signer that is brought a share, a package or what igloo-server left', async (scope) => {
    const [sound, refusing] = await Promise.all([startRelayFor(scope), startRelayFor(scope)])
    refusing.faults.rejectKinds = [20_004]
    const relays = [sound.url, refusing.url, NOWHERE]
    const floe = await startConsole(scope, { environment: { RELAYS: JSON.stringify(relays) } })
    const form = await openConfigure(scope, floe.url)
    const { page } = form
    await page.getByText(start.lead).waitFor()
    await checkScreen(page, 'configure-first')

    await form.button(importing.begin).click()
    await page.getByText(importing.filesTitle).waitFor()
    await checkScreen(page, 'import-files')
    const alice = {
      ...{ name: 'alice', password: PASSWORD, share, group: old.groupCredential },
      ...{ groupName: 'Family', relays, appRelays: relays },
      policies: [
        { pubkey: second, label: 'Phone', note: 'in the hall' },
        { pubkey: third, allowSend: false, allowReceive: null },
      ],
    }
    const bob = { name: 'bob', password: 'x', share: othersShare, group: old.groupCredential }
    const file = makeIglooDatabase(scope, { people: [alice, bob] })
    await page.getByLabel(importing.database, { exact: true }).setInputFiles(file)
    await form.button(importing.next).click()
    const iglooPassword = page.getByLabel(importing.password, { exact: true })
    await iglooPassword.fill('Wrong1!horse')
    await form.button(importing.look).click()
    await page.getByText(server.passwordWrong('alice'), { exact: true }).waitFor()
    await checkScreen(page, 'import-password')
    await iglooPassword.fill(PASSWORD)
    await form.button(importing.look).click()
    await page.getByText(server.others(['bob'])).waitFor()
    await checkScreen(page, 'import-report')

    await page.reload()
    await door(page, 'bring').click()
    await form.name.fill(' ')
    await form.share.fill(mistype(share, 20))
    await form.group.fill(mistype(old.groupCredential, 30))
    await page.getByText(protocolTexts.decodeShare(decoding.checksum), { exact: true }).waitFor()
    await page.getByText(protocolTexts.decodeGroup(decoding.checksum), { exact: true }).waitFor()
    await page.getByText(validation.nameRequired, { exact: true }).waitFor()
    await checkScreen(page, 'configure-wrong')

    await form.name.fill('Main identity')
    await form.share.fill(share)
    await form.group.fill(old.groupCredential)
    await form.relays.click()
    await page.getByText(configure.belong(1, 2, 3)).waitFor()
    await checkScreen(page, 'configure-filled')
    const looked = Promise.withResolvers<void>()
    await page.route('**/api/relays/test', async (route) => {
      await looked.promise
      await route.continue()
    })
    await form.button(configure.relayTest).click()
    await form.button(configure.relayTesting).waitFor()
    await expectAccessible(page, 'while relays are tested')
    looked.resolve()
    await page.getByRole('status').getByText(configure.relaysTested(1, 3)).waitFor()
    await checkScreen(page, 'configure-relays')
    await form.relays.click()

    await page.route('**/api/env', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await keepToasts(page)
    await form.submit.click()
    await untilToast(page, configure.saveFailed)
    await checkScreen(page, 'configure-failed')
    await page.unrouteAll()

    await page.reload()
    await door(page, 'bring').click()
    const files = page.locator('input[type=file]')
    const empty = { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
    await files.setInputFiles(empty)
    await page.getByText(scan.noCode, { exact: true }).waitFor()
    await checkScreen(page, 'configure-scan')
    const saved = saveIglooShare(
      share,
      { password: PASSWORD, iterations: 1 },
      { groupCredential: old.groupCredential, version: 1, name: 'Family share 1' },
    )
    const buffer = Buffer.from(saved)
    await files.setInputFiles({ name: 'share.json', mimeType: 'application/json', buffer })
    await page.getByText(joining.kinds['igloo-share'].title, { exact: true }).waitFor()
    await checkScreen(page, 'igloo-share')

    const password = page.getByLabel(joining.password, { exact: true })
    const open = form.button(joining.open)
    const profile = { name: 'Desk', overrides: [], relays, group, seckey }
    await form.share.fill(await sealProfile(profile, key))
    await page.getByText(joining.kinds.bfprofile.title, { exact: true }).waitFor()
    await checkScreen(page, 'package-sealed')
    await password.fill(`${PASSWORD}!`)
    await open.click()
    await page.getByText(packages.wrongPassword).waitFor()
    await checkScreen(page, 'package-wrong-password')
    await password.fill(PASSWORD)
    await open.click()
    await page.getByText(joining.opened(configure.configure)).waitFor()
    await checkScreen(page, 'package-opened')

    await form.group.fill('')
    await form.share.fill(await sealShare({ seckey, relays: [NOWHERE, sound.url] }, key))
    await password.fill(PASSWORD)
    await open.click()
    await page.getByRole('region', { name: joining.lookTitle }).waitFor()
    await checkScreen(page, 'package-relays')
    await form.button(joining.look).click()
    await page.getByText(packages.noBackup).waitFor()
    await checkScreen(page, 'package-no-backup', { like: 'package-wrong-password' })

    const inviter = present(group.members[0]).pubkey.slice(2)
    await form.share.fill(await sealOnboard({ seckey, relays: [sound.url], inviter }, key))
    await password.fill(PASSWORD)
    await open.click()
    await page.getByText(joining.invited).waitFor()
    await checkScreen(page, 'package-invited')

    await page.reload()
    await door(page, 'bring').click()
    await form.share.fill(JSON.stringify({ ...dealtShare, seckey }))
    await form.group.fill(JSON.stringify(group))
    await form.name.fill('Pasted')
    await form.submit.click()
    await page.getByText(home.threshold(2, 3)).waitFor()
    await checkScreen(page, 'signer-2026')
  })

  it('of a new keyset of 1.x that is handed out', async (scope) => {
    const floe = await startConsole(scope)
    const page = await openPage(scope, floe.url)
    const field = (label: string) => page.getByLabel(label, { exact: true })
    const goOn = async (to: string) => {
      await button(page, creating.next).click()
      await page.getByRole('heading', { name: to, exact: true }).waitFor()
    }
    await door(page, 'create').click()
    await page.getByRole('heading', { name: creating.settingsTitle }).waitFor()
    await checkScreen(page, 'keyset-settings')
    await openMore(page)
    await field(creating.totalMembers).fill('1')
    await page.getByRole('radio', { name: creating.keyGiven }).check()
    await field(creating.secretKey).fill('nsec1')
    await checkScreen(page, 'keyset-settings-wrong')

    await field(creating.name).fill('Family')
    await field(creating.totalMembers).fill('3')
    await page.getByRole('radio', { name: creating.keyFresh }).check()
    await page.getByRole('checkbox', { name: creating.old }).check()
    await button(page, creating.create).click()
    await page.getByRole('heading', { name: creating.shareTitle(1, 3), exact: true }).waitFor()
    await checkScreen(page, 'keyset-share-1')
    await goOn(creating.shareTitle(2, 3))
    await checkScreen(page, 'keyset-share-2')
    const { group: whole, share: oneShare } = creating.what
    await button(page, common.show(oneShare(2))).click()
    await button(page, common.show(whole)).click()
    await checkScreen(page, 'keyset-shown', { secret: true })
    await button(page, creating.qrTitle(whole)).click()
    await page.getByRole('img', { name: creating.qrTitle(whole) }).waitFor()
    await checkScreen(page, 'keyset-qr', { secret: true })
    await button(page, common.close).click()
    await button(page, common.hide(oneShare(2))).click()
    await button(page, common.hide(whole)).click()
    await button(page, common.cancel).click()
    await dialog(page, creating.leaveTitle).waitFor()
    await checkScreen(page, 'keyset-leave')
    await button(page, creating.stay).click()
    await page.getByLabel(creating.stored(2)).check()
    await goOn(creating.shareTitle(3, 3))
    await page.getByLabel(creating.stored(3)).check()
    await goOn(creating.summaryTitle)
    await checkScreen(page, 'keyset-summary')
    await button(page, creating.finish).click()
    await page.getByText(configure.belong(1, 2, 3)).waitFor()
    await checkScreen(page, 'configure-created')
  })

  it('of a signer that is configured, its share records and the recovery of its key', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, {
      environment: { ...CLOSED, API_KEY, ...group.environment },
    })
    const page = await openSignedIn(scope, floe, API_KEY)
    await page.getByRole('tab', { name: shell.tabs.recover }).click()
    await expect.poll(() => groupField(page).inputValue()).toBe(group.keyset.groupCredential)
    await checkScreen(page, 'recover-found')
    await addShare(page, 1, mistype(group.share(2), 60))
    await said(page, protocolTexts.decodeShare(decoding.checksum)).waitFor()
    await checkScreen(page, 'recover-share-wrong')
    await groupField(page).fill(mistype(group.keyset.groupCredential, 60))
    await said(page, recover.groupFormat).waitFor()
    await checkScreen(page, 'recover-group-wrong')
    await groupField(page).fill(group.keyset.groupCredential)
    await shareField(page, 2).fill(group.share(2))
    await said(page, recover.ready).waitFor()
    await page.route('**/api/recover', (route) =>
      route.fulfill({ status: 429, json: { error: auth.tooMany(60) } }),
    )
    await button(page, recover.submit).click()
    await said(page, recover.failed(auth.tooMany(60))).waitFor()
    await checkScreen(page, 'recover-refused')
    await page.unrouteAll()
    await button(page, recover.submit).click()
    await said(page, recover.succeeded(2)).waitFor()
    await checkScreen(page, 'recover-done')
    await button(page, common.show(recover.nsec)).click()
    await expectAccessible(page, 'the nsec shown')

    await page.getByRole('tab', { name: shell.tabs.signer }).click()
    await button(page, shell.backToConfigure).click()
    const field = (label: string) => page.getByLabel(label, { exact: true })
    const clear = button(page, configure.clear)
    await button(page, configure.continue).waitFor()
    await checkScreen(page, 'configure-existing')
    await field(configure.name).fill('n'.repeat(201))
    await button(page, configure.update).click()
    await page.getByText(validation.nameTooLong(200), { exact: true }).waitFor()
    await checkScreen(page, 'configure-refused')
    await clear.click()
    await page.getByText(configure.clearText).waitFor()
    await checkScreen(page, 'configure-clear')
    await button(page, common.cancel).click()
    await field(configure.name).fill('main identity')
    await button(page, configure.continue).click()

    for (const name of ['Old phone', 'Spare']) {
      const { shareCredentials, groupCredential } = newKeyset()
      const record = { shareCredential: shareCredentials[0], groupCredential, name }
      await floe.post('/api/shares', record, byKey(API_KEY))
    }
    await keepRecords(page, [
      {
        ...{ shareCredential: share, groupCredential: old.groupCredential, name: 'Family' },
        ...{ id: '1', savedAt: '2026-01-01T00:00:00.000Z' },
      },
    ])
    await button(page, shell.backToConfigure).click()
    await page.getByText(shares.kept(1)).first().waitFor()
    await button(page, shares.deleteRecord('Old phone')).waitFor()
    await checkScreen(page, 'configure-records')
    await button(page, shares.deleteRecord('Old phone')).click()
    await dialog(page, shares.deleteTitle('Old phone')).waitFor()
    await checkScreen(page, 'configure-delete-record', { like: 'configure-records' })
    await button(page, common.cancel).click()
    await clear.click()
    await page.getByLabel(shares.alsoRemove(1)).check()
    await checkScreen(page, 'configure-clear-records')
    await button(page, common.cancel).click()
    await button(page, shares.changeLabel).click()
    await page.getByRole('switch', { name: shares.keep }).click()
    const forget = dialog(page, shares.removeTitle(1))
    await forget.waitFor()
    await checkScreen(page, 'configure-forget-records')
    await forget.getByRole('button', { name: common.cancel }).click()
    await button(page, common.done).click()
    await openSettings(page, 'browser')
    await page.getByRole('checkbox', { name: shares.stay }).check()
    await checkScreen(page, 'settings-records-stay')

    await page.reload()
    await page.route('**/api/shares', (route) => route.fulfill({ json: [] }))
    await clearElsewhere(floe, page, [], byKey(API_KEY))
    await said(page, recover.needGroup).waitFor()
    await checkScreen(page, 'recover-empty')
  })
})
