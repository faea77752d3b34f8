import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { decoding, protocolTexts, request, validation } from '#contract/messages.ts'
import { common } from '#contract/texts/common.ts'
import { peers } from '#contract/texts/peers.ts'
import { relays } from '#contract/texts/relays.ts'
import { shell } from '#contract/texts/shell.ts'
import { credentials, signer } from '#contract/texts/signer.ts'
import { firstGenerationDialog } from '#contract/texts/v1.ts'
import { verdict as effects } from '#contract/warning-messages.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import type { ApiServer } from '../support/api-server.ts'
import { floeAgain, type Group, startConsole, startGroup } from '../support/console/console.ts'
import { partsOf, verdict } from '../support/console/home.ts'
import { tabTo } from '../support/console/keyboard.ts'
import { inWords } from '../support/console/language.ts'
import { NUMBER } from '../support/console/like.ts'
import { openOnce } from '../support/console/open-once.ts'
import { mistype } from '../support/credentials.ts'
import { NOBODY_THERE } from '../support/patient.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { openPage } from './support/page.ts'

const TITLE = inWords('Server-managed signer status', signer.title)
const card = (page: Page) => page.getByRole('region', { name: TITLE })
const group = (page: Page) => card(page).getByLabel(credentials.group, { exact: true })
const share = (page: Page) => card(page).getByLabel(credentials.share, { exact: true })

type Credential = keyof typeof credentials.inSentence
const nameOf = (what: Credential) => credentials.decodedOf(credentials.inSentence[what])
const decoded = (page: Page, what: Credential) => page.getByRole('region', { name: nameOf(what) })
const decodes = (page: Page, what: Credential) =>
  card(page).getByRole('button', { name: nameOf(what) })

/** The words of the specification for what the signer does. */
const line = (state: string, isActive: boolean) =>
  `${signer.server(state)} ${signer.node(isActive)}`
const lines = {
  running: inWords('Server Signer: Running (Node Active)', line(signer.states.running, true)),
  starting: inWords(
    'Server Signer: Starting... (Node Inactive)',
    line(signer.states.starting, false),
  ),
  stopped: inWords('Server Signer: Stopped (Node Inactive)', line(signer.states.stopped, false)),
}
const needed = partsOf(effects.cannot(1, 0, 2))
/** The words of a text in which a number of seconds changes all the time. */
const beforeSeconds = (text: string) => text.slice(0, text.indexOf(` ${NUMBER} s`))
const BROKEN = inWords(
  'Failed to create BifrostNode: Invalid credentials',
  protocolTexts.createNode,
)
const silent = beforeSeconds(effects.silentNow(NUMBER))

/** A signer and its page, with peers or without. */
async function open(scope: Scope, peers: readonly number[] = []) {
  const members = await startGroup(scope, { peers })
  const floe = await startConsole(scope, {
    environment: members.environment,
    ...(peers.length === 0 && { timings: { node: NOBODY_THERE } }),
  })
  const page = await openPage(scope, floe.url)
  return { members, floe, page }
}

/** Has the credentials shown, which are masked at first. */
async function show(page: Page): Promise<void> {
  await card(page).getByRole('button', { name: credentials.show }).click()
  await share(page).waitFor()
}

async function openShown(scope: Scope) {
  const opened = await open(scope)
  await show(opened.page)
  return opened
}

/** A signer that can't start: its share is of another group. */
async function openStopped(scope: Scope) {
  const members = await startGroup(scope)
  const [stranger = ''] = generateKeyset({ threshold: 2, totalMembers: 3 }).shareCredentials
  const environment = { ...members.environment, SHARE_CRED: stranger }
  const floe = await startConsole(scope, { environment })
  const page = await openPage(scope, floe.url)
  return { page }
}

const savedEnv = async (floe: ApiServer) =>
  (await floe.get('/api/env')).body as Record<string, string>

/** The bodies of what the page asks the server to save, as they come. */
function watchSaves(page: Page): unknown[] {
  const saves: unknown[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/api/env')) return
    saves.push(request.postDataJSON())
  })
  return saves
}

const pairOf = (members: Group, idx: number) => ({
  GROUP_CRED: members.keyset.groupCredential,
  SHARE_CRED: members.share(idx),
})

