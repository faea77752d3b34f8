import { expect, it } from 'vitest'
import { startConsole, startGroup } from '../support/console/console.ts'
import { describeInWholeBrowser } from './support/chromium.ts'
import { openPage } from './support/page.ts'

// The page's own script runs in the browser alone, under the server's content policy.
describeInWholeBrowser('the page that describes the API', () => {
  it('finds a call by a word, sends it, and shows the answer', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, `${floe.url}/api/docs`)

    await page.getByLabel('Search').fill('login is needed')
    const found = page.locator('main .group section:visible')
    expect(await found.count()).toBe(1)
    await found.getByRole('button', { name: 'Ask' }).click()

    await found.getByRole('status').filter({ hasText: '"needsSetup"' }).waitFor()
  })

  it('has its icon, and fits a phone, in light and in dark', async (scope) => {
    const floe = await startConsole(scope)
    const page = await openPage(scope, `${floe.url}/api/docs`)
    const icon = await page
      .locator('link[rel=icon]')
      .evaluate(async ({ href }: HTMLLinkElement) => (await fetch(href)).status)
    expect(icon).toBe(200)
    await page.setViewportSize({ width: 360, height: 740 })
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await ground()
    await page.emulateMedia({ colorScheme: 'dark' })

    expect(await ground()).not.toBe(light)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})
