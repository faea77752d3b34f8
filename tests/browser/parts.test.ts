// Only a browser loads files that can fail to load.

import type { Page, Request } from 'playwright-core'
import { expect, it } from 'vitest'
import { common } from '#contract/texts/common.ts'
import { configure } from '#contract/texts/configure.ts'
import { events } from '#contract/texts/events.ts'
import { shell } from '#contract/texts/shell.ts'
import { PART_PAUSES } from '../../web/src/lib/limits.ts'
import { CLOSED } from '../support/access.ts'
import { floeAgain, startConsole, startGroup } from '../support/console/console.ts'
import { ANNA, button, section, settings, startOwned } from '../support/console/owner.ts'
import { chooseSection, logoutButton, signIn, signInButton } from '../support/console/sign-in.ts'
import { until } from '../support/until.ts'
import { checkScreen } from './support/check-screen.ts'
import { describeInBrowser } from './support/chromium.ts'
import { otherBuild } from './support/other-build.ts'
import { openPage } from './support/page.ts'
import { stopClock } from './support/stopped-clock.ts'

/** A page on which Anna is signed in, and which has not loaded the settings yet. */
async function openSignedIn(scope: Parameters<typeof openPage>[0]) {
  const floe = await startOwned(scope)
  const page = await openPage(scope, floe.url, { isNewHere: true })
  await signIn(page, ANNA)
  await page.getByRole('heading', { name: configure.title }).waitFor()
  return { floe, page }
}

const openAccount = (page: Page) =>
  page.getByRole('button', { name: shell.settings, exact: true }).click()

/** Resolves when a request for the code of a part fails. */
const lost = (page: Page, part: string) =>
  page.waitForEvent('requestfailed', (request) => request.url().includes(`/assets/${part}-`))

/**
 * Takes over the clock of a page, on which a test then asks for a part that can't be loaded.
 *
 * @returns a function that skips the pauses between the attempts to load it, each once the page has asked for
 *   the server after the attempt
 */
async function takeClock(page: Page): Promise<() => Promise<void>> {
  let asked = 0
  const count = (request: Request) => {
    if (new URL(request.url()).pathname === '/') asked += 1
  }
  page.on('requestfinished', count)
  page.on('requestfailed', count)
  await page.clock.install()
  return async () => {
    for (const [tries, pause] of PART_PAUSES.entries()) {
      await until(() => asked > tries)
      await page.clock.fastForward(pause)
    }
  }
}

describeInBrowser('a part of the console that is loaded when it is shown', () => {
  it('is loaded once a server that was restarting is back, and no other part before it is shown', async (scope) => {
    const { floe, page } = await openSignedIn(scope)
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    const isAskedFor = (part: string) => asked.some((url) => url.includes(`/assets/${part}-`))
    await floe.stop()
    await stopClock(page)
    const failed = lost(page, 'SettingsScreen')
    await openAccount(page)
    await failed
    await page.getByText(common.loading).waitFor()
    await floeAgain(scope, floe, CLOSED)
    // It is tried a few times only, and a server may take longer to come back.
    await page.clock.resume()
    await settings(page).waitFor()
    await expect.poll(() => page.getByText(common.loading).count()).toBe(0)
    expect(isAskedFor('AuditSection')).toBe(false)
    await chooseSection(page, 'audit')
    await section(page, 'audit').waitFor()
    expect(isAskedFor('AuditSection')).toBe(true)
  })

  it('leaves the rest of the page as it is when it can’t be loaded', async (scope) => {
    const { floe, page } = await openSignedIn(scope)
    await floe.stop()
    const skipPauses = await takeClock(page)
    await openAccount(page)
    await skipPauses()
    await page.getByText(shell.partFailed.unreachable).waitFor()
    await logoutButton(page).waitFor()
    await checkScreen(page, 'part-unreachable')
  })

  it('leaves the tab beside it in sight', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url, { isNewHere: true })
    await page.getByLabel(events.entries).waitFor()
    // The tab has its data, but not the file that shows it.
    await page.route('**/assets/RecoverTab-*.js', (route) => route.abort('failed'))
    const skipPauses = await takeClock(page)
    const failed = lost(page, 'RecoverTab')
    await page.getByRole('tab', { name: shell.tabs.recover }).click()
    await failed
    await floe.stop()
    await skipPauses()
    // Another part that had not been loaded yet may show the same text.
    const failure = page
      .getByRole('tabpanel', { name: shell.tabs.recover })
      .getByText(shell.partFailed.unreachable)
    await failure.waitFor()
    await page.getByRole('tab', { name: shell.tabs.signer }).click()
    await failure.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: events.title, exact: true }).waitFor()
  })

  it('says that Floe was updated when its file is gone, and a reload brings the new one', async (scope) => {
    const { floe, page } = await openSignedIn(scope)
    await floe.stop()
    await floeAgain(scope, floe, CLOSED, otherBuild(scope))
    await openAccount(page)
    await page.getByText(shell.partFailed.updated).waitFor()
    await checkScreen(page, 'part-updated')
    await button(page, shell.reload).click()
    await openAccount(page)
    await settings(page).waitFor()
  })

  it('is not taken for updated when something else answers for the server', async (scope) => {
    const { page } = await openSignedIn(scope)
    await page.route('**/*', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    )
    const skipPauses = await takeClock(page)
    await openAccount(page)
    await skipPauses()
    await page.getByText(shell.partFailed.unreachable).waitFor()
  })
})

