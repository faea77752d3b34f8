import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { HashingCosts } from '#app/context.ts'
import { policyOutcome, request as requests } from '#contract/messages.ts'
import { overview } from '#contract/overview.ts'
import { reservedShares as reasons } from '#contract/reserved-share-messages.ts'
import { signAnswer } from '#contract/signing.ts'
import { common } from '#contract/texts/common.ts'
import { devices as texts } from '#contract/texts/devices.ts'
import { home } from '#contract/texts/home.ts'
import { joining } from '#contract/texts/joining.ts'
import { keyset } from '#contract/texts/keyset.ts'
import { moving } from '#contract/texts/moving.ts'
import { peers } from '#contract/texts/peers.ts'
import { shell } from '#contract/texts/shell.ts'
import { signer } from '#contract/texts/signer.ts'
import { openOnboard } from '#protocol/v2/share-package.ts'
import type { ApiServer } from '../support/api-server.ts'
import { verifyBip340 } from '../support/bip340.ts'
import { CHEAP_HASHING, cheapPackageKey } from '../support/cheap-hashing.ts'
import { copied } from '../support/console/clipboard.ts'
import { openConfigure } from '../support/console/configure.ts'
import { floeAgain, startConsole, startGroup } from '../support/console/console.ts'
import { startFloePeer } from '../support/console/floe-peer.ts'
import { deviceRow, door, headline, openMore } from '../support/console/home.ts'
import { like, NUMBER } from '../support/console/like.ts'
import { openPage } from '../support/console/open-page.ts'
import { pubkeyOf } from '../support/console/peer-list.ts'
import { expectCode } from '../support/console/qr-code.ts'
import { startDevice } from '../support/devices.ts'
import { fitting } from '../support/fitting.ts'
import { heldKeys } from '../support/held-keys.ts'
import { AS_IN_USE } from '../support/patient.ts'
import { runHere } from '../support/run-command.ts'
import { type Scope, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { envelopeOf } from '../support/v2-packages.ts'
import { present } from '../support/v2-vectors.ts'

const PHONE = { width: 360, height: 740 }
const HASH = 'ab'.repeat(32)

const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { name, exact: true })
const row = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: texts.list }).getByRole('listitem').filter({ hasText: name })

/** Milliseconds. On a busy machine a device is asked a few times, at longer and longer intervals. */
const SIGNED_WITHIN = 120_000

