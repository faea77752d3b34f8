import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { account } from '#contract/texts/account.ts'
import { configure } from '#contract/texts/configure.ts'
import { relays } from '#contract/texts/relays.ts'
import { settings as texts } from '#contract/texts/settings.ts'
import { shell } from '#contract/texts/shell.ts'
import { credentials, signer } from '#contract/texts/signer.ts'
import { publicPoint } from '#crypto/curve/hex.ts'
import { VERSION } from '#lib/version.ts'
import { xOnly } from '#nostr/x-only.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { openOnce } from '../support/console/open-once.ts'
import { button, openOwned, section } from '../support/console/owner.ts'
import {
  chooseSection,
  openSettings,
  type SectionId,
  sectionButton,
} from '../support/console/sign-in.ts'
import { PICTURES } from '../support/picture-host.ts'
import { openPage } from './support/page.ts'

/** Words that people search a setting by, and that its own texts do not have. */
const wordsFor = (setting: 'theme' | 'records') => texts.single[setting].words.split(' ')
const CONTRAST = wordsFor('theme').at(-1) ?? ''
const COPY = wordsFor('records')[0] ?? ''

const WIDE = { width: 1280, height: 900 }
const PHONE = { width: 360, height: 800 }

const list = (page: Page) => page.getByRole('navigation', { name: texts.list })
const field = (page: Page) => page.getByRole('textbox', { name: texts.search })
const found = (page: Page) => page.getByRole('list', { name: texts.results })
const marked = (page: Page) => page.locator('[data-marked]')

describe('the settings', () => {
  /** One page for all tests: it goes back to the signer after each. */
  const openSigner = openOnce(
    async (scope) => {
      const group = await startGroup(scope)
      const floe = await startConsole(scope, { environment: group.environment })
      return { group, floe, page: await openPage(scope, floe.url) }
    },
    async ({ page }) => {
      await page.setViewportSize(WIDE)
      await page.reload()
      await page.getByRole('region', { name: signer.verdict }).waitFor()
    },
  )

  it('show the first of their sections beside the list, and each other one when it is chosen', async (scope) => {
    const { page, group } = await openSigner(scope)
    await button(page, shell.settings).click()
    await section(page, 'identity').getByRole('switch', { name: texts.profile }).waitFor()
    await chooseSection(page, 'relays')
    await section(page, 'relays').getByText(group.relay.url, { exact: false }).first().waitFor()
    await section(page, 'relays').getByPlaceholder(relays.addPlaceholder).waitFor()

    await chooseSection(page, 'audit')
    await section(page, 'audit').waitFor()
    expect(await section(page, 'relays').count()).toBe(0)
    expect(await sectionButton(page, 'audit').getAttribute('aria-current')).toBe('true')
    for (const id of ['protocol', 'browser', 'secrets', 'about'] as const) {
      await chooseSection(page, id)
      await section(page, id)
        .getByRole('heading', { level: 3 })
        .or(section(page, id).locator('legend'))
        .first()
        .waitFor()
    }
  })

  it('are a list on a phone, which leads into each section, and Back leads to the list again', async (scope) => {
    const { page } = await openSigner(scope)
    await page.setViewportSize(PHONE)
    await button(page, shell.settings).click()
    await list(page).waitFor()
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(0)

    for (const back of [() => page.goBack(), () => button(page, texts.toList).click()]) {
      await chooseSection(page, 'browser')
      const title = page.getByRole('heading', { name: texts.sections.browser.title, level: 2 })
      await expect
        .poll(() => title.evaluate((element) => element === document.activeElement))
        .toBe(true)
      expect(await list(page).count()).toBe(0)
      await back()
      await list(page).waitFor()
      expect(await section(page, 'browser').count()).toBe(0)
    }
    for (const id of ['relays', 'protocol', 'notices', 'backups', 'browser', 'about'] as const) {
      await chooseSection(page, id)
      await section(page, id).locator('button, input, [role=switch]').first().waitFor()
      await page.goBack()
    }
    await button(page, shell.back).click()
    await page.getByRole('region', { name: signer.verdict }).waitFor()
  })

  it('are found by words, counted, led to by keyboard alone, and marked', async (scope) => {
    const { page } = await openSigner(scope)
    await button(page, shell.settings).click()
    await list(page).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('unicorn')
    await page.getByRole('status').getByText(texts.found(0)).waitFor()
    expect(await list(page).count()).toBe(0)
    await page.keyboard.press('Escape')
    await list(page).waitFor()

    await page.keyboard.type(CONTRAST)
    await page.getByRole('status').getByText(texts.found(1)).waitFor()
    await page.keyboard.press('Enter')
    const dark = section(page, 'browser').getByRole('radio', { name: texts.themes.dark.join(' ') })
    await dark.waitFor()
    await expect
      .poll(() => marked(page).evaluate((element) => element === document.activeElement))
      .toBe(true)
    expect(await marked(page).getByText(texts.single.theme.title).count()).toBe(1)

    await dark.check()
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    await section(page, 'browser')
      .getByRole('radio', { name: texts.themes.system.join(' ') })
      .check()
  })

  it('bring back the needs that were dismissed in this browser', async (scope) => {
    const { page } = await openSigner(scope)
    await page.evaluate(() => localStorage.setItem('floe.dismissed-needs', '["One","Two"]'))
    await page.reload()
    await openSettings(page, 'browser')
    await page.getByText(texts.setAside(2)).waitFor()
    await button(page, texts.bringBack).click()
    await page.getByText(texts.setAside(0)).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('floe.dismissed-needs'))).toBe('[]')
  })

  it('are found on a phone too, and what was found is there again after Back', async (scope) => {
    const { page } = await openSigner(scope)
    await page.setViewportSize(PHONE)
    await button(page, shell.settings).click()
    await field(page).fill(COPY)
    await found(page).getByRole('button', { name: texts.single.records.title }).click()
    await expect
      .poll(() => marked(page).evaluate((element) => element === document.activeElement))
      .toBe(true)
    await page.goBack()
    await found(page).waitFor()
    expect(await field(page).inputValue()).toBe(COPY)
  })

  it('do not take the key of the search from what is being typed', async (scope) => {
    const { page } = await openSigner(scope)
    await openSettings(page, 'relays')
    const url = section(page, 'relays').getByPlaceholder(relays.addPlaceholder)
    await url.pressSequentially('wss://a')
    expect(await url.inputValue()).toBe('wss://a')
  })

  it('tell the version, and whose work is in the page and in the server', async (scope) => {
    const { page } = await openSigner(scope)
    await openSettings(page, 'about')
    await page.getByText(texts.running(VERSION)).waitFor()
    await page.getByText(texts.builtUnknown).waitFor()
    for (const [whose, words] of [
      ['floe', 'MIT License'],
      ['web', '@fontsource-variable/inter'],
      ['server', 'better-sqlite3'],
    ] as const) {
      await section(page, 'about').getByText(texts.licenceOf[whose], { exact: true }).click()
      await page.getByRole('region', { name: texts.licenceOf[whose] }).getByText(words).waitFor()
    }
  })

  it('save a report for people who help, which says what runs here', async (scope) => {
    const { page } = await openSigner(scope)
    await openSettings(page, 'about')
    const begun = page.waitForEvent('download')
    await section(page, 'about').getByRole('button', { name: texts.reportSave }).click()
    const file = await begun
    expect(file.suggestedFilename()).toBe('floe-report.txt')
    expect(readFileSync(await file.path(), 'utf8')).toMatch(/^Floe [\s\S]*^Signer: /m)
  })

  it('say that there is a newer version only while their owner lets the server ask', async (scope) => {
    const { page, floe } = await openSigner(scope)
    const told = { at: Date.now(), newest: '99.1.0' }
    floe.context.store.settings.set('version.asked', JSON.stringify(told))
    await openSettings(page, 'about')
    const part = section(page, 'about')
    const asks = part.getByRole('switch', { name: texts.asks })
    await asks.waitFor()
    expect(await asks.isChecked()).toBe(false)
    expect(await part.getByText(texts.newer(told.newest)).count()).toBe(0)
    await asks.click()
    await part.getByText(texts.newer(told.newest)).waitFor()
    await page.reload()
    await openSettings(page, 'about')
    await part.getByText(texts.newer(told.newest)).waitFor()
    await asks.click()
    await part.getByText(texts.newer(told.newest)).waitFor({ state: 'detached' })
    expect((await floe.get('/api/version')).body).toMatchObject({ asks: false, isNewer: false })
  })

  it('lead to the credentials, which stay masked, and to where they are changed and cleared', async (scope) => {
    const { page } = await openSigner(scope)
    await openSettings(page, 'secrets')
    await section(page, 'secrets').getByRole('button', { name: credentials.show }).click()
    await expect.poll(() => page.getByText(credentials.masked).count()).toBe(2)
    await page.getByText(credentials.masked).first().scrollIntoViewIfNeeded()
    await page.goBack()
    await section(page, 'secrets').getByRole('button', { name: shell.backToConfigure }).click()
    await button(page, configure.clear).waitFor()
    await page.goBack()
    await section(page, 'secrets').waitFor()
  })

  it('lead to a new configuration once the credentials are cleared', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    await openSettings(page, 'secrets')
    await section(page, 'secrets').getByRole('button', { name: credentials.show }).waitFor()
    await floe.post('/api/env/delete', { keys: ['SHARE_CRED', 'GROUP_CRED', 'GROUP_NAME'] })
    await section(page, 'secrets').getByText(texts.noCredentials).waitFor()
  })
})

