// Only a browser asks before a page is left, and has a second tab to sign in. The rest is in
// tests/console/moving.test.ts.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { access } from '#contract/texts/access.ts'
import { common } from '#contract/texts/common.ts'
import { moving as texts } from '#contract/texts/moving.ts'
import { recover } from '#contract/texts/recover.ts'
import { signer } from '#contract/texts/signer.ts'
import { CLOSED } from '../support/access.ts'
import { type Group, startConsole, startGroup } from '../support/console/console.ts'
import {
  endSessions,
  logoutButton,
  openSignedIn,
  signIn,
  signInButton,
} from '../support/console/sign-in.ts'
import { describeInBrowser } from './support/chromium.ts'
import { openPage } from './support/page.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const way = (page: Page, name: keyof typeof texts.ways) =>
  page.getByRole('radio', { name: texts.ways[name][0] })

async function begin(page: Page): Promise<void> {
  await button(page, signer.move).click()
  await heading(page, texts.wayTitle).waitFor()
}

/** Has new shares dealt, from this signer's share and member 2's. */
async function deal(page: Page, group: Group): Promise<void> {
  await way(page, 'deal').check()
  await button(page, texts.next).click()
  await heading(page, texts.sharesTitle).waitFor()
  await page.getByText(recover.progress(1, 2)).waitFor()
  await button(page, recover.add(1, 2)).click()
  await page.getByLabel(recover.share(2), { exact: true }).fill(group.share(2))
  await button(page, texts.next).click()
  await heading(page, texts.settingsTitle).waitFor()
  await button(page, texts.deal).click()
  await heading(page, texts.saveTitle).waitFor()
}

async function save(page: Page, total: number): Promise<void> {
  await page.getByRole('checkbox', { name: texts.understood }).check()
  expect(await button(page, texts.save).isEnabled()).toBe(false)
  await page.getByRole('checkbox', { name: texts.oldKept }).check()
  await button(page, texts.save).click()
  await heading(page, texts.packageTitle(1, total)).waitFor()
}

/** Expects the browser to ask before it loads the page again, and stays on the page. */
async function expectKept(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  await (await asked).dismiss()
}

describeInBrowser('moving a keyset', () => {
  it('asks before the page is left while it shows a package for an app that is nowhere else', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    await begin(page)
    await button(page, texts.next).click()
    await page.getByLabel(texts.appShare, { exact: true }).fill(group.share(2))
    await button(page, texts.seal).click()
    await page.getByText(texts.sealedLead(2)).waitFor()
    await expectKept(page)
    await page.getByText(texts.sealedLead(2)).waitFor()
  })

  it('keeps the invitations when the session ends, says so, and goes on once signed in again', async (scope) => {
    const API_KEY = 'sixteen letters!'
    const group = await startGroup(scope)
    const environment = { ...group.environment, ...CLOSED, API_KEY }
    const floe = await startConsole(scope, { environment })
    const page = await openSignedIn(scope, floe, API_KEY)
    await begin(page)
    await deal(page, group)
    await save(page, 2)
    const refused = ['/api/peers', '/api/joining/requests'].map((path) =>
      page.waitForResponse((answer) => answer.url().endsWith(path) && answer.status() === 401),
    )
    await endSessions(floe, API_KEY)
    await Promise.all(refused)
    await page.getByText(access.endedKept).waitFor()
    await heading(page, texts.packageTitle(1, 2)).waitFor()

    const tab = await page.context().newPage()
    await tab.goto(floe.url)
    await signIn(tab, { apiKey: API_KEY })
    await logoutButton(tab).waitFor()
    await tab.close()
    await page.getByText(access.endedKept).waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: texts.handedOut }).check()
    await button(page, texts.next).click()
    await heading(page, texts.packageTitle(2, 2)).waitFor()
    await expectKept(page)
    await heading(page, texts.packageTitle(2, 2)).waitFor()

    await endSessions(floe, API_KEY)
    await button(page, common.cancel).click()
    await button(page, texts.leave).click()
    await signInButton(page).waitFor()
  })
})