/** A signer without credentials, on whose page a keyset is made. */
async function setUp(scope: Scope, size = PHONE, hashing: HashingCosts = CHEAP_HASHING) {
  const relay = await startRelayFor(scope)
  const floe = await startConsole(scope, {
    environment: { RELAYS: JSON.stringify([relay.url]) },
    timings: { node: AS_IN_USE },
    hashing,
  })
  const page = await openPage(scope, floe.url, {
    ...size,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await door(page, 'create').click()
  await page.getByLabel(keyset.name, { exact: true }).fill('Family')
  return { relay, relays: [relay.url], floe, page }
}

async function create(page: Page): Promise<void> {
  await button(page, keyset.create).click()
  await heading(page, texts.madeTitle('Family')).waitFor()
  await back(page)
  await row(page, texts.share(3)).waitFor()
}

/** Loads the page again, which begins at the signer then, and goes to its devices. */
async function reload(page: Page): Promise<void> {
  await page.reload()
  await button(page, texts.add).click()
  await row(page, texts.share(2)).or(row(page, home.thisServer)).first().waitFor()
}

/** Hands a share out to a device of this name. @returns the invitation and its password, from the page */
async function handOut(page: Page, index: number, name: string) {
  await button(page, texts.handOutWhat(texts.share(index))).click()
  await heading(page, texts.handOutTitle(index)).waitFor()
  await page.getByLabel(texts.name).fill(name)
  await button(page, texts.prepare).click()
  return invitationOn(page, name)
}

/** The invitation and, on the next step, its password. */
async function invitationOn(page: Page, name: string) {
  const invitation = await copied(page, texts.what.package(name))
  await button(page, texts.toPassword).click()
  return { package: invitation, password: await copied(page, texts.what.password(name)) }
}

/** Brings a share that its owner has kept. */
async function bring(page: Page, share: string): Promise<void> {
  await page.getByText(texts.bring, { exact: true }).click()
  await page.getByLabel(texts.bringField, { exact: true }).fill(share)
  await button(page, texts.bringDo).click()
}

async function secretOf(given: { package: string; password: string }): Promise<string> {
  const { password } = given
  const opened = await openOnboard(given.package, { password, deriveKey: cheapPackageKey })
  return opened.ok ? opened.value.seckey : expect.fail(opened.error)
}

const overviewOf = async ({ get }: ApiServer) =>
  fitting(overview, (await get('/api/overview')).body)

const groupKeyOf = ({ context }: ApiServer): string => {
  const { group } = context.keysets.first.supervisor
  return group?.ok ? group.value.pubkey.slice(2) : ''
}

async function expectSignatures(devices: readonly ApiServer[], key: string): Promise<void> {
  for (const device of devices) {
    await until(async () => (await device.post('/api/sign', { message: HASH })).status === 200)
    const { body } = await device.post('/api/sign', { message: HASH })
    expect(verifyBip340(fitting(signAnswer, body).signature, HASH, key)).toBe(true)
  }
}

const back = (page: Page) => button(page, keyset.back).click()

describe('the devices of a new keyset', () => {
  it('get their shares one by one, on a phone, and sign', { timeout: 300_000 }, async (scope) => {
    const { relays, floe, page } = await setUp(scope)
    await page.reload()
    await door(page, 'create').click()
    await page.getByLabel(keyset.name, { exact: true }).fill('Family')
    await create(page)
    await page.getByText(texts.holdsKey(3, 2)).waitFor()
    await page.reload()
    await deviceRow(page, texts.share(3)).getByText(peers.shares.kept).waitFor()
    await button(page, peers.addOf(texts.share(2))).click()
    await page.getByLabel(texts.name).fill('Laptop')
    await reload(page)
    const laptop = await handOut(page, 2, 'Laptop')
    await page.getByText(texts.steps.handedOut).waitFor()
    expect(await page.content()).not.toContain(laptop.package)
    await back(page)
    const code = page.getByRole('img', { name: keyset.qrTitle(texts.what.package('Laptop')) })
    await expectCode(code, laptop.package)
    expect(await page.content()).not.toContain(laptop.password)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, texts.download).click(),
    ])
    expect(file.suggestedFilename()).toBe(`family-${moving.filePart}-2-laptop.txt`)
    const content = readFileSync(await file.path(), 'utf8')
    expect(content).toContain(laptop.package)
    expect(content).not.toContain(laptop.password)

    // The page goes, and what was handed out does not.
    await page.reload()
    await deviceRow(page, 'Laptop').getByText(peers.shares.handedOut).waitFor()
    await button(page, texts.showAgainWhat('Laptop')).click()
    await button(page, texts.showAgainWhat(texts.share(2))).click()
    expect(await invitationOn(page, 'Laptop')).toEqual(laptop)
    const first = await startDevice(scope, laptop, relays)
    await heading(page, texts.proven('Laptop')).waitFor({ timeout: SIGNED_WITHIN })
    expect(await page.content(), 'is used up').not.toContain(laptop.password)
    await button(page, texts.next).click()
    await page.getByLabel(texts.name).fill('laptop')
    await button(page, texts.prepare).click()
    const taken = reasons.nameTaken('laptop').split(': ').at(-1) ?? ''
    await page.getByText(taken).waitFor()
    await page.getByLabel(texts.name).fill('Tablet')
    await button(page, texts.prepare).click()
    const tablet = await invitationOn(page, 'Tablet')
    const second = await startDevice(scope, tablet, relays)
    await heading(page, texts.proven('Tablet')).waitFor({ timeout: SIGNED_WITHIN })
    await button(page, texts.done).click()
    await button(page, texts.add).click()
    await row(page, 'Tablet').getByText(texts.states.done).waitFor()
    await page.getByText(texts.none).waitFor()
    await expectSignatures([floe, first, second], groupKeyOf(floe))

    // The tablet is lost, and its owner has kept its share for another one.
    await second.stop()
    const { signer: node } = floe.context.keysets.first.supervisor
    present(node?.peers.all[1]).status = 'offline'
    await page.reload()
    await button(page, texts.add).click()
    await row(page, 'Tablet').waitFor()
    await bring(page, await secretOf(tablet))
    await page.getByLabel(texts.replaces('Tablet')).check()
    await button(page, texts.bringDo).click()
    await row(page, texts.share(3)).getByText(texts.heardBefore).waitFor()
    const added = await handOut(page, 3, 'New tablet')
    const third = await startDevice(scope, added, relays)
    await heading(page, texts.proven('New tablet')).waitFor({ timeout: SIGNED_WITHIN })
    await expectSignatures([floe, first, third], groupKeyOf(floe))
    await button(page, texts.done).click()
    await page.getByRole('region', { name: signer.verdict }).waitFor()
  })

  it('wait where they are while the server is away', async (scope) => {
    const { floe, page } = await setUp(scope)
    await create(page)
    await button(page, texts.handOutWhat(texts.share(2))).click()
    await page.getByLabel(texts.name).fill('Laptop')
    await floe.stop()
    await page.getByText(shell.tryingAgain(common.unreachable)).waitFor()
    await button(page, texts.prepare).click()
    await page.getByText(texts.failed(common.unreachable)).waitFor()
    const { context } = await floeAgain(scope, floe)
    await page.getByText(shell.tryingAgain(common.unreachable)).waitFor({ state: 'detached' })
    await button(page, texts.prepare).click()
    await invitationOn(page, 'Laptop')
    expect(context.keysets.first.reservedShares.view()?.spares[0]).toMatchObject({ name: 'Laptop' })
  })

  it('are said to be too few before a share that their key needs is deleted', async (scope) => {
    const { page } = await setUp(scope)
    await openMore(page)
    await page.getByLabel(keyset.threshold, { exact: true }).fill('3')
    await page.getByLabel(keyset.totalMembers, { exact: true }).fill('4')
    await create(page)
    await button(page, texts.delete(texts.share(4))).click()
    await page.getByText(texts.deleteKept).waitFor()
    expect(await page.getByText(texts.deleteUseless(3)).count()).toBe(0)
    await button(page, texts.deleteConfirm).click()
    await row(page, texts.share(4)).waitFor({ state: 'detached' })

    await button(page, texts.delete(texts.share(3))).click()

    await page.getByText(texts.deleteKept).waitFor()
    await page.getByText(texts.deleteUseless(3)).waitFor()
  })

  it('are invited for an Igloo of before 2026-06 where that is chosen, at first or later', async (scope) => {
    const { page } = await setUp(scope)
    await create(page)
    await button(page, texts.handOutWhat(texts.share(2))).click()
    await page.getByLabel(texts.name).fill('Phone')
    const app = page.getByLabel(texts.app)
    expect(await app.inputValue()).toBe('floe')
    await app.selectOption('older')
    await button(page, texts.prepare).click()
    const older = await invitationOn(page, 'Phone')
    expect(envelopeOf(older.package).envelope).toMatchObject({ version: 1 })
    await back(page)
    await page.getByText(texts.otherApp, { exact: true }).click()
    expect(await app.inputValue()).toBe('older')

    await app.selectOption('chrome')
    await until(async () => {
      const text = await copied(page, texts.what.package('Phone'))
      return envelopeOf(text).envelope['version'] === 2
    })
    expect((await invitationOn(page, 'Phone')).password).toBe(older.password)
    await back(page)
    await page.getByText(texts.otherApp, { exact: true }).click()
    const link = page.getByRole('link', { name: texts.getApp(texts.apps.chrome) })
    expect(await link.getAttribute('href')).toBe('https://github.com/FROSTR-ORG/igloo-chrome')
  })

  it('are invited after a wait, and the page says how long it takes', async (scope) => {
    const { packageKey, seen, ends } = heldKeys()
    const { page } = await setUp(scope, PHONE, { ...CHEAP_HASHING, packageKey })
    await create(page)
    await button(page, texts.handOutWhat(texts.share(2))).click()
    await page.getByLabel(texts.name).fill('Laptop')
    // How long depends on the machine.
    const wait = page.getByText(joining.takes(1)).or(page.getByText(like(joining.takes(NUMBER))))
    expect(await wait.count()).toBe(0)
    await button(page, texts.prepare).click()
    await wait.waitFor()
    await until(() => seen.begun === 1)
    ends.shift()?.()
    await button(page, texts.download).waitFor()
    expect(await wait.count()).toBe(0)
  })

  it('may be given up, and replaced by one that gets the share its owner has kept', async (scope) => {
    const { floe, page } = await setUp(scope, { width: 1280, height: 900 })
    await create(page)
    const laptop = await handOut(page, 2, 'Laptop')
    await back(page)
    await back(page)
    await button(page, texts.delete(texts.share(2))).click()
    await page.getByText(texts.deleteHandedOut('Laptop')).waitFor()
    await button(page, texts.deleteConfirm).click()
    await row(page, 'Laptop').waitFor({ state: 'detached' })

    const { signer: node } = floe.context.keysets.first.supervisor
    present(node?.peers.all[0]).lastSeen = Date.now()
    await bring(page, await secretOf(laptop))
    await page.getByText(reasons.replaces('Laptop')).waitFor()
    await page.getByLabel(texts.replaces('Laptop')).check()
    await button(page, texts.bringDo).click()
    await row(page, texts.share(2)).getByText(texts.heardBefore).waitFor()
    expect(await page.getByLabel(texts.bringField, { exact: true }).inputValue()).toBe('')
  })

  it('are said to be gone when a restore has not brought their shares back', async (scope) => {
    const { relays, floe, page } = await setUp(scope)
    await create(page)
    await handOut(page, 2, 'Laptop')
    const file = join(temporaryFolder(scope), 'backup.db')
    const at = (dataDir: string) => ({ DATA_DIR: dataDir })
    expect(await runHere(at(floe.dataDir), 'backup', file)).toMatchObject({ code: 0 })
    const dataDir = join(temporaryFolder(scope), 'data')
    const key = join(floe.dataDir, 'secret.key')
    expect(await runHere(at(dataDir), 'restore', file, '--key-file', key)).toMatchObject({
      code: 0,
    })
    await floe.stop()
    const restored = await startConsole(scope, {
      ...{ dataDir, environment: { RELAYS: JSON.stringify(relays) } },
    })

    const there = await openPage(scope, restored.url, PHONE)
    await there.getByText(peers.shares.lost).nth(1).waitFor()

    await button(there, texts.add).click()
    await there.getByText(texts.lostTitle([2, 3])).waitFor()
    await there.getByText(texts.lostTooMany(1, 2)).waitFor()
    expect(await button(there, texts.deal).count()).toBe(0)
    await row(there, 'Laptop').getByText(texts.states.lost).waitFor()
    await button(there, texts.delete(texts.share(3))).click()
    await there.getByText(texts.forgetLead).waitFor()
    await button(there, texts.forgetConfirm).click()
    await there.getByText(texts.lostTitle([2])).waitFor()
    await there.getByText(texts.lostEnough(2, 2)).waitFor()
    await button(there, texts.deal).click()
    await there.getByRole('region', { name: moving.titleFresh }).waitFor()
    await heading(there, moving.sharesTitle).waitFor()
  })
})

