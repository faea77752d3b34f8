import { nsecEncode } from 'nostr-tools/nip19'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { auth as authTexts, validation } from '#contract/messages.ts'
import { apps } from '#contract/texts/apps.ts'
import { backups } from '#contract/texts/backups.ts'
import { common } from '#contract/texts/common.ts'
import { configure } from '#contract/texts/configure.ts'
import { importing } from '#contract/texts/importing.ts'
import { joining } from '#contract/texts/joining.ts'
import { keyset } from '#contract/texts/keyset.ts'
import { shell } from '#contract/texts/shell.ts'
import { start as texts } from '#contract/texts/start.ts'
import { keyPair } from '#nostr/keys.ts'
import { CLIPBOARD } from '../support/console/configure.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { door } from '../support/console/home.ts'
import { openOnce } from '../support/console/open-once.ts'
import { button } from '../support/console/owner.ts'
import { type Scope, temporaryFolder } from '../support/scope.ts'
import { present, vectors } from '../support/v2-vectors.ts'
import { openPage } from './support/page.ts'

const KEY = keyPair('5d'.repeat(32))
const NSEC = nsecEncode(Uint8Array.from(Buffer.from(KEY.hexPrivateKey, 'hex')))
const INVITATION = vectors.packages.bfonboard.text
const PHONE = { width: 360, height: 740 }

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const about = (page: Page, { title }: { title: string }) =>
  page.getByRole('region', { name: title })

/** The way that is shown beneath the doors. */
const chosen = (page: Page) =>
  page
    .locator('main section [aria-current=true]')
    .evaluateAll((doors) => doors.map((one) => one.textContent))

/** A new signer's page, back at the doors for each test. */
const openDoors = openOnce(
  async (scope: Scope) => {
    const floe = await startConsole(scope)
    return { page: await openPage(scope, floe.url, { ...PHONE, ...CLIPBOARD }) }
  },
  async ({ page }) => {
    await page.reload()
    await door(page, 'create').waitFor()
  },
)

describe('the first screen of a new signer', () => {
  it('is Configure Signer, with the focus in its first field and the ways to a share above it', async (scope) => {
    const floe = await startConsole(scope)
    const page = await openPage(scope, floe.url, PHONE)
    const card = about(page, configure)
    await card.getByText(texts.lead).waitFor()
    expect(await chosen(page)).toEqual([texts.doors.bring.title])
    const first = card.getByLabel(configure.name, { exact: true })
    expect(await first.evaluate((one) => one === document.activeElement)).toBe(true)
    await page
      .getByRole('region', { name: configure.warnings })
      .getByText(authTexts.openAccess)
      .waitFor()
  })

  it('leads into each way and back in place, and says nothing of a field that was only visited', async (scope) => {
    const { page } = await openDoors(scope)
    const inside = { create: keyset.settingsTitle, join: joining.takeTitle }
    for (const way of ['create', 'join'] as const) {
      await door(page, way).click()
      await page.getByRole('heading', { name: inside[way], exact: true }).waitFor()
      expect(await chosen(page)).toEqual([texts.doors[way].title])
      await page.goBack()
      await field(page, configure.group).waitFor()
      await door(page, way).click()
      await page.getByRole('heading', { name: inside[way], exact: true }).waitFor()
      await door(page, 'bring').click()
      await field(page, configure.group).waitFor()
    }
    expect(await page.getByText(validation.nameRequired).count()).toBe(0)
    await button(page, importing.begin).click()
    await page.getByText(importing.filesTitle).waitFor()
    await button(page, common.cancel).click()
    await button(page, texts.restoreDo).click()
    await button(page, backups.restore.submit).waitFor()
    await button(page, common.cancel).click()
    await field(page, configure.name).waitFor()
  })
})

