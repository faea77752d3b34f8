// Logging in, who may do what, the settings, and a new signer's first screen.

import { nsecEncode } from 'nostr-tools/nip19'
import type { Page } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { CONFIRMED_FOR_MS } from '#contract/limits.ts'
import { auth } from '#contract/messages.ts'
import { access } from '#contract/texts/access.ts'
import { account } from '#contract/texts/account.ts'
import { audit } from '#contract/texts/audit.ts'
import { backups } from '#contract/texts/backups.ts'
import { common } from '#contract/texts/common.ts'
import { configure } from '#contract/texts/configure.ts'
import { joining } from '#contract/texts/joining.ts'
import { keyset } from '#contract/texts/keyset.ts'
import { relays } from '#contract/texts/relays.ts'
import { settings as texts } from '#contract/texts/settings.ts'
import { shell } from '#contract/texts/shell.ts'
import { credentials } from '#contract/texts/signer.ts'
import { start } from '#contract/texts/start.ts'
import { publicPoint } from '#crypto/curve/hex.ts'
import { keyPair } from '#nostr/keys.ts'
import { xOnly } from '#nostr/x-only.ts'
import { configure as spanish } from '#web/texts/es/configure.ts'
import { LANGUAGES } from '#web/texts/language.ts'
import { CLOSED } from '../../support/access.ts'
import type { ApiServer } from '../../support/api-server.ts'
import { startConsole, startGroup } from '../../support/console/console.ts'
import { door } from '../../support/console/home.ts'
import { ANNA, button, dialog, openOwned, section, settings } from '../../support/console/owner.ts'
import {
  chooseSection,
  field,
  logoutButton,
  methodTab,
  openSettings,
  signIn,
} from '../../support/console/sign-in.ts'
import { PICTURES } from '../../support/picture-host.ts'
import { vectors } from '../../support/v2-vectors.ts'
import { checkScreen, expectAccessible } from '../support/check-screen.ts'
import { describeInBrowser } from '../support/chromium.ts'
import { openPage } from '../support/page.ts'
import { expectThumbSized } from '../support/thumb.ts'

const WIDE = { width: 1280, height: 900 }
const PHONE = { width: 360, height: 800 }

const linkTo = (floe: ApiServer): string =>
  `${floe.url}/#token=${floe.context.auth.createSignInToken()}`

const about = (page: Page, { title }: { title: string }) =>
  page.getByRole('region', { name: title })

async function confirm(page: Page, password: string): Promise<void> {
  const asking = dialog(page, access.confirm.title)
  await asking.getByLabel(access.password, { exact: true }).fill(password)
  await asking.getByRole('button', { name: access.confirm.submit }).click()
}