describe('the first glance at the signer', () => {
  it('says that it is ready, with how many peers and relays', async (scope) => {
    const { page } = await open(scope, [2, 3])
    await page.getByText(peers.online(2)).waitFor()
    await page.getByText(relays.count(1, 1), { exact: true }).waitFor()
    await verdict(page).getByRole('heading', { name: signer.ready }).waitFor()
    await card(page).getByText(lines.running).waitFor()
  })

  it('says that it is starting while its relay has not answered yet', async (scope) => {
    const members = await startGroup(scope)
    members.relay.faults.mute = true
    const floe = await startConsole(scope, { environment: members.environment })
    const page = await openPage(scope, floe.url)
    await verdict(page).getByText(effects.connecting(1)).waitFor()
    await card(page).getByText(lines.starting).waitFor()
  })

  it('says how many more peers it needs, and alarms nobody when the credentials are deleted', async (scope) => {
    const { floe, page } = await open(scope)
    await verdict(page).getByRole('heading', { name: needed.title }).waitFor()
    await verdict(page).getByText(needed.detail).waitFor()
    await card(page).getByText(lines.running).waitFor()
    await floe.post('/api/env/delete', { keys: ['SHARE_CRED', 'GROUP_CRED'] })
    await verdict(page).getByText(request.noCredentials).waitFor()
    await card(page).getByText(lines.stopped).waitFor()
  })

  it('says when it hears no relay, without reading out seconds, and when it hears one again', async (scope) => {
    const { members, page } = await open(scope, [2])
    await verdict(page).getByText(signer.ready).waitFor()
    members.relay.setFaults({ refuse: true })
    members.relay.dropAll()
    await verdict(page).getByRole('heading', { name: signer.noRelay }).waitFor()
    await verdict(page)
      .getByText(new RegExp(`^${silent} \\d+ s`))
      .waitFor()
    const news = page
      .getByRole('status')
      .filter({ hasText: silent.split(' ').slice(0, 2).join(' ') })
    expect(await news.textContent()).not.toMatch(/\d+ s\b/)
    await card(page).getByText(lines.starting).waitFor()
    members.relay.clearFaults()
    await verdict(page).getByText(signer.ready).waitFor()
  })

  it('says that it is stopped, and why', async (scope) => {
    const { page } = await openStopped(scope)
    await verdict(page).getByText(signer.stopped).waitFor()
    await verdict(page).getByText(BROKEN).waitFor()
    await card(page).getByText(lines.stopped).waitFor()
  })

  it('keeps what it knew while the server is away, and says from when it is', async (scope) => {
    const { members, floe, page } = await open(scope, [2])
    await verdict(page).getByText(signer.ready).waitFor()
    await floe.stop()
    await verdict(page).getByText(shell.tryingAgain(common.unreachable)).waitFor()
    // A server stopped in good order may have said so before it went.
    await verdict(page)
      .getByText(new RegExp(`(${signer.ready}|${needed.title})`))
      .waitFor()
    await floeAgain(scope, floe, members.environment)
    await verdict(page).getByRole('heading', { name: signer.ready }).waitFor()
  })
})

describe('the credentials of the signer', () => {
  it('are saved by themselves once a changed pair belongs together, also when the page is left, and kept in this browser, newest first', async (scope) => {
    const { members, floe, page } = await openShown(scope)
    const kept = () =>
      page.evaluate(() => JSON.parse(localStorage.getItem('floe.share-records') ?? '[]'))
    const record = (idx: number) => ({
      shareCredential: members.share(idx),
      groupCredential: members.keyset.groupCredential,
      name: 'main identity',
    })
    await until(async () => (await kept()).length === 1)
    await share(page).fill(members.share(3))
    await page.getByText(credentials.saved).waitFor()
    expect(await savedEnv(floe)).toMatchObject(pairOf(members, 3))
    await until(async () => (await kept()).length === 2)
    expect(await kept()).toMatchObject([record(3), record(1)])
    await card(page).getByText(credentials.ofIndex(3)).waitFor()
    expect(await card(page).locator('dl').innerText()).toMatch(new RegExp(`${signer.index}\\s*3`))

    await share(page).fill(members.share(2))
    await page.getByRole('tab', { name: shell.tabs.recover }).click()
    await expect.poll(() => savedEnv(floe)).toMatchObject(pairOf(members, 2))
  })

  it('are never saved when they do not decode or do not belong together, and wait for the share of another keyset', async (scope) => {
    const { members, floe, page } = await openShown(scope)
    const { groupCredential, shareCredentials } = generateKeyset({ threshold: 2, totalMembers: 3 })
    const [foreign = '', second = ''] = shareCredentials
    const saves = watchSaves(page)
    await share(page).fill(mistype(members.share(1), 40))
    await card(page).getByText(credentials.keptMeanwhile).waitFor()
    await share(page).press('Tab')
    await share(page).fill(foreign)
    await card(page).getByText(credentials.otherGroup).waitFor()
    await share(page).fill('')
    await card(page).getByText(inWords('Share is required', validation.shareRequired)).waitFor()
    await group(page).fill(groupCredential)
    await card(page).getByRole('button', { name: common.undo }).click()
    expect(await share(page).inputValue()).toBe(members.share(1))
    expect(await group(page).inputValue()).toBe(members.keyset.groupCredential)
    await share(page).fill(members.share(2))
    await page.getByText(credentials.saved).waitFor()
    expect(saves).toEqual([pairOf(members, 2)])
    expect((await floe.status(() => true)).hasCredentials).toBe(true)

    await group(page).fill(groupCredential)
    await card(page).getByText(credentials.otherShare).waitFor()
    await share(page).fill(second)
    await page.getByText(credentials.savedOtherKeyset('main identity')).waitFor()
    expect(await savedEnv(floe)).toMatchObject({ GROUP_CRED: groupCredential, SHARE_CRED: second })
  })

  it('stay in their fields when they could not be saved, and are saved on Retry', async (scope) => {
    const { members, floe, page } = await openShown(scope)
    await card(page).getByText('2/3').waitFor()
    await floe.stop()
    await share(page).fill(members.share(3))
    await card(page).getByText(`${credentials.saveFailed}: ${common.unreachable}`).waitFor()
    expect(await share(page).inputValue()).toBe(members.share(3))
    const again = await floeAgain(scope, floe, members.environment)
    await card(page).getByRole('button', { name: common.retry }).click()
    await page.getByText(credentials.saved).waitFor()
    expect(await savedEnv(again)).toMatchObject(pairOf(members, 3))
  })
})

