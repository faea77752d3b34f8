import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { access } from '../../web/src/texts/de/access.ts'
import { audit } from '../../web/src/texts/de/audit.ts'
import { configure as germanConfigure } from '../../web/src/texts/de/configure.ts'
import * as sentences from '../../web/src/texts/de/sentences.ts'
import { settings as german } from '../../web/src/texts/de/settings.ts'
import { shell } from '../../web/src/texts/de/shell.ts'
import { configure as spanishConfigure } from '../../web/src/texts/es/configure.ts'
import { settings as spanish } from '../../web/src/texts/es/settings.ts'
import { LANGUAGES } from '../../web/src/texts/language.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { ANNA, button, startOwned } from '../support/console/owner.ts'
import { openPage } from './support/page.ts'

/** A relay's address where nobody listens. */
const DEAD = 'ws://127.0.0.1:9'

const title = (page: Page, text: string) => page.getByRole('heading', { name: text, exact: true })
const language = (page: Page) => page.locator('html').getAttribute('lang')

describe("the console's language", () => {
  it('is the browser’s, until another is chosen on the first screen', async (scope) => {
    const floe = await startConsole(scope)
    const page = await openPage(scope, floe.url, { locale: 'de-DE', isNewHere: true })
    await title(page, germanConfigure.title).waitFor()
    expect(await language(page)).toBe('de')
    await button(page, LANGUAGES.es).click()
    await title(page, spanishConfigure.title).waitFor()
    expect(await language(page)).toBe('es')
    await page.reload()
    await title(page, spanishConfigure.title).waitFor()
  })

  it('can be chosen in the settings, which stay open', async (scope) => {
    const floe = await startOwned(scope)
    const page = await openPage(scope, floe.url, { locale: 'de-AT', isNewHere: true })
    await page.getByLabel(access.username, { exact: true }).fill(ANNA.username)
    await page.locator('input[type=password]').fill(ANNA.password)
    await button(page, access.submit).click()
    await button(page, shell.settings).click()
    const sections = page.getByRole('navigation', { name: german.list })
    await sections.getByRole('button', { name: german.sections.audit.title }).click()
    await page.getByText(audit.lead).waitFor()

    await sections.getByRole('button', { name: german.sections.browser.title }).click()
    const choice = page.getByRole('combobox', { name: german.single.language.title })
    expect(await choice.inputValue()).toBe('system')
    await choice.selectOption({ label: LANGUAGES.es })
    const inSpanish = page.getByRole('combobox', { name: spanish.single.language.title })
    expect(await inSpanish.inputValue()).toBe('es')
    await inSpanish.selectOption({ label: spanish.browserLanguage })
    await choice.waitFor()
  })

  it('is used for what the server refuses', async (scope) => {
    const floe = await startOwned(scope)
    const page = await openPage(scope, floe.url, { locale: 'de-DE', isNewHere: true })
    await page.getByLabel(access.username, { exact: true }).fill(ANNA.username)
    await page.locator('input[type=password]').fill('wrong horse battery')
    await button(page, access.submit).click()
    await page.getByText(sentences.auth.invalidCredentials).waitFor()
  })

  it('is used for the status, and for the failure of a relay in it', async (scope) => {
    const { environment } = await startGroup(scope)
    const RELAYS = JSON.stringify([DEAD])
    const floe = await startConsole(scope, { environment: { ...environment, RELAYS } })
    const page = await openPage(scope, floe.url, { locale: 'de-DE', isNewHere: true })
    const { verdict, relay } = sentences
    await page.getByText(verdict.notHearing(DEAD, relay.refused)).first().waitFor()
  })
})
