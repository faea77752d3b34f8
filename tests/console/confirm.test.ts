import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CONFIRMED_FOR_MS } from '#contract/limits.ts'
import { auth, backup } from '#contract/messages.ts'
import { access } from '#contract/texts/access.ts'
import { account } from '#contract/texts/account.ts'
import { backups } from '#contract/texts/backups.ts'
import { common } from '#contract/texts/common.ts'
import { configure } from '#contract/texts/configure.ts'
import { stop } from '#contract/texts/questions.ts'
import { shell } from '#contract/texts/shell.ts'
import { credentials } from '#contract/texts/signer.ts'
import { byPassword, CLOSED } from '../support/access.ts'
import { firstShare, newKeyset } from '../support/api-server.ts'
import { startConsole } from '../support/console/console.ts'
import { field, logoutButton, openSettings, signIn } from '../support/console/sign-in.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { openPage, type PageOptions } from './support/page.ts'

const ANNA = { username: 'anna', password: 'correct horse battery' }
const keyset = newKeyset()
const [share = ''] = keyset.shareCredentials
const environment = {
  ...CLOSED,
  ...firstShare(keyset, ['ws://127.0.0.1:1']),
  BASIC_AUTH_USER: ANNA.username,
  BASIC_AUTH_PASS: ANNA.password,
}

// The clock of the server and of the page, but not their timers.
beforeEach((t) => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() })
  t.onTestFinished(() => {
    vi.useRealTimers()
  })
})
const later = () => vi.advanceTimersByTime(CONFIRMED_FOR_MS)

async function openConsole(scope: Scope, options: PageOptions = {}) {
  const floe = await startConsole(scope, { environment })
  const page = await openPage(scope, floe.url, options)
  await signIn(page, ANNA)
  await page.getByText(credentials.masked).first().waitFor()
  return { floe, page }
}

const dialog = (page: Page) => page.getByRole('dialog', { name: access.confirm.title })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function confirm(page: Page, password: string) {
  await dialog(page).getByLabel(access.password, { exact: true }).fill(password)
  await dialog(page).getByRole('button', { name: access.confirm.submit }).click()
}

describe('the share', () => {
  it('is not in the page until it is asked for by someone who has just signed in', async (scope) => {
    const { page } = await openConsole(scope)
    const answers: string[] = []
    page.on('response', (response) => {
      if (response.url().includes('/api/')) {
        void response.text().then(
          (text) => answers.push(text),
          () => {},
        )
      }
    })
    await page.getByText(credentials.masked).first().waitFor()
    expect(await page.content()).not.toContain(share)

    await press(page, credentials.show)
    await until(async () => (await field(page, credentials.share).inputValue()) === share)
    await press(page, credentials.hide)
    later()
    answers.length = 0
    await press(page, credentials.show)
    await dialog(page).waitFor()
    const password = dialog(page).getByLabel(access.password, { exact: true })
    await password.waitFor()
    expect(await dialog(page).getByLabel(access.username).count()).toBe(0)
    expect(await password.evaluate((one) => one === document.activeElement)).toBe(true)
    await confirm(page, 'correct horse')
    await dialog(page).getByText(auth.confirmWrong).waitFor()
    await press(page, common.cancel)
    await page.getByText(access.confirm.cancelled).waitFor()
    expect(answers.join()).not.toContain(share)

    await press(page, credentials.hide)
    await press(page, credentials.show)
    await confirm(page, ANNA.password)
    await until(async () => (await field(page, credentials.share).inputValue()) === share)
    expect(await dialog(page).count()).toBe(0)
  })

  it('is shown on a screen that works on it after one confirmation, also if that was cancelled at first', async (scope) => {
    const { page } = await openConsole(scope, { width: 360, height: 800 })
    later()
    await press(page, shell.backToConfigure)
    await dialog(page).waitFor()
    await press(page, common.cancel)
    await page.getByText(access.confirm.cancelled).waitFor()
    await press(page, common.retry)
    await confirm(page, ANNA.password)
    await page.getByRole('heading', { name: configure.titleUpdate }).waitFor()
    expect(await field(page, configure.share).inputValue()).toBe(share)
  })
})

describe('a new API key', () => {
  it('asks who is at the page, over the window in which it is made, and is shown there', async (scope) => {
    const { page, floe } = await openConsole(scope)
    await openSettings(page, 'keys')
    await press(page, account.makeKey)
    await page.getByLabel(account.newKey.name, { exact: true }).fill('bot')
    later()
    await press(page, account.newKey.make)
    await confirm(page, ANNA.password)
    await page.getByText(account.newKey.keepTitle).waitFor()
    expect(floe.context.auth.apiKeys.list()).toHaveLength(1)
  })
})

describe('what outlives the session', () => {
  it('asks who is at the page before a stop is lifted', async (scope) => {
    const { page, floe } = await openConsole(scope)
    const { stop: state } = floe.context
    await floe.post('/api/stop', {}, byPassword(ANNA.username, ANNA.password))
    later()
    await press(page, stop.resumeSigning)
    const sure = page.getByRole('dialog', { name: stop.resumeTitle })
    await sure.getByRole('button', { name: stop.resume }).click()
    await dialog(page).waitFor()
    expect(state.state).not.toBeNull()
    await confirm(page, ANNA.password)
    await until(() => state.state === null)
  })

  it('asks before a file is sent that would replace all there is, and sends it again', async (scope) => {
    const { page } = await openConsole(scope)
    await openSettings(page, 'backups')
    const file = { name: 'a.db', mimeType: 'text/plain', buffer: Buffer.from('no back-up') }
    await page.getByLabel(backups.restore.file).setInputFiles(file)
    await press(page, backups.restore.submit)
    later()
    await page.getByRole('checkbox', { name: backups.restore.understood }).check()
    await press(page, backups.restore.confirm)
    await confirm(page, ANNA.password)
    await page.getByText(backup.notBackup('no database')).waitFor()
  })
})

describe('an open page', () => {
  it('marks its calls as unattended while nobody is there', async (scope) => {
    const { floe, page } = await openConsole(scope)
    await page.getByText(credentials.masked).first().waitFor()
    const isMarked: boolean[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/')) isMarked.push('x-unattended' in request.headers())
    })
    /** Changes something elsewhere, which has the page call the server. */
    const change = async (name: string) => {
      isMarked.length = 0
      await floe.post('/api/env', { GROUP_NAME: name }, byPassword(ANNA.username, ANNA.password))
      await page.getByText(name).first().waitFor()
    }
    await change('while somebody is there')
    expect(isMarked).not.toContain(true)
    later()
    await change('while nobody is')
    expect(isMarked).not.toContain(false)
    await logoutButton(page).hover()
    await change('again')
    expect(isMarked).not.toContain(true)
  })
})