describeInBrowser('the states of who is let in, and of settings', () => {
  it('of logging in, and of confirming who is there', async (scope) => {
    // The server's clock: only the server knows how long ago somebody confirmed their identity.
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() })
    scope.onTestFinished(() => {
      vi.useRealTimers()
    })
    const group = await startGroup(scope)
    const environment = {
      ...{ ...CLOSED, ...group.environment, API_KEY: 'a key that a person chose' },
      ...{ BASIC_AUTH_USER: ANNA.username, BASIC_AUTH_PASS: ANNA.password },
    }
    const floe = await startConsole(scope, { environment })
    const page = await openPage(scope, floe.url)
    await field(page, access.apiKey).waitFor()
    await checkScreen(page, 'login-api-key')
    await methodTab(page, 'basic-auth').click()
    await field(page, access.password).waitFor()
    await checkScreen(page, 'login-password')
    await field(page, access.username).fill('an:na')
    await page.getByText(auth.usernameCharacters).waitFor()
    await checkScreen(page, 'login-invalid')
    await page.getByText(access.lostLogin).click()
    await page.getByText(/floe sign-in-link$/).waitFor()
    await checkScreen(page, 'login-lost')
    await signIn(page, { ...ANNA, password: 'a guess' })
    await page.getByText(auth.invalidCredentials).waitFor()
    await checkScreen(page, 'login-refused')
    const answer = { status: 429, json: { error: auth.tooMany(599) } }
    await page.route('**/api/auth/login', (route) => route.fulfill(answer))
    await signIn(page, ANNA)
    await page.getByText(auth.tooMany(599)).waitFor()
    await checkScreen(page, 'login-limited', { like: 'login-refused' })
    await page.unrouteAll()
    await page.goto(`${floe.url}/#token=used`)
    await page.getByText(access.linkRefused).waitFor()
    await checkScreen(page, 'login-link-refused', { like: 'login-lost' })

    const { key } = floe.context.auth.apiKeys.create({ name: 'monitoring', scope: 'read' })
    await methodTab(page, 'api-key').click()
    await signIn(page, { apiKey: key })
    await page.getByText(shell.notAdmin).waitFor()
    await checkScreen(page, 'login-not-admin')
    await logoutButton(page).click()

    await signIn(page, ANNA)
    await page.getByText(credentials.masked).first().waitFor()
    await checkScreen(page, 'signer-masked')
    vi.advanceTimersByTime(CONFIRMED_FOR_MS)
    await button(page, credentials.show).click()
    await dialog(page, access.confirm.title).waitFor()
    await checkScreen(page, 'confirm')
    await confirm(page, 'a guess')
    await dialog(page, access.confirm.title).getByText(auth.confirmWrong).waitFor()
    await checkScreen(page, 'confirm-refused')
    await button(page, common.cancel).click()
    await button(page, shell.backToConfigure).click()
    await dialog(page, access.confirm.title).waitFor()
    await page.setViewportSize(PHONE)
    await checkScreen(page, 'confirm-narrow', { like: 'confirm' })
    await button(page, common.cancel).click()
    await page.getByText(access.confirm.cancelled).waitFor()
    await checkScreen(page, 'configure-not-shown')

    await page.setViewportSize(WIDE)
    floe.context.auth.sessions.endAll()
    await page.getByText(access.ended).waitFor()
    await checkScreen(page, 'login-ended', { like: 'login-refused' })
    await page.route('**/api/auth/status', (route) => route.abort())
    await page.reload()
    await page.getByText(access.statusUnreachable).waitFor()
    await checkScreen(page, 'login-server-away')
  })

  it('of setting up a login', async (scope) => {
    const floe = await startConsole(scope, { environment: CLOSED })
    const page = await openPage(scope, floe.url)
    await page.getByText(access.noLogin).waitFor()
    await checkScreen(page, 'login-no-login')
    await page.goto(linkTo(floe))
    await page.getByRole('heading', { name: account.setUp.title }).waitFor()
    await checkScreen(page, 'set-up-password')
    await field(page, access.username).fill('an:na')
    await field(page, account.setPassword.fresh).fill('short')
    await page.getByText(auth.passwordTooShort(8)).waitFor()
    await checkScreen(page, 'set-up-password-invalid')
    await methodTab(page, 'api-key').click()
    await button(page, account.newKey.make).waitFor()
    await checkScreen(page, 'set-up-api-key')
    await button(page, account.newKey.make).click()
    await page.getByRole('status', { name: account.newKey.what }).waitFor()
    await checkScreen(page, 'set-up-api-key-shown', { secret: true })
  })

  it('of an account and its keys', async (scope) => {
    const { floe, page } = await openOwned(scope, 'keys')
    await page.getByText(account.noKeys).waitFor()
    await checkScreen(page, 'account-no-keys')
    await button(page, account.makeKey).click()
    await field(page, account.newKey.name).fill('environment')
    await page.getByText(auth.keyNameReserved('environment')).waitFor()
    await checkScreen(page, 'account-new-key', { secret: true })
    await page.keyboard.press('Escape')

    await chooseSection(page, 'login')
    await field(page, account.setPassword.current).waitFor()
    await checkScreen(page, 'account-login')
    await field(page, account.setPassword.current).fill('a guess')
    await field(page, account.setPassword.fresh).fill('another horse battery')
    await button(page, account.changeLogin).click()
    await page.getByText(auth.passwordWrong).waitFor()
    await checkScreen(page, 'account-login-refused')

    await floe.post('/api/auth/login', ANNA)
    for (const name of ['dashboard', '<b>W</b>'.repeat(8), '\ufdfa'.repeat(30)]) {
      floe.context.auth.apiKeys.create({ name, scope: 'sign' })
    }
    await page.reload()
    await openSettings(page, 'login')
    await section(page, 'login').getByRole('listitem').nth(1).waitFor()
    await checkScreen(page, 'account-sessions')
    await chooseSection(page, 'keys')
    await button(page, account.revokeKey('dashboard')).waitFor()
    await checkScreen(page, 'account-long-key-names')
    await button(page, account.revokeKey('dashboard')).click()
    await dialog(page, account.revokeTitle('dashboard')).waitFor()
    await checkScreen(page, 'account-revoke')
  })

  it('of the settings', async (scope) => {
    const secretKey = '11'.repeat(32)
    const group = await startGroup(scope, { secretKey })
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    await openSettings(page, 'identity')
    await section(page, 'identity').getByRole('switch', { name: texts.profile }).waitFor()
    await checkScreen(page, 'settings-identity')
    floe.context.keysets.first.kept.profiles.set(xOnly(publicPoint(secretKey)), {
      ...{ name: 'Anna K.', eventAt: 1_700_000_000, pictureUrl: 'https://a.example/p' },
      picture: { type: 'image/png', bytes: PICTURES['image/png'] },
      fetchedAt: Date.now(),
    })
    await page.reload()
    await openSettings(page, 'identity')
    // The picture has been loaded and decoded.
    const image = section(page, 'identity').locator('img')
    await expect
      .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
      .toBe(1)
    await checkScreen(page, 'settings-profile')

    await chooseSection(page, 'relays')
    await section(page, 'relays').getByText(group.relay.url, { exact: false }).first().waitFor()
    await section(page, 'relays').getByPlaceholder(relays.addPlaceholder).waitFor()
    await checkScreen(page, 'settings-relays')
    for (const id of ['protocol', 'browser', 'secrets', 'about'] as const) {
      await chooseSection(page, id)
      await section(page, id)
        .getByRole('heading', { level: 3 })
        .or(section(page, id).locator('legend'))
        .first()
        .waitFor()
      await checkScreen(page, `settings-${id}`)
    }
    for (const whose of ['floe', 'web', 'server'] as const) {
      await section(page, 'about').getByText(texts.licenceOf[whose], { exact: true }).click()
      await page.getByRole('region', { name: texts.licenceOf[whose] }).waitFor()
    }
    await checkScreen(page, 'settings-licences')
    const told = { at: Date.now(), newest: '99.1.0' }
    floe.context.store.settings.set('version.asked', JSON.stringify(told))
    await section(page, 'about').getByRole('switch', { name: texts.asks }).click()
    await page.getByText(texts.newer(told.newest)).waitFor()
    await checkScreen(page, 'settings-newer')
    await page.getByRole('textbox', { name: texts.search }).fill(texts.single.theme.title)
    await page
      .getByRole('list', { name: texts.results })
      .getByRole('button', { name: texts.single.theme.title })
      .click()
    await page.locator('[data-marked]').waitFor()
    await checkScreen(page, 'settings-found')

    await page.setViewportSize(PHONE)
    await page.reload()
    await button(page, shell.settings).click()
    const list = page.getByRole('navigation', { name: texts.list })
    await list.waitFor()
    await expectAccessible(page, 'settings-list')
    await checkScreen(page, 'settings-list')
    await expectThumbSized(page, 'settings-list')
    for (const id of ['relays', 'protocol', 'notices', 'backups', 'browser', 'about'] as const) {
      await chooseSection(page, id)
      await section(page, id).locator('button, input, [role=switch]').first().waitFor()
      await expectThumbSized(page, id)
      await button(page, texts.toList).click()
    }

    await page.setViewportSize(WIDE)
    await chooseSection(page, 'secrets')
    await section(page, 'secrets').getByRole('button', { name: shell.backToConfigure }).click()
    await button(page, start.others).click()
    await page.getByRole('heading', { name: keyset.settingsTitle }).waitFor()
    await checkScreen(page, 'start-again')
    await door(page, 'bring').click()
    await openSettings(page, 'secrets')
    await section(page, 'secrets').getByRole('button', { name: credentials.show }).waitFor()
    await floe.post('/api/env/delete', { keys: ['SHARE_CRED', 'GROUP_CRED', 'GROUP_NAME'] })
    await section(page, 'secrets').getByText(texts.noCredentials).waitFor()
    await checkScreen(page, 'settings-no-secrets')
  })

  it('of a new signer', async (scope) => {
    const key = keyPair('5d'.repeat(32))
    const floe = await startConsole(scope)
    const page = await openPage(scope, floe.url, { width: 360, height: 740 })
    await page.getByText(start.lead).waitFor()
    await page.getByText(auth.openAccess).waitFor()
    await checkScreen(page, 'start')
    await button(page, start.restoreDo).click()
    await button(page, backups.restore.submit).waitFor()
    await checkScreen(page, 'start-restore')
    await button(page, common.cancel).click()

    const share = page.getByLabel(configure.share, { exact: true })
    await share.fill(nsecEncode(Uint8Array.from(Buffer.from(key.hexPrivateKey, 'hex'))))
    await about(page, start.elsewhere.nsec).waitFor()
    await page.getByText(configure.shareFormat).waitFor()
    await checkScreen(page, 'start-nsec', { secret: true })
    await share.fill(key.npub)
    await about(page, start.elsewhere.npub).waitFor()
    await checkScreen(page, 'start-npub')
    await door(page, 'join').click()
    const invitation = page.getByLabel(joining.invitation, { exact: true })
    await invitation.waitFor()
    await checkScreen(page, 'join')
    await invitation.fill(vectors.packages.bfonboard.text)
    await page.getByLabel(joining.password, { exact: true }).waitFor()
    await checkScreen(page, 'join-password')

    await page.setViewportSize(WIDE)
    await openSettings(page, 'audit')
    await settings(page).waitFor()
    await page.getByText(audit.lead).waitFor()
    await checkScreen(page, 'account-open-access')
    await button(page, shell.back).click()
    await button(page, LANGUAGES.es).click()
    await page.getByRole('heading', { name: spanish.title, exact: true }).waitFor()
    await checkScreen(page, 'start-languages')
  })
})