describe('the credentials of the signer, as long as they are not changed,', () => {
  /** One page for all tests, each with nothing typed and all that is secret masked. */
  const openAgain = openOnce(
    (scope) => open(scope),
    async ({ page }) => {
      await page.reload()
    },
  )
  const showAgain = async (scope: Scope) => {
    const opened = await openAgain(scope)
    await show(opened.page)
    return opened
  }

  it('are described by name, index, threshold and public key', async (scope) => {
    const { members, page } = await openAgain(scope)
    const [commit] = members.keyset.group.commits
    const pubkey = commit?.pubkey ?? ''
    const facts = card(page).locator('dl')
    await facts.getByText('2/3', { exact: true }).waitFor()
    const told = [
      ...[signer.keyset, 'main identity', signer.index, '1', signer.threshold, '2/3'],
      ...[signer.pubkey, `${pubkey.slice(0, 16)}...${pubkey.slice(-8)}`],
    ]
    expect(await facts.textContent()).toContain(told.join(''))
  })

  it('show what they hold only when asked, as written and decoded', async (scope) => {
    const { members, page } = await showAgain(scope)
    const [mine] = members.keyset.shares
    await card(page).getByText('2/3').waitFor()
    expect(await page.locator('body').innerText()).not.toContain(mine?.seckey)
    await decodes(page, 'share').click()
    await decodes(page, 'group').click()
    const text = await decoded(page, 'share').innerText()
    expect(text).toContain(members.share(1))
    expect(text.replaceAll(/\s/g, '')).toContain(JSON.stringify(mine))
    expect(await decoded(page, 'group').innerText()).toContain(members.keyset.group.group_pk)
    await decodes(page, 'share').click()
    expect(await page.locator('body').innerText()).not.toContain(mine?.seckey)
  })

  it('explain their generation in a window that the keyboard opens and leaves', async (scope) => {
    const { page } = await openAgain(scope)
    const button = card(page).getByRole('button', { name: signer.whatThisMeans })
    await tabTo(page, button)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: firstGenerationDialog.title })
    await dialog.getByText(firstGenerationDialog.sections[2].points[0]).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await until(() => button.evaluate((element) => element === document.activeElement))
  })

  it('say that they do not decode, and why', async (scope) => {
    const { members, page } = await showAgain(scope)
    await share(page).fill(mistype(members.share(1), 40))
    await decodes(page, 'share').click()
    await decoded(page, 'share')
      .getByText(inWords('Failed to decode share credential', credentials.shareUndecodable))
      .waitFor()
    await card(page).getByText(protocolTexts.decodeShare(decoding.checksum)).waitFor()
    await group(page).fill('bfgroup1')
    await decodes(page, 'group').click()
    await decoded(page, 'group')
      .getByText(inWords('Failed to decode group credential', credentials.groupUndecodable))
      .waitFor()
  })

  it('can be decoded, changed and undone by keyboard alone', async (scope) => {
    const { members, page } = await showAgain(scope)
    await tabTo(page, decodes(page, 'group'))
    await page.keyboard.press('Space')
    await tabTo(page, decoded(page, 'group'))
    await tabTo(page, share(page))
    await page.keyboard.press('End')
    await page.keyboard.type('x')
    await tabTo(page, card(page).getByRole('button', { name: common.undo }))
    await page.keyboard.press('Enter')
    expect(await share(page).inputValue()).toBe(members.share(1))
  })
})
