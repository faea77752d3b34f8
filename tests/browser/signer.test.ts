// Only a browser has layout, in which things jump or overflow, and a clipboard for a page on plain HTTP.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { common } from '#contract/texts/common.ts'
import { peers } from '#contract/texts/peers.ts'
import { relays } from '#contract/texts/relays.ts'
import { shell } from '#contract/texts/shell.ts'
import { credentials, signer } from '#contract/texts/signer.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { verdict } from '../support/console/home.ts'
import { inWords } from '../support/console/language.ts'
import { openOnce } from '../support/console/open-once.ts'
import type { Scope } from '../support/scope.ts'
import { expectNoOverflow } from './support/check-screen.ts'
import { describeInBrowser } from './support/chromium.ts'
import { layoutShift, openPage, type PageOptions } from './support/page.ts'
import { stopClock } from './support/stopped-clock.ts'
import { keepToasts, untilToast } from './support/toasts.ts'

const TITLE = inWords('Server-managed signer status', signer.title)
const card = (page: Page) => page.getByRole('region', { name: TITLE })
const share = (page: Page) => card(page).getByLabel(credentials.share, { exact: true })

const COPY_SHARE = common.copy(credentials.inSentence.share)
/** A signer and its page, with peers or without. */
async function open(scope: Scope, peers: readonly number[] = [], options: PageOptions = {}) {
  const members = await startGroup(scope, { peers })
  const floe = await startConsole(scope, { environment: members.environment })
  const page = await openPage(scope, floe.url, options)
  return { members, floe, page }
}

/** Has the credentials shown, which are masked at first. */
async function show(page: Page): Promise<void> {
  await card(page).getByRole('button', { name: credentials.show }).click()
  await share(page).waitFor()
}

describeInBrowser('the first glance at the signer', () => {
  const opened = openOnce((scope) => open(scope, [2, 3], { isNewHere: true }))

  it('does not jump while the page waits for answers', async (scope) => {
    const { page } = await opened(scope)
    await page.getByText(peers.online(2)).waitFor()
    expect(await layoutShift(page), 'on the first visit').toBeLessThanOrEqual(0.02)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 })
      const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
      await page.route('**/api/status?*', async (route) => {
        await asked
        await route.continue()
      })
      await page.reload()
      await page.getByRole('button', { name: shell.backToConfigure }).waitFor()
      answer()
      await page.getByText(peers.online(2)).waitFor()
      await page.unroute('**/api/status?*')
      expect(await layoutShift(page), `${width} pixels`).toBeLessThanOrEqual(0.02)
    }
  })

  it('stays usable with text twice as large', async (scope) => {
    const { members, page } = await opened(scope)
    await verdict(page).getByText(signer.ready).waitFor()
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoOverflow(page, `${width} pixels`)
    }
    await show(page)
    await keepToasts(page)
    await share(page).fill(members.share(3))
    await untilToast(page, credentials.saved)
  })
})

describeInBrowser('the credentials of the signer', () => {
  it('are copied on plain HTTP too, and the button says so for two seconds', async (scope) => {
    const members = await startGroup(scope)
    const floe = await startConsole(scope, { environment: members.environment })
    const page = await openPage(scope, `http://floe.local:${floe.port}/`, {
      isNewHere: true,
      expectedErrors: [/^The Cross-Origin-Opener-Policy header has been ignored/],
    })
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false)
    await show(page)
    const button = (name: string) => card(page).getByRole('button', { name, exact: true })
    await stopClock(page)
    await button(COPY_SHARE).click()
    await button(common.copied).waitFor()
    await page.clock.fastForward(1_999)
    expect(await button(common.copied).count()).toBe(1)
    await page.clock.fastForward(1)
    await button(COPY_SHARE).waitFor()
    await page.clock.resume()
    const field = page.getByPlaceholder(inWords('Add relay URL', relays.addPlaceholder))
    await field.focus()
    await page.keyboard.press('Control+V')
    expect(await field.inputValue()).toBe(members.share(1))
  })
})
