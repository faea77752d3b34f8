import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { LANGUAGES } from '../../web/src/lib/language.ts'
import { access } from '../../web/src/texts/de/access.ts'
import { audit } from '../../web/src/texts/de/audit.ts'
import { settings as german } from '../../web/src/texts/de/settings.ts'
import { shell } from '../../web/src/texts/de/shell.ts'
import { start as germanStart } from '../../web/src/texts/de/start.ts'
import { settings as spanish } from '../../web/src/texts/es/settings.ts'
import { start as spanishStart } from '../../web/src/texts/es/start.ts'
import { start as englishStart } from '../../web/src/texts/start.ts'
import { startConsole } from '../support/console/console.ts'
import { ANNA, button, startOwned } from '../support/console/owner.ts'
import { checkScreen } from './support/check-screen.ts'
import { describeInBrowser } from './support/chromium.ts'
import { openPage } from './support/page.ts'

const title = (page: Page, text: string) => page.getByRole('heading', { name: text, exact: true })
const language = (page: Page) => page.locator('html').getAttribute('lang')

/** A day as a head of the audit shows it. */
const dayIn = (locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' }).format()

describeInBrowser("the console's language", () => {
  it('is the browser’s, until another is chosen on the first screen', async (scope) => {
    const floe = await startConsole(scope)
    const page = await openPage(scope, floe.url, { locale: 'de-DE' })
    await title(page, germanStart.title).waitFor()
    expect(await language(page)).toBe('de')
    await button(page, LANGUAGES.es).click()
    await title(page, spanishStart.title).waitFor()
    expect(await language(page)).toBe('es')
    await checkScreen(page, 'start-languages')
    await page.reload()
    await title(page, spanishStart.title).waitFor()
  })

  it('is English where its own can’t be loaded', async (scope) => {
    const floe = await startConsole(scope)
    const page = await openPage(scope, `${floe.url}/api/health`, { locale: 'es-AR' })
    await page.route('**/assets/all-*.js', (route) => route.abort())
    await page.goto(floe.url)
    await title(page, englishStart.title).waitFor()
    expect(await language(page)).toBe('en')
  })

  it('is waited for in the colours that the owner chose', async (scope) => {
    const floe = await startConsole(scope)
    const page = await openPage(scope, `${floe.url}/api/health`, { locale: 'de-DE' })
    await page.evaluate(() => localStorage.setItem('floe.theme', 'light'))
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route('**/assets/*.js', async (route) => {
      await arrived
      await route.continue()
    })
    await page.goto(floe.url, { waitUntil: 'commit' })
    // The logo, before any of the console's own scripts has come.
    await page.locator('main svg').waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
    arrive()
    await title(page, germanStart.title).waitFor()
  })

  it('can be chosen in the settings, which stay open, and has its own days', async (scope) => {
    const floe = await startOwned(scope)
    const page = await openPage(scope, floe.url, { locale: 'de-AT' })
    await page.getByLabel(access.username, { exact: true }).fill(ANNA.username)
    await page.locator('input[type=password]').fill(ANNA.password)
    await button(page, access.submit).click()
    await button(page, shell.settings).click()
    const sections = page.getByRole('navigation', { name: german.list })
    await sections.getByRole('button', { name: german.sections.audit.title }).click()
    await page
      .getByText(audit.actions['login'] ?? '')
      .first()
      .waitFor()
    await title(page, dayIn('de-AT')).first().waitFor()

    await sections.getByRole('button', { name: german.sections.browser.title }).click()
    const choice = page.getByRole('combobox', { name: german.single.language.title })
    expect(await choice.inputValue()).toBe('system')
    await choice.selectOption({ label: LANGUAGES.es })
    const inSpanish = page.getByRole('combobox', { name: spanish.single.language.title })
    expect(await inSpanish.inputValue()).toBe('es')
    await inSpanish.selectOption({ label: spanish.browserLanguage })
    await choice.waitFor()
  })
})