describeInBrowser('the console itself', () => {
  it('loads again by itself whichever of its files was lost', async (scope) => {
    const floe = await startOwned(scope)
    const page = await openPage(scope, floe.url, { isNewHere: true })
    await signInButton(page).waitFor()
    for (const [file, times] of [
      ['index-*.js', 2],
      ['initial-*.css', 2],
      ['initial-*.js', 2],
      ['LoginPage-*.js', 1],
    ] as const) {
      await page.route(`**/assets/${file}`, (route) => route.abort('failed'), { times })
      const failed = page.waitForEvent('requestfailed')
      await page.reload()
      await failed
      await page.waitForFunction(() => {
        // Between two loads there is no body.
        const body = document.querySelector('body')
        return body !== null && getComputedStyle(body).fontFamily.includes('Inter')
      })
      await signInButton(page).waitFor()
      await page.unrouteAll()
    }
  })

  it('asks only for the code of the likely first screen, before its script has come', async (scope) => {
    const floe = await startOwned(scope)
    const page = await openPage(scope, floe.url, { isNewHere: true })
    await signInButton(page).waitFor()
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    const isAskedFor = (part: string) => asked.some((url) => url.includes(`/assets/${part}-`))
    // The script never comes.
    await page.route('**/assets/initial-*.js', () => {})
    await page.reload({ waitUntil: 'commit' })
    await until(() => isAskedFor('login'))
    expect(isAskedFor('home')).toBe(false)

    await page.evaluate(() => sessionStorage.setItem('floe-session', 'of somebody'))
    asked.length = 0
    await page.reload({ waitUntil: 'commit' })
    await until(() => isAskedFor('home'))
    expect(isAskedFor('login')).toBe(false)
  })

  it('offers to load again when its script does not arrive', async (scope) => {
    const floe = await startOwned(scope)
    const page = await openPage(scope, floe.url, { isNewHere: true })
    await signInButton(page).waitFor()
    let asked = 0
    page.on('requestfailed', (request) => {
      if (/\/assets\/index-.*\.js$/.test(request.url())) asked += 1
    })
    // By the browser, and looked for in the page, which goes on by itself: it does not wait for a test.
    const devTools = await page.context().newCDPSession(page)
    const lose = (urls: string[]) => devTools.send('Network.setBlockedURLs', { urls })
    await devTools.send('Network.enable')
    await lose(['*/assets/index-*.js'])
    await page.addInitScript(() => {
      addEventListener('load', () => {
        const offer = document.querySelector('.unloaded')
        const isOffered = offer !== null && getComputedStyle(offer).visibility === 'visible'
        sessionStorage.setItem('floe-test-offered', String(isOffered))
      })
    })
    await page.reload()
    const again = page.getByRole('link', { name: 'load it again' })
    // Once, and three more times by itself.
    await until(() => asked === 4, { timeout: 60_000 })
    await page.waitForLoadState()
    expect(await page.evaluate(() => sessionStorage.getItem('floe-test-offered'))).toBe('false')
    await again.waitFor({ timeout: 60_000 })
    await checkScreen(page, 'console-not-loaded')
    await lose([])
    await again.click()
    await signInButton(page).waitFor()
  })
})
