import { describe, expect, it, vi } from 'vitest'
import { auth } from '#contract/messages.ts'
import { access } from '#contract/texts/access.ts'
import { account } from '#contract/texts/account.ts'
import { common } from '#contract/texts/common.ts'
import { configure } from '#contract/texts/configure.ts'
import { shell } from '#contract/texts/shell.ts'
import { byKey, CLOSED } from '../support/access.ts'
import type { ApiServer } from '../support/api-server.ts'
import { floeAgain, startConsole, startGroup } from '../support/console/console.ts'
import { tabTo } from '../support/console/keyboard.ts'
import {
  endSessions,
  field,
  logoutButton,
  methodTab,
  signIn,
  signInButton,
} from '../support/console/sign-in.ts'
import { until } from '../support/until.ts'
import { openPage } from './support/page.ts'

const API_KEY = 'a key that a person chose'
const BASIC = { BASIC_AUTH_USER: 'anna', BASIC_AUTH_PASS: 'correct horse battery' }
const ANNA = { username: 'anna', password: 'correct horse battery' }
const BOTH = { ...CLOSED, ...BASIC, API_KEY }

const linkTo = (floe: ApiServer): string =>
  `${floe.url}/#token=${floe.context.auth.createSignInToken()}`

describe('the login screen', () => {
  it('offers both methods, the API key first, and says how the server guards itself', async (scope) => {
    const floe = await startConsole(scope, { environment: BOTH })
    const page = await openPage(scope, floe.url)
    await page.getByRole('heading', { name: access.title }).waitFor()
    await field(page, access.apiKey).waitFor()
    expect(await methodTab(page, 'api-key').getAttribute('aria-selected')).toBe('true')
    expect(await field(page, access.apiKey).getAttribute('type')).toBe('password')
    const facts = await page.getByRole('definition').allTextContents()
    expect(facts).toEqual([access.enabled(true), access.enabled(false), access.minutes(60)])
    await methodTab(page, 'basic-auth').click()
    await field(page, access.password).waitFor()
  })

  it('offers no choice where there is only an API key', async (scope) => {
    const floe = await startConsole(scope, { environment: { ...CLOSED, API_KEY } })
    const page = await openPage(scope, floe.url)
    await field(page, access.apiKey).waitFor()
    expect(await page.getByRole('tab').count()).toBe(0)
  })

  it('lets in with an API key, even pasted with spaces, and out again', async (scope) => {
    const floe = await startConsole(scope, { environment: BOTH })
    const page = await openPage(scope, floe.url)
    await signIn(page, { apiKey: ` ${API_KEY} ` })
    await page.getByText('api-key:environment').last().waitFor()
    await logoutButton(page).click()
    await field(page, access.apiKey).waitFor()
    expect(await page.getByRole('alert').textContent()).toBe('')
    expect(floe.context.auth.sessions.list()).toEqual([])
  })

  it('says that an API key which may not see the credentials opens no console', async (scope) => {
    const floe = await startConsole(scope, { environment: BOTH })
    const made = await floe.post(
      '/api/auth/keys',
      { name: 'monitoring', scope: 'read' },
      byKey(API_KEY),
    )
    const page = await openPage(scope, floe.url)
    await signIn(page, { apiKey: (made.body as { key: string }).key })
    await page.getByText(shell.notAdmin).waitFor()
    await logoutButton(page).click()
    await field(page, access.apiKey).waitFor()
  })

  it('says how to get in without a login, refuses a wrong password, and lets in with the right one, also after a reload', async (scope) => {
    const floe = await startConsole(scope, { environment: BOTH })
    const page = await openPage(scope, floe.url)
    await page.getByText(access.lostLogin).click()
    await page.getByText(/floe sign-in-link$/).waitFor()
    await signIn(page, { ...ANNA, password: 'correct horse' })
    await page.getByText(auth.invalidCredentials).waitFor()
    await signIn(page, ANNA)
    await logoutButton(page).waitFor()
    await page.reload()
    await logoutButton(page).waitFor()
    expect(await signInButton(page).count()).toBe(0)
  })

  it('asks for every field before it asks the server, and borders in red what can not be right', async (scope) => {
    const floe = await startConsole(scope, { environment: { ...CLOSED, ...BASIC } })
    const page = await openPage(scope, floe.url)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await field(page, access.username).fill('anna')
    expect(await page.getByRole('tab').count()).toBe(0)
    await signInButton(page).click()
    const missing = field(page, access.password)
    await until(() => missing.evaluate((element) => element === document.activeElement))
    expect(asked.filter((url) => url.endsWith('/login'))).toEqual([])

    const username = field(page, access.username)
    const isRed = () =>
      username.evaluate(({ parentElement }) => parentElement?.classList.contains('border-bad'))
    await username.fill('an:na')
    await page.getByText(auth.usernameCharacters).waitFor()
    expect([await username.getAttribute('aria-invalid'), await isRed()]).toEqual(['true', true])
    await username.fill('anna')
    expect(await isRed()).toBe(false)
    await username.fill('')
    expect(await isRed()).toBe(false)
  })

  it('counts down the minutes for which guesses are refused, and then lets in again', async (scope) => {
    const environment = { ...BOTH, RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_WINDOW: '600' }
    const floe = await startConsole(scope, { environment })
    const page = await openPage(scope, floe.url)
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() })
    scope.onTestFinished(() => void vi.useRealTimers())
    for (let guess = 0; guess < 10; guess += 1) {
      await floe.post('/api/auth/login', { apiKey: `guess ${guess}` })
    }
    await signIn(page, { apiKey: 'another guess' })
    await page.getByText(access.limited(10)).waitFor()
    vi.setSystemTime(Date.now() + 61_000)
    await page.getByText(access.limited(9)).waitFor()
    vi.setSystemTime(Date.now() + 600_000)
    await page.getByText(access.limitOver).waitFor()
    const { key } = floe.context.auth.apiKeys.create({ name: 'mine', scope: 'admin' })
    await signIn(page, { apiKey: key })
    await logoutButton(page).waitFor()
  })

  it('takes what a password manager fills in without an event, and cuts the spaces around a name', async (scope) => {
    const floe = await startConsole(scope, { environment: { ...CLOSED, ...BASIC } })
    const page = await openPage(scope, floe.url)
    const fill = (label: string, text: string) =>
      field(page, label).evaluate((element, value) => {
        if (element instanceof HTMLInputElement) element.value = value
      }, text)
    await field(page, access.username).waitFor()
    await fill(access.username, ` ${ANNA.username} `)
    await fill(access.password, ANNA.password)
    await signInButton(page).click()
    await logoutButton(page).waitFor()
  })

  it('says that the server can’t be reached when a login does not reach it', async (scope) => {
    const floe = await startConsole(scope, { environment: BOTH })
    const page = await openPage(scope, floe.url)
    await field(page, access.apiKey).waitFor()
    await floe.stop()
    await signIn(page, { apiKey: API_KEY })
    await page.getByText(common.networkError).waitFor()
    await floeAgain(scope, floe, BOTH)
    await signInButton(page).click()
    await page.getByRole('heading', { name: configure.title }).waitFor()
  })

  it('waits for a server that is away, and repeats a logout that did not reach it', async (scope) => {
    const floe = await startConsole(scope, { environment: BOTH })
    const page = await openPage(scope, floe.url)
    await signIn(page, ANNA)
    await logoutButton(page).waitFor()
    await page.reload()
    await logoutButton(page).waitFor()
    await floe.stop()
    await logoutButton(page).click()
    await page.getByText(access.statusUnreachable).waitFor()
    await page.getByText(access.asksAgain).waitFor()
    const again = await floeAgain(scope, floe, BOTH)
    await field(page, access.username).waitFor()
    expect(again.context.auth.sessions.list()).toEqual([])
  })

  it('says that the session has ended, even in the middle of watching the signer', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: { ...BOTH, ...group.environment } })
    const page = await openPage(scope, floe.url)
    await signIn(page, ANNA)
    await page.getByText('main identity').first().waitFor()
    floe.context.auth.sessions.endAll()
    await page.getByText(access.ended).waitFor()
    expect(await page.getByText('main identity').count()).toBe(0)
    await signIn(page, ANNA)
    await page.getByText('main identity').first().waitFor()
  })

  it('opens with the method of the last login in this browser, an API key at first', async (scope) => {
    const floe = await startConsole(scope, { environment: BOTH })
    const page = await openPage(scope, floe.url)
    await field(page, access.apiKey).waitFor()
    await signIn(page, ANNA)
    await logoutButton(page).click()
    await field(page, access.username).waitFor()
    expect(await methodTab(page, 'basic-auth').getAttribute('aria-selected')).toBe('true')
    const focused = () =>
      field(page, access.username).evaluate((one) => one === document.activeElement)
    expect(await focused()).toBe(true)
    await signIn(page, { apiKey: API_KEY })
    await logoutButton(page).click()
    await field(page, access.apiKey).waitFor()
  })

  it('keeps what is half typed, hidden, for the same user, and for nobody else', async (scope) => {
    const floe = await startConsole(scope, { environment: BOTH })
    const page = await openPage(scope, floe.url)
    const [name, share] = [field(page, configure.name), field(page, configure.share)]
    const type = async () => {
      await name.fill('Half a name')
      await share.fill('bfshare1half')
    }
    const end = async () => {
      floe.context.auth.sessions.endAll()
      await page.getByText(access.ended).waitFor()
    }
    let reads = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/credentials')) reads += 1
    })
    await signIn(page, ANNA)
    await type()
    // It is read once more when the event stream has opened.
    await expect.poll(() => reads).toBe(2)
    await end()
    expect(await name.isVisible()).toBe(false)
    await signIn(page, ANNA)
    expect([await name.inputValue(), await share.inputValue()]).toEqual([
      'Half a name',
      'bfshare1half',
    ])
    expect(
      JSON.stringify(await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }])),
    ).not.toMatch(/half/i)

    await type()
    await end()
    await signIn(page, { apiKey: API_KEY })
    await page.getByText('api-key:environment').last().waitFor()
    expect([await name.inputValue(), await share.inputValue()]).toEqual(['', ''])
    await type()
    await logoutButton(page).click()
    await signIn(page, { apiKey: API_KEY })
    await name.waitFor()
    expect(await name.inputValue()).toBe('')
  })

  it('keeps no screen that shows the share when the session ends, whatever is half typed there', async (scope) => {
    const { environment } = await startGroup(scope)
    const floe = await startConsole(scope, { environment: { ...BOTH, ...environment } })
    const page = await openPage(scope, floe.url)
    await signIn(page, ANNA)
    await page.getByRole('button', { name: shell.backToConfigure }).click()
    await field(page, configure.name).fill('Half a name')
    expect(await field(page, configure.share).inputValue()).toBe(environment['SHARE_CRED'])

    floe.context.auth.sessions.endAll()
    await page.getByText(access.ended).waitFor()

    expect(await field(page, configure.share).count()).toBe(0)
  })

  it('says that the session has ended also on a page that makes no calls', async (scope) => {
    const floe = await startConsole(scope, { environment: { ...CLOSED, API_KEY } })
    const page = await openPage(scope, floe.url)
    await signIn(page, { apiKey: API_KEY })
    await page.getByRole('heading', { name: configure.title, exact: true }).waitFor()
    await endSessions(floe, API_KEY)
    await page.getByText(access.ended).waitFor()
  })

  it('can be used by keyboard alone', async (scope) => {
    const floe = await startConsole(scope, { environment: BOTH })
    const page = await openPage(scope, floe.url)
    await tabTo(page, methodTab(page, 'api-key'))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await tabTo(page, field(page, access.username))
    await page.keyboard.type(ANNA.username)
    await page.keyboard.press('Tab')
    await page.keyboard.type(ANNA.password)
    await page.keyboard.press('Enter')
    await logoutButton(page).waitFor()
  })
})

