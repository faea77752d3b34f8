import { verifyEvent } from 'nostr-tools/pure'
import { describe, expect, it } from 'vitest'
import type { InviteAnswer } from '#contract/apps.ts'
import { activity } from '#contract/texts/activity.ts'
import { apps } from '#contract/texts/apps.ts'
import { audit } from '#contract/texts/audit.ts'
import { common } from '#contract/texts/common.ts'
import { configure } from '#contract/texts/configure.ts'
import { done } from '#contract/texts/done.ts'
import { kinds, wishes } from '#contract/texts/kinds.ts'
import { questions } from '#contract/texts/questions.ts'
import { relays as relayTexts } from '#contract/texts/relays.ts'
import { rules } from '#contract/texts/rules.ts'
import { shell } from '#contract/texts/shell.ts'
import { ask } from '../support/access.ts'
import {
  clientOf,
  clientThatInvites,
  event,
  NAME,
  openApps,
  pairedClient,
  region,
  tab,
  toast,
} from '../support/console/apps.ts'
import { asks, look } from '../support/console/asked.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { button, dialog } from '../support/console/owner.ts'
import { expectCode } from '../support/console/qr-code.ts'
import { field } from '../support/console/sign-in.ts'
import { isLong } from '../support/long.ts'
import { startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { startWebhook } from '../support/webhook.ts'
import { openPage } from './support/page.ts'

describe('the owner of a key', () => {
  it('closes help within a window by Escape, and the window only by the next', async (scope) => {
    const { page } = await openApps(scope)
    await button(page, apps.inviteOne).click()
    await page.getByText(apps.more).click()
    await button(page, common.about(configure.relays)).click()
    const help = page.getByText(configure.relaysHelp)
    await help.waitFor()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    expect(await dialog(page, apps.addTitle).count()).toBe(1)
    await page.keyboard.press('Escape')
    await dialog(page, apps.addTitle).waitFor({ state: 'detached' })
  })

  it.for(isLong ? [360, 1280] : [360])(
    'invites an app, answers it, reads what it did, suspends and removes it, %i pixels wide',
    async (width, scope) => {
      const { page, pubkey } = await openApps(scope, { width })
      await page.getByText(apps.emptyLead).waitFor()

      await button(page, apps.inviteOne).click()
      await button(page, apps.invite).click()
      await page.getByText(apps.nameMissing).waitFor()
      await field(page, apps.name).fill(NAME)
      await dialog(page, apps.addTitle).getByText(apps.exposure).waitFor()
      await page.getByRole('checkbox', { name: apps.mayRead }).check()
      await page.getByText(apps.more).click()
      await button(page, apps.invite).click()
      const link = dialog(page, apps.linkTitle(NAME))
      const uri = (await link.getByText(/^bunker:/).textContent()) ?? ''
      await expectCode(link.getByRole('img', { name: apps.linkQr }), uri)
      expect(await link.getByRole('link', { name: apps.openLink }).getAttribute('href')).toBe(uri)

      const client = await clientOf(scope, uri)
      await client.connect()
      await page.getByText(apps.paired(NAME)).waitFor()
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
      await region(page, NAME).getByText(apps.waits(1)).waitFor()
      await look(page)
      await asks(page, NAME).getByText('Anna', { exact: true }).waitFor()
      await button(page, questions.does.replaceProfile).click()
      expect(verifyEvent(await profile)).toBe(true)
      await log
        .getByRole('listitem')
        .filter({ hasText: activity.by.answer })
        .getByText(done.signed(kinds[0][1]))
        .waitFor()

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
      await button(page, NAME).click()
      await button(page, apps.remove).click()
      const asked = dialog(page, apps.removeTitle(NAME))
      await asked.getByRole('button', { name: apps.remove }).click()
      await page.getByText(apps.emptyLead).waitFor()
      await tab(page, shell.tabs.activity).click()
      const entry = page.getByRole('listitem').filter({ hasText: done.signed(kinds[1][1]) })
      await entry.getByText(activity.forWhom(audit.actors.removedApp)).waitFor()
      expect(isAnswered).toBe(false)
    },
  )

  it('accepts the invitation of an app, with dangerous permissions left out', async (scope) => {
    const { group, floe, page, pubkey } = await openApps(scope)
    const { uri, pubkey: invites, paired } = clientThatInvites(group.relay.url)
    await button(page, apps.acceptOne).click()
    const form = dialog(page, apps.addTitle)
    await field(page, apps.uri).fill('bunker://nothing')
    await button(page, apps.read).click()
    await form.locator('[aria-invalid]').first().waitFor()
    // As a chat passes it on: in quotes, with a character that has no width, and escaped for HTML.
    await field(page, apps.uri).fill(`\u200b\u201c${uri.replaceAll('&', '&amp;')}\u201d`)

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
    await field(page, apps.name).fill('Notes')
    await until(() => group.relay.hasListener(invites))
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
    await page.getByText(apps.answering).click()
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

  it.for(['en-GB', 'de-DE', 'es-ES'])(
    'reads no more than 150 words on the page of an app (%s)',
    async (locale, scope) => {
      const { environment } = await startGroup(scope)
      const floe = await startConsole(scope, { environment })
      const { body } = await floe.post('/api/apps/invite', { name: NAME, preset: 'everyday' })
      const { id } = body as InviteAnswer
      const { audit } = floe.context.keysets.first.kept
      const detail = { kind: 1, by: 'preset everyday', peers: ['ab'.repeat(32)], took: 400 }
      for (let n = 0; n < 6; n += 1) {
        const caller = { door: 'app', id } as const
        audit.use({ caller, times: 1, actor: id, action: 'sign', outcome: 'ok', detail })
      }
      const page = await openPage(scope, floe.url, { isNewHere: true, locale })
      await page.getByRole('tab').nth(1).click()
      await button(page, NAME).click()
      await page
        .getByText(/^wss?:/)
        .first()
        .waitFor()
      await page.getByRole('time').nth(3).waitFor()
      const words = await page.evaluate(wordsSeen)
      expect(words).toBeLessThanOrEqual(150)
      expect(words).toBeGreaterThan(60)
    },
  )

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

  it('is led by an app to where its question is answered, and answers it there', async (scope) => {
    const { floe, page } = await openApps(scope)
    const { promise: shown, resolve: show } = Promise.withResolvers<string>()
    const client = await pairedClient(scope, floe, { onauth: show })
    const { url } = await startWebhook()
    await ask(floe, 'saveNotify', { body: { url, console: floe.url } })
    await button(page, NAME).click()
    await page.getByText(apps.answering).click()
    await page.getByRole('switch', { name: apps.authUrl }).click()
    await toast(page, apps.changed(NAME)).waitFor()

    const profile = client.signEvent(event(0, JSON.stringify({ name: 'Anna' })))
    const address = await shown
    expect(new URL(address).origin).toBe(new URL(floe.url).origin)
    await page.goto(address)
    await look(page)
    await asks(page, NAME).getByText('Anna', { exact: true }).waitFor()
    await button(page, questions.does.replaceProfile).click()
    expect(verifyEvent(await profile)).toBe(true)
  })
})

/** How many words a person sees below the tabs, without opening or choosing anything. */
function wordsSeen(): number {
  const panel = document.querySelector('[role=tabpanel]')
  if (panel === null) return 0
  const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT)
  const hidden =
    '.sr-only, [aria-hidden], details:not([open]) > :not(summary), option:not(:checked)'
  let words = 0
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    if (node.parentElement?.closest(hidden)) continue
    words += (node.textContent ?? '')
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  }
  return words
}
