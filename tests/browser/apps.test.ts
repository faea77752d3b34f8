import {
  BunkerSigner,
  type BunkerSignerParams,
  createNostrConnectURI,
  parseBunkerInput,
} from 'nostr-tools/nip46'
import { generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools/pure'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { InviteAnswer } from '../../server/contract/apps.ts'
import { activity } from '../../server/contract/texts/activity.ts'
import { apps } from '../../server/contract/texts/apps.ts'
import { audit } from '../../server/contract/texts/audit.ts'
import { common } from '../../server/contract/texts/common.ts'
import { done } from '../../server/contract/texts/done.ts'
import { kinds } from '../../server/contract/texts/kinds.ts'
import { questions } from '../../server/contract/texts/questions.ts'
import { relays as relayTexts } from '../../server/contract/texts/relays.ts'
import { rules } from '../../server/contract/texts/rules.ts'
import { scan } from '../../server/contract/texts/scan.ts'
import { shell } from '../../server/contract/texts/shell.ts'
import { wishes } from '../../server/contract/texts/wishes.ts'
import { ask } from '../support/access.ts'
import type { ApiServer } from '../support/api-server.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { startFloePeer } from '../support/console/floe-peer.ts'
import { button, dialog } from '../support/console/owner.ts'
import { drawCode, expectCode } from '../support/console/qr-code.ts'
import { field } from '../support/console/sign-in.ts'
import { meet } from '../support/gen2-group.ts'
import { isLong } from '../support/long.ts'
import { type Scope, startRelayFor } from '../support/scope.ts'
import { startWebhook } from '../support/webhook.ts'
import { checkScreen } from './support/check-screen.ts'
import { describeInBrowser } from './support/chromium.ts'
import { openPage, type PageOptions } from './support/page.ts'

const NAME = 'Coracle on my phone'

const toast = (page: Page, text: string | RegExp) =>
  page.locator('[aria-modal=false]').filter({ hasText: text }).first()
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A signer that can sign, and its tab for apps. */
async function openApps(
  scope: Scope,
  options?: PageOptions & { hash?: (relay: string) => string },
) {
  const { hash, ...page } = options ?? {}
  const group = await startGroup(scope)
  const floe = await startConsole(scope, { environment: group.environment })
  await floe.status(({ nodeActive }) => nodeActive)
  const peer = await startFloePeer(scope, group, 2)
  const { node } = floe.context.keysets.first.supervisor
  if (node === null) throw new Error('there is no signer')
  await meet(peer, { node })
  const opened = await openPage(scope, floe.url + (hash?.(group.relay.url) ?? ''), page)
  if (hash === undefined) await tab(opened, shell.tabs.apps).click()
  return { group, floe, page: opened, pubkey: group.keyset.group.group_pk.slice(2) }
}

/** A genuine client that uses a bunker link. */
async function clientOf(
  scope: Scope,
  uri: string,
  params: BunkerSignerParams = {},
): Promise<BunkerSigner> {
  const pointer = await parseBunkerInput(uri)
  if (pointer === null) throw new Error('this is no bunker link')
  const client = BunkerSigner.fromBunker(generateSecretKey(), pointer, params)
  scope.onTestFinished(() => client.close())
  return client
}

/** One that is paired, and may do everyday things unasked. */
async function pairedClient(
  scope: Scope,
  floe: Pick<ApiServer, 'post'>,
  params?: BunkerSignerParams,
): Promise<BunkerSigner> {
  const { body } = await floe.post('/api/apps/invite', { name: NAME, preset: 'everyday' })
  const client = await clientOf(scope, (body as InviteAnswer).uri, params)
  await client.connect()
  return client
}

/** A genuine client that waits for somebody to take its invitation. */
function clientThatInvites(relay: string) {
  const seckey = generateSecretKey()
  const uri = createNostrConnectURI({
    clientPubkey: getPublicKey(seckey),
    relays: [relay],
    secret: 'abc',
    name: 'Notes \u202e\u200bapp',
    url: 'https://notes.example.com',
    image: 'https://notes.example.com/logo.png',
    perms: ['sign_event:1', 'sign_event:0', 'nip44_encrypt', 'nip44_decrypt'],
  })
  return { uri, paired: BunkerSigner.fromURI(seckey, uri, {}, 60_000) }
}

const event = (kind: number, content: string) => ({
  ...{ kind, content, tags: [] },
  created_at: Math.floor(Date.now() / 1_000),
})

describeInBrowser('the owner of a key', () => {
  it.for(isLong ? [360, 1280] : [360])(
    'invites an app, answers it, reads what it did, suspends and removes it, %i pixels wide',
    async (width, scope) => {
      const { page, pubkey } = await openApps(scope, { width })
      await page.getByText(apps.emptyLead).waitFor()
      await checkScreen(page, `apps-none-${width}`)

      await button(page, apps.inviteOne).click()
      await button(page, apps.invite).click()
      await page.getByText(apps.nameMissing).waitFor()
      await field(page, apps.name).fill(NAME)
      await dialog(page, apps.addTitle).getByText(apps.exposure).waitFor()
      await page.getByRole('checkbox', { name: apps.mayRead }).check()
      await page.getByText(apps.more).click()
      await checkScreen(page, `app-invite-${width}`)
      await button(page, apps.invite).click()
      const link = dialog(page, apps.linkTitle(NAME))
      const uri = (await link.getByText(/^bunker:/).textContent()) ?? ''
      await expectCode(link.getByRole('img', { name: apps.linkQr }), uri)
      expect(await link.getByRole('link', { name: apps.openLink }).getAttribute('href')).toBe(uri)
      await checkScreen(page, `app-link-${width}`, { secret: true })

      const client = await clientOf(scope, uri)
      await client.connect()
      // By what the server says: the poll is slower.
      await page.getByText(apps.paired(NAME)).waitFor({ timeout: 8_000 })
      await checkScreen(page, `app-paired-${width}`)
      await button(page, apps.showApp).click()
      await region(page, NAME).getByText(apps.states.paired, { exact: true }).waitFor()

      const note = await client.signEvent(event(1, 'hello'))
      expect(verifyEvent(note) && note.pubkey).toBe(pubkey)
      const log = region(page, apps.log)
      await log
        .getByRole('listitem')
        .filter({ hasText: done.signed(kinds[1][1]) })
        .waitFor()

      const sealed = await client.nip44Encrypt(pubkey, 'to myself')
      expect(await client.nip44Decrypt(pubkey, sealed)).toBe('to myself')

      const profile = client.signEvent(event(0, JSON.stringify({ name: 'Anna' })))
      await region(page, questions.asks(NAME)).getByText('Anna').waitFor()
      await region(page, NAME).getByText(apps.waits(1)).waitFor()
      await checkScreen(page, `app-question-${width}`)
      await button(page, questions.allowOnce).click()
      expect(verifyEvent(await profile)).toBe(true)
      await log
        .getByRole('listitem')
        .filter({ hasText: activity.by.answer })
        .getByText(done.signed(kinds[0][1]))
        .waitFor()
      await checkScreen(page, `app-${width}`)

      await page.getByRole('switch', { name: rules.suspend }).click()
      await toast(page, rules.suspended(NAME)).waitFor()
      await region(page, NAME).getByText(apps.states.suspended).waitFor()
      let isAnswered = false
      const isOver = () => {
        isAnswered = true
      }
      void client.signEvent(event(1, 'refused')).then(isOver, isOver)

      await button(page, apps.back).click()
      await page.getByRole('listitem').filter({ hasText: apps.suspended }).waitFor()
      await checkScreen(page, `apps-${width}`)
      await button(page, NAME).click()
      await button(page, apps.remove).click()
      const asked = dialog(page, apps.removeTitle(NAME))
      await checkScreen(page, `app-remove-${width}`)
      await asked.getByRole('button', { name: apps.remove }).click()
      await page.getByText(apps.emptyLead).waitFor()
      await tab(page, shell.tabs.activity).click()
      const entry = page.getByRole('listitem').filter({ hasText: done.signed(kinds[1][1]) })
      await entry.getByText(activity.forWhom(audit.actors.removedApp)).waitFor()
      expect(isAnswered).toBe(false)
    },
  )

  it('takes the invitation of an app, with what is dangerous left out', async (scope) => {
    const { group, floe, page, pubkey } = await openApps(scope)
    const { uri, paired } = clientThatInvites(group.relay.url)
    await button(page, apps.acceptOne).click()
    const form = dialog(page, apps.addTitle)
    await field(page, apps.uri).fill('bunker://nothing')
    await button(page, apps.read).click()
    await form.locator('[data-invalid]').first().waitFor()
    await checkScreen(page, 'app-accept')
    await field(page, apps.uri).fill(uri)

    await form.getByText('Notes [U+202E][U+200B]app').waitFor()
    await form.getByText(apps.exposure).waitFor()
    const website = form.getByRole('link', { name: 'https://notes.example.com' })
    expect(await website.getAttribute('rel')).toContain('noopener')
    const isTicked = (name: string) => form.getByRole('checkbox', { name }).isChecked()
    expect(
      await Promise.all(
        [kinds[1][0], kinds[0][0], wishes.nip44_encrypt, wishes.nip44_decrypt].map(isTicked),
      ),
    ).toEqual([true, false, true, false])
    await checkScreen(page, 'app-invitation')
    await field(page, apps.name).fill('Notes')
    await button(page, apps.accept).click()
    await page.getByText(apps.paired('Notes')).waitFor()
    const client = await paired
    scope.onTestFinished(() => client.close())
    expect(await client.getPublicKey()).toBe(pubkey)
    await button(page, common.done).click()
    await page.getByRole('listitem').filter({ hasText: 'Notes' }).waitFor()
    const [app] = (await (await fetch(`${floe.url}/api/apps`)).json()).apps
    expect(app.name).toBe('Notes')
  })

  it.for(['picture', 'camera'] as const)('reads the QR code of an app by %s', async (by, scope) => {
    const { group, page } = await openApps(scope)
    const { uri, paired } = clientThatInvites(group.relay.url)
    paired.catch(() => {})
    await button(page, apps.acceptOne).click()
    const form = dialog(page, apps.addTitle)
    const picture = await drawCode(page, uri)
    if (by === 'camera') {
      await button(page, scan.camera).click()
    } else {
      const file = { name: 'code.png', mimeType: 'image/png', buffer: picture }
      await form.locator('input[type=file]').setInputFiles(file)
    }
    await form.getByText('https://notes.example.com').waitFor()
  })

  it('opens the page with an invitation in its address, which does not stay there', async (scope) => {
    const { page } = await openApps(scope, {
      hash: (relay) => {
        const { uri, paired } = clientThatInvites(relay)
        paired.catch(() => {})
        return `#${uri}`
      },
    })
    await dialog(page, apps.addTitle).getByText('https://notes.example.com').waitFor()
    expect(page.url()).not.toContain('nostrconnect')
  })

  it('pairs an app again, renames it and changes how it is answered', async (scope) => {
    const { floe, page } = await openApps(scope)
    const first = await floe.post('/api/apps/invite', { name: 'Old', preset: 'ask' })
    await (await clientOf(scope, (first.body as InviteAnswer).uri)).connect()
    await button(page, 'Old').click()
    await button(page, apps.rename).click()
    await field(page, apps.name).fill('New')
    await dialog(page, apps.renameTitle('Old')).getByRole('button', { name: apps.rename }).click()
    await region(page, 'New').waitFor()

    const known = async () => (await (await fetch(`${floe.url}/api/apps`)).json()).apps
    const [{ nip04, authUrl }] = await known()
    // All are chosen before the first is saved.
    const { promise: allChosen, resolve: letThrough } = Promise.withResolvers<void>()
    await page.route('**/api/apps/*', (route) => allChosen.then(() => route.continue()))
    await page.getByRole('switch', { name: apps.nip04 }).click()
    await page.getByLabel(apps.ends).selectOption('7d')
    await page.getByLabel(apps.openFor).selectOption('60')
    await page.getByRole('switch', { name: apps.authUrl }).click()
    letThrough()
    await toast(page, apps.changed('New')).first().waitFor()
    await expect.poll(known).toMatchObject([
      {
        ...{ name: 'New', openFor: 60, until: expect.any(String) },
        ...{ nip04: !nip04, authUrl: !authUrl },
      },
    ])

    await button(page, apps.pairAgain).click()
    await dialog(page, apps.pairAgainTitle('New')).getByText(apps.replaces).waitFor()
    await button(page, apps.invite).click()
    const link = dialog(page, apps.linkTitle('New'))
    const uri = (await link.getByText(/^bunker:/).textContent()) ?? ''
    await (await clientOf(scope, uri)).connect()
    await page.getByText(apps.paired('New')).waitFor()
  })
  it('moves an app to another relay, and answers it on both until it has come over', async (scope) => {
    const { group, floe, page } = await openApps(scope)
    const client = await pairedClient(scope, floe)
    const signs = async () => {
      const notes = ['one', 'other'].map((text) => client.signEvent(event(1, text)))
      expect((await Promise.all(notes)).map(verifyEvent)).toEqual([true, true])
    }
    const [before, after] = [group.relay.url, (await startRelayFor(scope)).url]
    await button(page, NAME).click()
    const relays = region(page, apps.relays)
    const row = (url: string) => relays.getByRole('listitem').filter({ hasText: url })
    await row(before).getByText(apps.heard, { exact: true }).last().waitFor()

    await relays.getByRole('button', { name: apps.relaysChange }).click()
    const form = dialog(page, apps.relaysTitle(NAME))
    await form.getByRole('textbox').fill(after)
    await form.getByRole('textbox').press('Enter')
    await form.getByRole('button', { name: relayTexts.remove(before) }).click()
    await form.getByRole('button', { name: apps.relaysSave }).click()
    await row(before).getByText(apps.former).waitFor()
    await row(after).getByText(apps.heard, { exact: true }).last().waitFor()
    await checkScreen(page, 'app-moving')
    await relays.getByRole('button', { name: apps.relaysChange }).click()
    await form.getByText(after).waitFor()
    expect(await form.getByText(before).count()).toBe(0)
    await form.getByRole('button', { name: common.cancel }).click()

    await signs()
    expect(await client.switchRelays()).toBe(true)
    await signs()
    await row(before).waitFor({ state: 'detached' })
    await signs()
  })

  it('is shown by an app where it is answered, and answers there', async (scope) => {
    const { floe, page } = await openApps(scope)
    const { promise: shown, resolve: show } = Promise.withResolvers<string>()
    const client = await pairedClient(scope, floe, { onauth: show })
    const { url } = await startWebhook()
    await ask(floe, 'saveNotify', { body: { url, console: floe.url } })
    await button(page, NAME).click()
    await page.getByRole('switch', { name: apps.authUrl }).click()
    await toast(page, apps.changed(NAME)).waitFor()

    const profile = client.signEvent(event(0, JSON.stringify({ name: 'Anna' })))
    const address = await shown
    expect(new URL(address).origin).toBe(new URL(floe.url).origin)
    await page.goto(address)
    await region(page, questions.asks(NAME)).getByText('Anna').waitFor()
    await button(page, questions.allowOnce).click()
    expect(verifyEvent(await profile)).toBe(true)
  })
})