describe('the profile of the identity', () => {
  it('is shown with its picture once the owner has switched it on, and gone when switched off', async (scope) => {
    const secretKey = '11'.repeat(32)
    const group = await startGroup(scope, { secretKey })
    const floe = await startConsole(scope, { environment: group.environment })
    floe.context.keysets.first.kept.profiles.set(xOnly(publicPoint(secretKey)), {
      ...{ name: 'Anna K.', eventAt: 1_700_000_000, pictureUrl: 'https://a.example/p' },
      picture: { type: 'image/png', bytes: PICTURES['image/png'] },
      fetchedAt: Date.now(),
    })
    const page = await openPage(scope, floe.url)
    await openSettings(page, 'identity')
    const part = section(page, 'identity')
    await part.getByText('Anna K.').waitFor()
    const image = part.locator('img')
    await image.waitFor()
    expect(await image.getAttribute('src')).toMatch(/^blob:/)

    await part.getByRole('switch', { name: texts.profile }).click()
    await image.waitFor({ state: 'detached' })
    expect((await floe.get('/api/profile')).body).toEqual({ enabled: false, hasPicture: false })
    await part.getByRole('switch', { name: texts.profile }).click()
    await part.getByText(texts.profileNone).waitFor()
  })
})

describe('the settings of a server with logins', () => {
  it('list each section there is', async (scope) => {
    const { page } = await openOwned(scope, 'login')
    for (const id of Object.keys(texts.sections) as SectionId[]) {
      await sectionButton(page, id).waitFor()
    }
    await chooseSection(page, 'keys')
    await section(page, 'keys')
      .getByRole('listitem')
      .or(page.getByText(account.noKeys))
      .first()
      .waitFor()
  })
})