describe('a sign-in link', () => {
  it('is asked for where no login is set up yet', async (scope) => {
    const floe = await startConsole(scope, { environment: CLOSED })
    const page = await openPage(scope, floe.url)
    await page.getByText(access.noLogin).waitFor()
    await page.getByText(/floe sign-in-link$/).waitFor()
    expect(await signInButton(page).count()).toBe(0)
  })

  it('lets in once, and is out of the address bar at once', async (scope) => {
    const floe = await startConsole(scope, { environment: BOTH })
    const link = linkTo(floe)
    const page = await openPage(scope, link)
    await logoutButton(page).waitFor()
    expect(page.url()).toBe(`${floe.url}/`)
    await logoutButton(page).click()
    await field(page, access.apiKey).waitFor()
    await page.goto(link)
    await page.getByText(access.linkRefused).waitFor()
    await page.getByText(/floe sign-in-link$/).waitFor()
  })

  it('leads to setting a username and a password, over a reload too, which then let in', async (scope) => {
    const floe = await startConsole(scope, { environment: CLOSED })
    const page = await openPage(scope, linkTo(floe))
    await page.getByRole('heading', { name: account.setUp.title }).waitFor()
    await page.reload()
    const username = field(page, access.username)
    const password = field(page, account.setPassword.fresh)
    await username.fill('an:na')
    await page.getByText(auth.usernameCharacters).waitFor()
    await password.fill('short')
    await page.getByText(auth.passwordTooShort(8)).waitFor()
    await username.fill(ANNA.username)
    await password.fill(ANNA.password)
    await page.getByRole('button', { name: account.setUp.setPassword }).click()
    await page.getByText(auth.passwordSet).waitFor()
    await logoutButton(page).click()
    await signIn(page, ANNA)
    await page.getByText('anna', { exact: true }).waitFor()
  })

  it('leads to an API key, which must be kept before the console opens', async (scope) => {
    const floe = await startConsole(scope, { environment: CLOSED })
    const page = await openPage(scope, linkTo(floe))
    await methodTab(page, 'api-key').click()
    await page.getByRole('button', { name: account.newKey.make }).click()
    const shown = page.getByRole('dialog').getByRole('status', { name: account.newKey.what })
    const key = (await shown.textContent()) ?? ''
    const done = page.getByRole('button', { name: common.done })
    expect(await done.isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await page.locator('[data-scrim]').click()
    const leavesUnasked = () =>
      page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))
    expect(await leavesUnasked()).toBe(false)
    expect(await shown.textContent()).toBe(key)
    await page.getByRole('checkbox', { name: account.newKey.kept }).check()
    await done.click()
    await done.waitFor({ state: 'detached' })
    expect(await leavesUnasked()).toBe(true)
    await logoutButton(page).click()
    await signIn(page, { apiKey: key })
    await page.getByText(`api-key:${account.setUp.keyName}`).last().waitFor()
  })
})