describe('a test signature', () => {
  const result = (page: Page) =>
    page.getByRole('region', { name: home.card }).getByRole('status').filter({ hasText: /\S/ })

  it('proves a share that was brought, in two clicks and three fields', async (scope) => {
    const group = await startGroup(scope, { totalMembers: 2 })
    await startFloePeer(scope, group, 2)
    const floe = await startConsole(scope, {
      environment: { RELAYS: group.environment['RELAYS'] ?? '' },
    })
    const configure = await openConfigure(scope, floe.url)
    await configure.name.fill('Main')
    await configure.share.fill(group.share(1))
    await configure.group.fill(group.keyset.groupCredential)
    await until(() => configure.submit.isEnabled())
    await configure.submit.click()
    const { page } = configure
    await headline(page, signer.ready).waitFor()
    await button(page, texts.test.do).click()
    await result(page)
      .filter({ hasText: `Signed with ${home.device(2)} in` })
      .waitFor()
    expect((await overviewOf(floe)).lastProven?.pubkey).toBe(pubkeyOf(group, 2))
  })

  it('says why there is none, and what to do', async (scope) => {
    const group = await startGroup(scope, { totalMembers: 2, peers: [2] })
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    await headline(page, signer.ready).waitFor()
    await button(page, texts.test.do).click()
    await result(page)
      .filter({ hasText: texts.test.failed(requests.proofOlder) })
      .waitFor()
    await floe.post('/api/stop', {})
    await button(page, texts.test.do).click()
    await result(page)
      .filter({ hasText: texts.test.failed(policyOutcome.stopped) })
      .waitFor()
  })
})
