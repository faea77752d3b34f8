// The specification's section 2, up to Configure Signer: each sentence where it says, in two clicks or fewer.

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { access } from '#contract/texts/access.ts'
import { common } from '#contract/texts/common.ts'
import { configure } from '#contract/texts/configure.ts'
import { shell } from '#contract/texts/shell.ts'
import { CLOSED } from '../support/access.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { inWords } from '../support/console/language.ts'
import { button, dialog } from '../support/console/owner.ts'
import { field, methodTab, signIn } from '../support/console/sign-in.ts'
import { openPage } from './support/page.ts'

const API_KEY = 'a key that a person chose'
const ANNA = { username: 'anna', password: 'correct horse battery' }
const LOGIN = { ...CLOSED, BASIC_AUTH_USER: ANNA.username, BASIC_AUTH_PASS: ANNA.password }

const required = (page: Page, name: string) => field(page, name).getAttribute('required')
const typeOf = (page: Page, name: string) => field(page, name).getAttribute('type')

describe('the specification, 2.1: loading', () => {
  it("'Loading...' is shown while it is asked who is signed in, under no address of its own", async (scope) => {
    const floe = await startConsole(scope, { environment: LOGIN })
    const page = await openPage(scope, floe.url)
    await field(page, access.username).waitFor()
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/auth/status', async (route) => {
      await asked
      await route.continue()
    })
    await page.reload()
    const loading = page
      .getByRole('status')
      .getByText(inWords('Loading...', common.loading), { exact: true })
    await loading.waitFor()
    expect(await field(page, access.username).count()).toBe(0)
    answer()
    await field(page, access.username).waitFor()
    expect(await loading.count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/')
  })
})

describe('the specification, 2.2: the login', () => {
  it('has its title, the methods, and the API key first where there is one', async (scope) => {
    const floe = await startConsole(scope, { environment: { ...LOGIN, API_KEY } })
    const page = await openPage(scope, floe.url)
    const title = inWords('Authentication required to access this server', access.title)
    await page.getByRole('heading', { name: title, exact: true }).waitFor()
    await page.getByText(inWords('Sign in to continue', access.lead), { exact: true }).waitFor()
    const words = [
      inWords('API Key', access.methods['api-key']),
      inWords('Username/Password', access.methods['basic-auth']),
    ]
    expect((await page.getByRole('tab').allTextContents()).toSorted()).toEqual(words.toSorted())
    expect(await methodTab(page, 'api-key').getAttribute('aria-selected')).toBe('true')
    expect([await typeOf(page, access.apiKey), await required(page, access.apiKey)]).toEqual([
      'password',
      '',
    ])
    await methodTab(page, 'basic-auth').click()
    expect([
      await required(page, access.username),
      await required(page, access.password),
      await typeOf(page, access.password),
    ]).toEqual(['', '', 'password'])
    for (const [name, text] of [
      [inWords('Authentication', access.authentication), inWords('Enabled', access.enabled(true))],
      [inWords('Rate limiting', access.rateLimiting), inWords('Disabled', access.enabled(false))],
      [
        inWords('Session timeout', access.sessionTimeout),
        inWords('60 minutes', access.minutes(60)),
      ],
    ] as const) {
      const fact = page.getByRole('term').filter({ hasText: name }).locator('+ dd')
      expect(await fact.textContent()).toBe(text)
    }
  })

  it('offers only what the server reports, and says that it signs in', async (scope) => {
    const floe = await startConsole(scope, { environment: LOGIN })
    const page = await openPage(scope, floe.url)
    await field(page, access.username).waitFor()
    expect(await page.getByRole('tab').count()).toBe(0)
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/auth/login', async (route) => {
      await asked
      await route.continue()
    })
    await button(page, inWords('Sign in', access.submit)).waitFor()
    await signIn(page, ANNA)
    await button(page, inWords('Signing in...', access.submitting)).waitFor()
    answer()
    await button(page, shell.logout).waitFor()
    // The main screen's header, and so this screen's: who is signed in, and Logout.
    await page.getByText(ANNA.username, { exact: true }).waitFor()
  })
})

describe('the specification, 2.3: Configure Signer', () => {
  it('is what a server without credentials shows at once: title, fields, tooltips and button', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope)
    const page = await openPage(scope, floe.url)
    const card = page.getByRole('region', {
      name: inWords('Configure Signer', configure.title),
      exact: true,
    })
    const fields = [
      [inWords('Keyset Name', configure.name), 'text', configure.nameHelp],
      [inWords('Share', configure.share), 'password', configure.shareHelp],
      [inWords('Group Credential', configure.group), 'password', configure.groupHelp],
    ] as const
    for (const [name, type, help] of fields) {
      expect((await card.getByLabel(name, { exact: true }).getAttribute('type')) ?? 'text').toBe(
        type,
      )
      await button(page, common.about(name)).click()
      await page.getByText(help).waitFor()
      await page.keyboard.press('Escape')
    }
    await field(page, configure.name).fill('main identity')
    await field(page, configure.share).fill(group.share(1))
    await field(page, configure.group).fill(group.keyset.groupCredential)
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/env', async (route) => {
      await asked
      await route.continue()
    })
    await button(page, inWords('Configure Signer', configure.configure)).click()
    await button(page, inWords('Saving...', configure.saving)).waitFor()
    answer()
    await button(page, shell.backToConfigure).waitFor()
  })

  it('says what is configured, in one click: to go on, to update, or to clear it after a question', async (scope) => {
    const { environment } = await startGroup(scope)
    const floe = await startConsole(scope, { environment })
    const page = await openPage(scope, floe.url)
    await button(page, inWords('Back to Configure', shell.backToConfigure)).click()
    const card = page.getByRole('region', {
      name: inWords('Update Signer Configuration', configure.titleUpdate),
      exact: true,
    })
    await card
      .getByText(inWords('Existing Configuration Found', configure.existingTitle), { exact: true })
      .waitFor()
    await card.getByText(configure.existing).waitFor()
    await button(page, inWords('Continue', configure.continue)).waitFor()
    await field(page, configure.name).fill('another')
    await button(page, inWords('Update and Continue', configure.update)).waitFor()

    const clear = inWords('Clear Credentials', configure.clear)
    await button(page, clear).click()
    const asking = dialog(page, inWords('Clear Credentials?', configure.clearTitle))
    await asking.getByText(configure.clearText).waitFor()
    await asking
      .getByRole('button', { name: inWords('Cancel', common.cancel), exact: true })
      .click()
    await asking.waitFor({ state: 'hidden' })
    await button(page, clear).click()
    await asking.getByRole('button', { name: clear, exact: true }).click()
    const first = page.getByRole('region', { name: configure.title, exact: true })
    await first.waitFor()
    await button(page, clear).waitFor({ state: 'detached' })
  })
})
