// Firefox has its own WebSockets, storage, module loading and forms.

import type { Browser } from 'puppeteer-core'
import { beforeAll, expect, it } from 'vitest'
import { access } from '#contract/texts/access.ts'
import { common } from '#contract/texts/common.ts'
import { configure } from '#contract/texts/configure.ts'
import { events } from '#contract/texts/events.ts'
import { questions, stop } from '#contract/texts/questions.ts'
import { recover } from '#contract/texts/recover.ts'
import { settings } from '#contract/texts/settings.ts'
import { shell } from '#contract/texts/shell.ts'
import { keyPair } from '#nostr/keys.ts'
import { PART_PAUSES } from '../../web/src/lib/limits.ts'
import { configure as german } from '../../web/src/texts/de/configure.ts'
import { CLOSED } from '../support/access.ts'
import { envOf } from '../support/console/configure.ts'
import { floeAgain, startConsole, startGroup } from '../support/console/console.ts'
import { ANNA, startOwned } from '../support/console/owner.ts'
import { fileScope, type Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { describeInFirefox, FirefoxPage, startFirefox } from './support/firefox.ts'

const SECRET_KEY = '7f3b5c1d9e2a4f6880b1c3d5e7f90a2b4c6d8e0f1a3b5c7d9e1f2a4b6c8d0e13'

/**
 * Holds the pauses between the page's tries to load a part: there are few, and a server may take longer to come back.
 *
 * @returns what lets them go on
 */
async function holdPauses({ page }: FirefoxPage): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle((pauses: readonly number[]) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { setTimeout: later } = window
    const hold = (run: () => void, ms?: number, ...args: []) =>
      ms !== undefined && pauses.includes(ms) ? void promise.then(run) : later(run, ms, ...args)
    Object.assign(window, { setTimeout: hold })
    return { goOn: resolve }
  }, PART_PAUSES)
  return () => held.evaluate(({ goOn }) => goOn())
}

describeInFirefox('in Firefox, the console', () => {
  const file = fileScope()
  let browser: Browser
  beforeAll(async () => {
    browser = await startFirefox(file)
  })
  const open = (scope: Scope, url: string) => FirefoxPage.open(scope, browser, url)

  async function signIn(page: FirefoxPage): Promise<void> {
    await page.fill(access.username, ANNA.username)
    await page.fill(access.password, ANNA.password)
    await page.press('button', access.submit)
  }

  it('signs in with a password, keeps that over a reload, and signs out', async (scope) => {
    const floe = await startOwned(scope)
    const page = await open(scope, floe.url)
    await signIn(page)
    await page.find('heading', configure.title)
    await page.page.reload()
    await page.find('heading', configure.title)
    await page.press('button', shell.logout)
    await page.find('button', access.submit)
  })

  it('signs in with a link, which leaves the address', async (scope) => {
    const floe = await startOwned(scope)
    const token = floe.context.auth.createSignInToken()
    const page = await open(scope, `${floe.url}/#token=${token}`)
    await page.find('heading', configure.title)
    expect(page.page.url()).not.toContain(token)
  })

  it('saves a share and its group', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope)
    const page = await open(scope, floe.url)
    await page.fill(configure.name, 'main identity')
    await page.fill(configure.share, group.share(1))
    await page.fill(configure.group, group.keyset.groupCredential)
    await page.page.locator('button[type=submit]').click()
    await page.find('tab', shell.tabs.signer)
    expect(await envOf(floe)).toMatchObject({
      SHARE_CRED: group.share(1),
      GROUP_CRED: group.keyset.groupCredential,
    })
  })

  it('shows what happens as it happens, also after the server was away', async (scope) => {
    const { environment } = await startGroup(scope)
    const floe = await startConsole(scope, { environment })
    const page = await open(scope, floe.url)
    await page.find('region', events.entries)
    floe.context.events.add('info', 'The first of them')
    await page.see('The first of them')
    await floe.stop()
    const again = await floeAgain(scope, floe, environment)
    again.context.events.add('info', 'One after the restart')
    await page.see('One after the restart')
  })

  it('loads a part of itself after a first attempt has failed', async (scope) => {
    const floe = await startOwned(scope)
    const page = await open(scope, floe.url)
    await signIn(page)
    await page.find('heading', configure.title)
    await floe.stop()
    const goOn = await holdPauses(page)
    await page.press('button', shell.settings)
    await page.see(common.loading)
    await floeAgain(scope, floe, CLOSED)
    await goOn()
    await page.find('region', settings.title)
  })

  it('answers a question', async (scope) => {
    const group = await startGroup(scope, { peers: [2] })
    const floe = await startConsole(scope, { environment: group.environment })
    await floe.status(({ canSign }) => canSign)
    await floe.post('/api/rules', { whom: 'everyone', kinds: [1], verdict: 'ask' })
    const page = await open(scope, floe.url)
    const event = { kind: 1, content: 'From Firefox', tags: [], created_at: 1_700_000_000 }
    const signed = floe.post('/api/sign', { event })
    await page.press('button', questions.look)
    await page.see('From Firefox')
    await page.press('button', questions.allow)
    expect((await signed).status).toBe(200)
  })

  it('stops signing, and resumes', async (scope) => {
    const { environment } = await startGroup(scope)
    const floe = await startConsole(scope, { environment })
    const page = await open(scope, floe.url)
    await page.press('button', stop.stop)
    await page.see(stop.stopped)
    await page.press('button', stop.resumeSigning)
    await page.press('button', stop.resume)
    await until(async () => !/"stopped":true/.test((await floe.get('/api/stop')).text))
  })

  it('recovers a key from its shares', async (scope) => {
    const group = await startGroup(scope, { secretKey: SECRET_KEY })
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await open(scope, floe.url)
    await page.press('tab', shell.tabs.recover)
    await page.see(recover.shareFits(1))
    await page.press('button', recover.add(1, 2))
    await page.fill(recover.share(2), group.share(2))
    await page.see(recover.progress(2, 2))
    await page.press('button', recover.submit)
    await page.see(keyPair(SECRET_KEY).npub)
  })

  it('speaks the language of its owner', async (scope) => {
    const floe = await startConsole(scope)
    const page = await open(scope, floe.url)
    await page.find('heading', configure.title)
    await page.page.evaluate(() => localStorage.setItem('floe.language', 'de'))
    await page.page.reload()
    await page.find('heading', german.title)
  })

  it('signs out in both pages of an owner who signs out in one', async (scope) => {
    const floe = await startOwned(scope)
    const page = await open(scope, floe.url)
    await signIn(page)
    await page.find('heading', configure.title)
    const other = await page.beside(scope)
    await other.find('heading', configure.title)
    await page.press('button', shell.logout)
    await other.find('button', access.submit)
  })
})
