import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { v2Decoding, validation } from '#contract/messages.ts'
import type {
  JoinRequest,
  OnboardingState,
  PackageForm,
  PackageRequest,
} from '#contract/packages.ts'
import { common } from '#contract/texts/common.ts'
import { home } from '#contract/texts/home.ts'
import { joining } from '#contract/texts/joining.ts'
import { keyset as keysetTexts } from '#contract/texts/keyset.ts'
import { moving as texts } from '#contract/texts/moving.ts'
import { generations } from '#contract/texts/protocols.ts'
import { recover } from '#contract/texts/recover.ts'
import { signer } from '#contract/texts/signer.ts'
import { serverCurve } from '#crypto/curve/hex.ts'
import { convertFromV1 } from '#protocol/convert-v1.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { shareText } from '#protocol/v2/group.ts'
import { packageForm } from '#protocol/v2/package-text.ts'
import { copied } from '../support/console/clipboard.ts'
import { CLIPBOARD, envOf, openConfigure } from '../support/console/configure.ts'
import { type Group, startConsole, startGroup } from '../support/console/console.ts'
import { startFloePeer } from '../support/console/floe-peer.ts'
import { tabTo } from '../support/console/keyboard.ts'
import { openOnce } from '../support/console/open-once.ts'
import { openPage } from '../support/console/open-page.ts'
import { expectCode } from '../support/console/qr-code.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { envelopeOf } from '../support/v2-packages.ts'
import { present } from '../support/v2-vectors.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const way = (page: Page, name: keyof typeof texts.ways) =>
  page.getByRole('radio', { name: texts.ways[name][0] })

/** The flow at its start. */
async function openMoving(scope: Scope, group: Group) {
  const floe = await startConsole(scope, { environment: group.environment })
  const page = await openPage(scope, floe.url, CLIPBOARD)
  await begin(page)
  return { floe, page }
}

async function begin(page: Page): Promise<void> {
  await button(page, signer.move).click()
  await heading(page, texts.wayTitle).waitFor()
}

/** Deals new shares from the old ones of this signer and of device 2, and stops before they are saved. */
async function deal(page: Page, group: Group, form: PackageForm = 'current'): Promise<void> {
  await way(page, 'deal').check()
  await button(page, texts.next).click()
  await heading(page, texts.sharesTitle).waitFor()
  await page.getByText(recover.progress(1, 2)).waitFor()
  await button(page, recover.add(1, 2)).click()
  await page.getByLabel(recover.share(2), { exact: true }).fill(group.share(2))
  await button(page, texts.next).click()
  await heading(page, texts.settingsTitle).waitFor()
  await page.getByLabel(joining.app).selectOption(form)
  await button(page, texts.deal).click()
  await heading(page, texts.saveTitle).waitFor()
}

async function save(page: Page, total: number): Promise<void> {
  await page.getByRole('checkbox', { name: texts.understood }).check()
  expect(await button(page, texts.save).isEnabled()).toBe(false)
  await page.getByRole('checkbox', { name: texts.oldKept }).check()
  await button(page, texts.save).click()
  await heading(page, texts.packageTitle(1, total)).waitFor()
}

/** Another Floe that is given an invitation and its password, and allowed to join on `page`. */
async function startInvited(scope: Scope, page: Page, invited: PackageRequest) {
  const device = await startConsole(scope)
  const { relays } = (await device.post('/api/packages/open', invited)).body as JoinRequest
  await device.post('/api/joining', { ...invited, relays })
  await button(page, joining.allowMember(2)).click({ timeout: 30_000 })
  const state = async () => (await device.get('/api/joining')).body as OnboardingState
  await until(async () => (await state()).state === 'received')
  await device.post('/api/joining/save', {})
  return device
}

/** Whether a browser asks before the page is left, which tests/browser shows. */
const isKept = (page: Page): Promise<boolean> =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))

