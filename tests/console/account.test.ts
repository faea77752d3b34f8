import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { auth } from '#contract/messages.ts'
import { access } from '#contract/texts/access.ts'
import { account as texts } from '#contract/texts/account.ts'
import { audit } from '#contract/texts/audit.ts'
import { common } from '#contract/texts/common.ts'
import { shell } from '#contract/texts/shell.ts'
import { bySession } from '../support/access.ts'
import { startConsole } from '../support/console/console.ts'
import { tabTo } from '../support/console/keyboard.ts'
import { ANY, like } from '../support/console/like.ts'
import {
  ANNA,
  button,
  dialog,
  openOwned,
  section,
  settings,
  startOwned,
} from '../support/console/owner.ts'
import {
  chooseSection,
  field,
  logoutButton,
  openSettings,
  sectionButton,
  signIn,
} from '../support/console/sign-in.ts'
import { openPage } from './support/page.ts'

const FRESH = { username: 'bertha', password: 'another horse battery' }

async function change(page: Page, current: string, { username, password } = FRESH) {
  await field(page, access.username).fill(username)
  await field(page, texts.setPassword.current).fill(current)
  await field(page, texts.setPassword.fresh).fill(password)
  await button(page, texts.changeLogin).click()
}

describe('username and password', () => {
  it('are changed with the current password, which then lets nobody in', async (scope) => {
    const { floe, page } = await openOwned(scope, 'login')
    await change(page, ANNA.password)
    await page.getByText(auth.passwordSet).waitFor()
    await page.getByText(FRESH.username, { exact: true }).waitFor()
    await logoutButton(page).click()
    await signIn(page, ANNA)
    await page.getByText(auth.invalidCredentials).waitFor()
    await signIn(page, FRESH)
    await logoutButton(page).waitFor()
    expect(floe.context.auth.sessions.list()).toHaveLength(1)
  })

  it('can be seen while they are typed, and are not changed with a wrong current password', async (scope) => {
    const { page } = await openOwned(scope, 'login')
    await field(page, texts.setPassword.current).waitFor()
    const fresh = field(page, texts.setPassword.fresh)
    await fresh.fill(FRESH.password)
    expect(await fresh.getAttribute('type')).toBe('password')
    await button(page, common.show(texts.setPassword.shown)).click()
    expect(await fresh.getAttribute('type')).toBe('text')
    await change(page, 'a guess')
    await page.getByText(auth.passwordWrong).waitFor()
  })

  it('are set without the current password by a user who came with a sign-in link', async (scope) => {
    const floe = await startOwned(scope)
    const token = floe.context.auth.createSignInToken()
    const page = await openPage(scope, `${floe.url}/#token=${token}`)
    await openSettings(page, 'login')
    await field(page, texts.setPassword.fresh).fill(FRESH.password)
    expect(await field(page, texts.setPassword.current).count()).toBe(0)
    await button(page, texts.changeLogin).click()
    await page.getByText(auth.passwordSet).waitFor()
    await field(page, texts.setPassword.current).waitFor()
  })
})

describe('the sessions', () => {
  it('are listed; others can be ended from here, and the end of this one leads to the login screen', async (scope) => {
    const floe = await startOwned(scope)
    /** Begins a session elsewhere. @returns the headers of its calls */
    const beginElsewhere = async () => {
      const { body } = await floe.post('/api/auth/login', ANNA)
      return bySession((body as { sessionId: string }).sessionId)
    }
    const statusOf = async (session: Record<string, string>) =>
      (await floe.get('/api/env', session)).status
    const lost = await beginElsewhere()
    expect(await statusOf(lost)).toBe(200)
    const page = await openPage(scope, floe.url)
    await signIn(page, ANNA)
    await openSettings(page, 'login')
    await page.getByText(texts.thisSession).waitFor()
    const rows = section(page, 'login').getByRole('listitem')
    expect(await rows.count()).toBe(2)
    await page.getByRole('button', { name: like(texts.endSession('anna', ANY)) }).click()
    await page.getByText(texts.sessionEnded).first().waitFor()
    await rows.nth(1).waitFor({ state: 'detached' })
    expect(await statusOf(lost)).toBe(401)
    expect(await rows.count()).toBe(1)
    expect(await button(page, texts.endOthers).count()).toBe(0)

    const others = [await beginElsewhere(), await beginElsewhere()]
    await page.reload()
    await openSettings(page, 'login')
    await button(page, texts.endOthers).click()
    await page.getByText(texts.othersEnded(2)).first().waitFor()
    await rows.nth(1).waitFor({ state: 'detached' })
    await page.getByText(texts.thisSession).waitFor()
    expect(await button(page, texts.endOthers).count()).toBe(0)
    for (const session of others) expect(await statusOf(session)).toBe(401)

    floe.context.auth.sessions.endAll()
    await page.getByText(access.ended).waitFor()
    expect(await settings(page).count()).toBe(0)
  })
})

describe('account and access', () => {
  it('says plainly that there is no login, and offers nothing that needs one', async (scope) => {
    const floe = await startConsole(scope)
    const page = await openPage(scope, floe.url)
    await page.getByRole('button', { name: shell.settings, exact: true }).click()
    await page.getByText(texts.open).waitFor()
    for (const id of ['login', 'keys'] as const) {
      expect(await sectionButton(page, id).count()).toBe(0)
    }
    await chooseSection(page, 'audit')
    await page.getByText(audit.lead).waitFor()
  })

  it('can be used by keyboard alone', async (scope) => {
    const floe = await startOwned(scope)
    const page = await openPage(scope, floe.url)
    await signIn(page, ANNA)
    const opener = page.getByRole('button', { name: shell.settings })
    await tabTo(page, opener)
    await page.keyboard.press('Enter')
    await tabTo(page, sectionButton(page, 'keys'))
    await page.keyboard.press('Enter')
    await tabTo(page, button(page, texts.makeKey))
    await page.keyboard.press('Enter')
    await tabTo(page, field(page, texts.newKey.name))
    await page.keyboard.type('by hand')
    await tabTo(page, page.getByRole('radio', { name: texts.newKey.scopes.read[0] }))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('status', { name: texts.newKey.what }).waitFor()
    await tabTo(page, page.getByRole('checkbox', { name: texts.newKey.kept }))
    await page.keyboard.press('Space')
    await tabTo(page, button(page, common.done))
    await page.keyboard.press('Enter')
    await button(page, texts.revokeKey('by hand')).waitFor()
    // The dialog fades out with the form that it began with, which names every scope.
    await dialog(page, texts.makeKey).waitFor({ state: 'hidden' })
    await page.getByText(texts.newKey.scopes.sign[0], { exact: true }).waitFor()
    await tabTo(page, button(page, shell.back), { back: true })
    await page.keyboard.press('Enter')
    await settings(page).waitFor({ state: 'hidden' })
  })
})
