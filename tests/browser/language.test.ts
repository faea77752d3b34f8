// Only a browser loads files that can fail to load, and paints before they do.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { configure as german } from '../../web/src/texts/de/configure.ts'
import { configure as english } from '../../web/src/texts/texts.ts'
import { startConsole } from '../support/console/console.ts'
import { describeInBrowser } from './support/chromium.ts'
import { openPage } from './support/page.ts'

const title = (page: Page, text: string) => page.getByRole('heading', { name: text, exact: true })
const language = (page: Page) => page.locator('html').getAttribute('lang')

describeInBrowser("the console's language", () => {
  it('is English where the owner’s own can’t be loaded', async (scope) => {
    const floe = await startConsole(scope)
    const page = await openPage(scope, `${floe.url}/api/health`, { locale: 'es-AR' })
    await page.route('**/assets/all-*.js', (route) => route.abort())
    await page.goto(floe.url)
    await title(page, english.title).waitFor()
    expect(await language(page)).toBe('en')
  })

  it('is waited for in the colours that the owner chose', async (scope) => {
    const floe = await startConsole(scope)
    const page = await openPage(scope, `${floe.url}/api/health`, { locale: 'de-DE' })
    await page.evaluate(() => localStorage.setItem('floe.theme', 'light'))
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await arrived
      await route.continue()
    })
    await page.goto(floe.url, { waitUntil: 'commit' })
    // The logo, before any of the console's own scripts has come.
    await page.locator('main svg').waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
    arrive()
    await title(page, german.title).waitFor()
  })
})
