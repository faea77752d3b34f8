// Only a browser has layout, in which things jump or overflow, and a clipboard for a page on plain HTTP.
import type { Locator, Page } from 'playwright-core'
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
import { until } from '../support/until.ts'
import { expectNoOverflow } from './support/check-screen.ts'
import { describeInBrowser } from './support/chromium.ts'
import { layoutShift, openPage, type PageOptions } from './support/page.ts'

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

/** Each new name of a button from now on, and when, in milliseconds of the page's own clock. */
const watchNames = (button: Locator) =>
  button.evaluateHandle((element) => {
    const names: { name: string | null; at: number }[] = []
    new MutationObserver(() => {
      names.push({ name: element.ariaLabel, at: performance.now() })
    }).observe(element, { attributeFilter: ['aria-label'] })
    return names
  })

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
    await share(page).fill(members.share(3))
    await page.getByText(credentials.saved).waitFor()
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
    const copy = card(page).getByRole('button', { name: COPY_SHARE })
    const names = await watchNames(copy)
    await copy.click()
    await until(async () => (await names.jsonValue()).length === 2)
    const [marked, unmarked] = await names.jsonValue()
    expect([marked?.name, unmarked?.name]).toEqual([common.copied, COPY_SHARE])
    const stood = (unmarked?.at ?? 0) - (marked?.at ?? 0)
    expect(stood).toBeGreaterThan(1_900)
    expect(stood).toBeLessThan(6_000)
    const field = page.getByPlaceholder(inWords('Add relay URL', relays.addPlaceholder))
    await field.focus()
    await page.keyboard.press('Control+V')
    expect(await field.inputValue()).toBe(members.share(1))
  })
})