describe('moving a keyset', () => {
  /** One page for the tests that move nothing; each begins at the start. */
  const openedOnce = openOnce(
    async (whole) => {
      const group = await startGroup(whole)
      return { group, ...(await openMoving(whole, group)) }
    },
    ({ page }) => begin(page),
  )

  it('says first what it does not mend, and can be left again', async (scope) => {
    const { page } = await openedOnce(scope)
    for (const point of texts.notHealed) await page.getByText(point).waitFor()
    await button(page, common.cancel).click()
    await page.getByRole('region', { name: signer.verdict }).waitFor()
  })

  it('says what is wrong with old and new shares', async (scope) => {
    const { group, page } = await openedOnce(scope)
    await way(page, 'deal').check()
    await button(page, texts.next).click()
    await page.getByText(recover.progress(1, 2)).waitFor()
    expect(await button(page, texts.next).isDisabled()).toBe(true)
    await button(page, recover.add(1, 2)).click()
    await page.getByLabel(recover.share(2), { exact: true }).fill(group.share(1))
    await page.getByText(recover.shareRepeated(1, 1)).waitFor()
    await page.getByLabel(recover.share(2), { exact: true }).fill(group.share(3))
    await button(page, texts.next).click()
    await page.getByLabel(keysetTexts.threshold, { exact: true }).fill('1')
    await page.getByText(v2Decoding.thresholdTooLow).waitFor()
    await button(page, texts.deal).click()
    await heading(page, texts.settingsTitle).waitFor()
    await button(page, common.cancel).click()
    await page.getByRole('region', { name: signer.verdict }).waitFor()
  })

  it('gives an app that can’t take over its old share a package with the same share', async (scope) => {
    const { group, floe, page } = await openedOnce(scope)
    await button(page, texts.next).click()
    const share = page.getByLabel(texts.appShare, { exact: true })
    const make = button(page, texts.seal)
    expect(await make.isDisabled()).toBe(true)
    await share.fill(group.share(1))
    await page.getByText(texts.appOwnShare).waitFor()
    expect(await make.isDisabled()).toBe(true)
    await share.fill(generateKeyset({ threshold: 2, totalMembers: 2 }).shareCredentials[1] ?? '')
    await page.getByText(validation.shareNotInGroup).waitFor()
    await share.fill(group.share(2))
    await page.getByText(recover.shareFits(2)).waitFor()
    await page.getByLabel(joining.app).selectOption('older')
    await make.click()
    await page.getByText(texts.sealedLead(2)).waitFor()

    const what = texts.sealedWhat
    const sealed = await copied(page, what.profile(2))
    expect(envelopeOf(sealed).envelope).toMatchObject({ version: 1 })
    const password = await copied(page, what.password(2))
    const alone = await copied(page, what.share(2))
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, texts.download).click(),
    ])
    const content = readFileSync(await file.path(), 'utf8')
    expect([content.includes(sealed), content.includes(password)]).toEqual([true, false])
    await button(page, keysetTexts.qrTitle(what.profile(2))).click()
    const code = page.getByRole('img', { name: keysetTexts.qrTitle(what.profile(2)) })
    await expectCode(code, sealed)
    await button(page, common.close).first().click()

    const carried = convertFromV1(
      group.keyset.group,
      [present(group.keyset.shares[1])],
      serverCurve,
    )
    if (!carried.ok) throw new Error(carried.error)
    const shareCredential = shareText(present(carried.value.shares[0]))
    const open = (body: object) => floe.post('/api/packages/open', { password, ...body })
    const { body: profile } = await open({ package: sealed })
    const relays = [group.relay.url]
    expect(profile).toMatchObject({ type: 'bfprofile', shareCredential, relays })
    const { groupCredential } = profile as { groupCredential: string }
    const { body: opened } = await open({ package: alone, groupCredential })
    expect(opened).toMatchObject({ type: 'bfshare', shareCredential, relays })

    await button(page, texts.sealAnother).click()
    expect(await share.inputValue()).toBe('')
  })

  it('keeps the shares: shows who speaks 2026, and ends 1.x only once all do', async (scope) => {
    const group = await startGroup(scope, { peers: [2] })
    await startFloePeer(scope, group, 3)
    const { floe, page } = await openMoving(scope, group)
    await button(page, texts.next).click()
    const line = (idx: number) => page.getByRole('listitem').filter({ hasText: home.device(idx) })
    await line(2).getByText(texts.peerStates.old).waitFor()
    // Whether it is heard in 1.x as well depends on who speaks first.
    await line(3).getByText(texts.peerStates.next).waitFor()
    await page.getByText(texts.notAllMoved(1, 2)).waitFor()
    expect(await button(page, texts.stopAnswering).isDisabled()).toBe(true)

    await group.peer(2).stop()
    await startFloePeer(scope, group, 2)
    await page.getByText(texts.allMoved).waitFor({ timeout: 30_000 })
    await button(page, texts.stopAnswering).click()
    await page.getByText(texts.isStopped).waitFor()
    expect((await floe.get('/api/settings')).body).toMatchObject({ firstGeneration: 'refuse' })
    await button(page, texts.finish).click()
    await page.getByText(generations.modes.refuse, { exact: true }).waitFor()
  })

  it('guards the page while it holds a package for an app, and shows no QR code of one that is too long', async (scope) => {
    const group = await startGroup(scope, { totalMembers: 9 })
    const { page } = await openMoving(scope, group)
    await button(page, texts.next).click()
    await page.getByLabel(texts.appShare, { exact: true }).fill(group.share(9))
    await button(page, texts.seal).click()
    await page.getByText(texts.profileTooLong).waitFor()
    const ofCode = (what: string) => button(page, keysetTexts.qrTitle(what)).count()
    const { profile, share } = texts.sealedWhat
    expect([await ofCode(profile(9)), await ofCode(share(9))]).toEqual([0, 1])

    expect(await isKept(page)).toBe(true)
    await button(page, texts.sealAnother).click()
    await page.getByText(texts.profileTooLong).waitFor({ state: 'detached' })
    expect(await isKept(page)).toBe(false)
  })

  it('deals fresh shares, hands them out one by one, and signs with them as the same identity', async (scope) => {
    const group = await startGroup(scope)
    const { floe, page } = await openMoving(scope, group)
    await deal(page, group)
    expect(await envOf(floe)).toMatchObject({ SHARE_CRED: group.share(1) })
    expect(await button(page, texts.save).isDisabled()).toBe(true)
    await save(page, 2)
    await floe.status(({ nodeActive }) => nodeActive)

    expect(await button(page, texts.next).isDisabled()).toBe(true)
    const sealed = await copied(page, texts.what.package(2))
    expect(packageForm(sealed)).toBe('current')
    const password = await copied(page, texts.what.password(2))
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, texts.download).click(),
    ])
    const content = readFileSync(await file.path(), 'utf8')
    expect([content.includes(sealed), content.includes(password)]).toEqual([true, false])
    await button(page, keysetTexts.qrTitle(texts.what.package(2))).click()
    const code = page.getByRole('img', { name: keysetTexts.qrTitle(texts.what.package(2)) })
    await expectCode(code, sealed)
    await button(page, common.close).first().click()

    const device = await startInvited(scope, page, { package: sealed, password })
    await page.getByText(texts.online).waitFor({ timeout: 30_000 })
    await button(page, texts.next).click()
    await heading(page, texts.packageTitle(2, 2)).waitFor()
    await page.getByRole('checkbox', { name: texts.handedOut }).check()
    await button(page, texts.next).click()
    await heading(page, texts.summaryTitle).waitFor()
    await page.getByText(texts.states.online, { exact: true }).waitFor()
    await page.getByText(texts.states.waiting, { exact: true }).waitFor()
    await button(page, texts.finish).click()
    await page.getByRole('region', { name: signer.verdict }).waitFor()

    const signed = await device.post('/api/sign', { message: 'cd'.repeat(32) })
    expect(signed.status).toBe(200)
    const { GROUP_CRED = '' } = await envOf(floe)
    expect(JSON.parse(GROUP_CRED).group_pk).toBe(group.keyset.group.group_pk.slice(2))
  })

  it('asks before invitations that nobody has yet are lost with the page, and keeps the old share as the way back', async (scope) => {
    const group = await startGroup(scope)
    const { floe, page } = await openMoving(scope, group)
    await deal(page, group, 'older')
    await button(page, common.cancel).click()
    await page.getByText(texts.leaveBefore).waitFor()
    await button(page, texts.stay).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, texts.download).click(),
    ])
    const kept = parseEnv(readFileSync(await file.path(), 'utf8'))
    expect(await copied(page, texts.oldWhat.share)).toBe(kept['SHARE_CRED'])
    expect(await copied(page, texts.oldWhat.group)).toBe(kept['GROUP_CRED'])
    await save(page, 2)
    expect(packageForm(await copied(page, texts.what.package(2)))).toBe('older')

    const dialog = page.getByRole('dialog', { name: texts.leaveTitle })
    await button(page, common.cancel).click()
    await dialog.getByText(texts.leaveUseless(2)).waitFor()
    await button(page, texts.stay).click()
    await page.getByRole('checkbox', { name: texts.handedOut }).check()
    await button(page, texts.next).click()
    await heading(page, texts.packageTitle(2, 2)).waitFor()
    await button(page, common.cancel).click()
    await dialog.getByText(texts.leaveText([3])).waitFor()
    await button(page, texts.stay).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await isKept(page)).toBe(true)

    await button(page, common.cancel).click()
    await button(page, texts.leave).click()
    await page.getByRole('region', { name: signer.verdict }).waitFor()
    expect(await envOf(floe)).not.toMatchObject({ SHARE_CRED: group.share(1) })
    await page.close()

    const configure = await openConfigure(scope, floe.url)
    await configure.share.fill(kept['SHARE_CRED'] ?? '')
    await configure.group.fill(kept['GROUP_CRED'] ?? '')
    await configure.submit.click()
    await configure.page.getByRole('region', { name: signer.verdict }).waitFor()
    expect(await envOf(floe)).toMatchObject({
      ...{ SHARE_CRED: group.share(1), GROUP_CRED: group.environment['GROUP_CRED'] },
    })
    await begin(configure.page)
  })

  it('can be done by keyboard alone', async (scope) => {
    const group = await startGroup(scope)
    const { page } = await openMoving(scope, group)
    await tabTo(page, way(page, 'keep'))
    await page.keyboard.press('ArrowDown')
    await tabTo(page, button(page, texts.next))
    await page.keyboard.press('Enter')
    await tabTo(page, button(page, recover.add(1, 2)))
    await page.keyboard.press('Enter')
    await page.keyboard.insertText(group.share(2))
    await page.getByText(recover.progress(2, 2)).waitFor()
    await page.keyboard.press('Enter')
    await heading(page, texts.settingsTitle).waitFor()
    await tabTo(page, button(page, texts.deal))
    await page.keyboard.press('Enter')
    await heading(page, texts.saveTitle).waitFor()
    await tabTo(page, page.getByRole('checkbox', { name: texts.understood }))
    await page.keyboard.press('Space')
    await tabTo(page, page.getByRole('checkbox', { name: texts.oldKept }))
    await page.keyboard.press('Space')
    await tabTo(page, button(page, texts.save))
    await page.keyboard.press('Enter')
    await heading(page, texts.packageTitle(1, 2)).waitFor()
    const isFocused = await heading(page, texts.packageTitle(1, 2)).evaluate(
      (element) => element === document.activeElement,
    )
    expect(isFocused).toBe(true)
  })
})
