import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { apps } from '#contract/texts/apps.ts'
import { configure } from '#contract/texts/configure.ts'
import { home } from '#contract/texts/home.ts'
import { keyset } from '#contract/texts/keyset.ts'
import { shell } from '#contract/texts/shell.ts'
import { signer } from '#contract/texts/signer.ts'
import { region } from '../support/console/apps.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { door, openMore } from '../support/console/home.ts'
import { button, dialog, settings } from '../support/console/owner.ts'
import { openPage } from './support/page.ts'

const tab = (page: Page, name: keyof typeof shell.tabs) =>
  page.getByRole('tab', { name: shell.tabs[name] })
const chosen = (page: Page, name: keyof typeof shell.tabs) =>
  page.getByRole('tab', { name: shell.tabs[name], selected: true })

describe('the button Back of the browser', () => {
  it('goes back within the console, whose address stays the same', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    await tab(page, 'recover').click()
    await chosen(page, 'recover').waitFor()
    await button(page, shell.settings).click()
    await settings(page).waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/')

    await page.goBack()
    await chosen(page, 'recover').waitFor()
    expect(await settings(page).count()).toBe(0)
    await page.goForward()
    await settings(page).waitFor()
    await page.goBack()
    await page.goBack()
    await chosen(page, 'signer').waitFor()
    await page.getByRole('region', { name: signer.verdict }).waitFor()
  })

  it('does not lead to a screen that has done its work', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    await tab(page, 'apps').click()
    await tab(page, 'signer').click()
    await button(page, shell.backToConfigure).click()
    await button(page, configure.continue).click()
    await chosen(page, 'signer').waitFor()
    await page.goBack()
    await chosen(page, 'apps').waitFor()
  })

  it('still works after a reload, which begins at the first screen', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    await tab(page, 'activity').click()
    await button(page, shell.settings).click()
    await settings(page).waitFor()
    await page.reload()
    await chosen(page, 'signer').waitFor()
    await page.goBack()
    await chosen(page, 'activity').waitFor()
  })

  it('leads from the page of a device to where one came from, also after a reload', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    await button(page, home.detailsOf(home.device(2))).click()
    const device = region(page, home.device(2))
    await device.waitFor()
    await page.reload()
    await device.waitFor()
    await page.goBack()
    await page.getByRole('region', { name: signer.verdict }).waitFor()
    expect(await device.count()).toBe(0)
  })

  it('leads from the page of a device or an app that does not exist to the list of all', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    for (const [screen, name] of [
      [{ at: 'device', pubkey: 'ab'.repeat(33) }, 'signer'],
      [{ at: 'app', id: '77' }, 'apps'],
    ] as const) {
      await page.getByRole('tablist').waitFor()
      await page.evaluate((screen) => history.replaceState({ screen, depth: 0 }, ''), screen)
      await page.reload()
      await chosen(page, name).waitFor()
      await button(
        page,
        name === 'apps' ? apps.inviteOne : home.detailsOf(home.device(2)),
      ).waitFor()
    }
  })

  it('asks first where something would be lost', async (scope) => {
    const page = await openPage(scope, (await startConsole(scope)).url)
    await door(page, 'create').click()
    await page.getByLabel(keyset.name, { exact: true }).fill('Family')
    await openMore(page)
    await page.getByRole('checkbox', { name: keyset.old }).check()
    await button(page, keyset.create).click()
    const share = page.getByRole('heading', { name: keyset.shareTitle(1, 3) })
    await share.waitFor()

    await page.evaluate(() => history.back())
    const asked = dialog(page, shell.leaving.title)
    await asked.waitFor()
    await asked.getByRole('button', { name: shell.leaving.stay }).click()
    await asked.waitFor({ state: 'hidden' })
    expect(await share.isVisible()).toBe(true)
    await page.evaluate(() => history.back())
    await asked.getByRole('button', { name: shell.leaving.leave }).click()
    await door(page, 'create').waitFor()
  })
})