describe('a text that does not belong into the form for a share', () => {
  it('is a whole key: it is masked at once, and Create splits it', async (scope) => {
    const { page } = await openDoors(scope)
    await page.evaluate((text) => navigator.clipboard.writeText(text), NSEC)
    await field(page, configure.name).focus()
    await page.keyboard.press('Control+V')
    await about(page, texts.elsewhere.nsec).waitFor()
    expect([
      await field(page, configure.name).inputValue(),
      await field(page, configure.share).getAttribute('type'),
    ]).toEqual(['', 'password'])
    await page.getByText(configure.shareFormat).waitFor()
    await button(page, texts.elsewhere.nsec.go).click()
    await page.getByText(keyset.identityOf(KEY.npub)).waitFor()
    expect(await page.getByRole('radio', { name: keyset.keyGiven }).isChecked()).toBe(true)
    // Somebody who goes back, and in again, begins again.
    await door(page, 'bring').click()
    await door(page, 'create').click()
    expect(await page.getByRole('radio', { name: keyset.keyFresh }).isChecked()).toBe(true)
  })

  it('is an address, an app’s link or an invitation, and is led to where it belongs', async (scope) => {
    const { page } = await openDoors(scope)
    const share = field(page, configure.share)
    await share.fill(KEY.npub)
    await about(page, texts.elsewhere.npub).waitFor()
    await share.fill(`nostrconnect://${'ab'.repeat(32)}?relay=wss%3A%2F%2Frelay.example`)
    await about(page, texts.elsewhere.app).waitFor()
    expect(await button(page, texts.elsewhere.app.go).count()).toBe(0)
    await share.fill(INVITATION)
    await page.getByRole('heading', { name: joining.takeTitle }).waitFor()
    expect(await field(page, joining.invitation).inputValue()).toBe(INVITATION)
    await field(page, joining.password).waitFor()
  })

  it('is an app’s link, which a signer with a share opens', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    await button(page, shell.backToConfigure).click()
    await field(page, configure.share).fill('bunker://ab')
    await button(page, texts.elsewhere.app.go).click()
    // On the tab for apps, which it covers.
    await page.getByRole('dialog', { name: apps.addTitle }).waitFor()
  })
})

describe('an invitation', () => {
  it('comes as text or file, and any other text is led to where it belongs', async (scope) => {
    const { page } = await openDoors(scope)
    await door(page, 'join').click()
    const text = field(page, joining.invitation)
    const password = field(page, joining.password)
    await text.fill('hello')
    await page.getByText(joining.nothing).waitFor()
    await text.fill(KEY.npub)
    await about(page, texts.elsewhere.npub).waitFor()
    await text.fill(`${INVITATION.slice(0, -1)}q`)
    await page.getByText(joining.unreadable('').split(':')[0] ?? '').waitFor()
    expect(await password.count()).toBe(0)
    await text.fill('')

    const file = (buffer: Buffer, mimeType: string) => ({ name: 'invitation', mimeType, buffer })
    const lines = Buffer.from(`# For a phone\n# ${KEY.npub}\n\n${INVITATION}\n`)
    const files = field(page, joining.fileLabel)
    await files.setInputFiles(file(Buffer.from('nothing'), 'text/plain'))
    await page.getByText(joining.nothing).waitFor()
    await text.fill('')
    await files.setInputFiles(temporaryFolder(scope))
    await page.getByText(common.fileUnreadable).waitFor()
    await files.setInputFiles(file(lines, 'text/plain'))
    await password.waitFor()
    expect(await text.inputValue()).toBe(INVITATION)
  })

  it('is a share after all, which the form takes', async (scope) => {
    const { page } = await openDoors(scope)
    await door(page, 'join').click()
    const share = JSON.stringify(present(vectors.keyset.shares[0]))
    await field(page, joining.invitation).fill(share)
    await button(page, texts.elsewhere.share.go).click()
    expect(await field(page, configure.share).inputValue()).toBe(share)
  })
})

describe('a signer that has its keyset', () => {
  it('goes straight to its form, from there to the other ways, and back to the signer', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    await button(page, shell.backToConfigure).click()
    await page.getByText(configure.existingTitle, { exact: true }).waitFor()
    expect(await door(page, 'join').count()).toBe(0)
    await button(page, texts.others).click()
    await door(page, 'join').click()
    await page.getByText(joining.replaces('main identity')).waitFor()
    await door(page, 'bring').click()
    await button(page, configure.continue).click()
    await button(page, shell.backToConfigure).waitFor()
  })
})
