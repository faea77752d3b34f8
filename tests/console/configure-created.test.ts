import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { configure as texts } from '#contract/texts/configure.ts'
import { keyset as creator } from '#contract/texts/keyset.ts'
import { shell } from '#contract/texts/shell.ts'
import { envOf } from '../support/console/configure.ts'
import { startConsole } from '../support/console/console.ts'
import { door, openMore } from '../support/console/home.ts'
import { openPage } from '../support/console/open-page.ts'
import { startRelayFor } from '../support/scope.ts'

describe('a keyset of 1.x that was made from the Configure screen', () => {
  it('gives the focus back to the form when it is given up, and else fills the form and guards the page until it is saved', async (scope) => {
    const relay = await startRelayFor(scope)
    const floe = await startConsole(scope, { environment: { RELAYS: relay.url } })
    const page = await openPage(scope, floe.url)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const open = door(page, 'create')
    await open.click()
    await page.getByRole('heading', { name: creator.settingsTitle }).waitFor()
    await page.goBack()
    await page.getByLabel(texts.group, { exact: true }).waitFor()
    const first = page.getByLabel(texts.name, { exact: true })
    expect(await first.evaluate((field) => field === document.activeElement)).toBe(true)

    await open.click()
    await page.getByLabel(creator.name).fill('Family')
    await openMore(page)
    await page.getByLabel(creator.threshold).fill('1')
    await page.getByLabel(creator.totalMembers).fill('1')
    await page.getByRole('checkbox', { name: creator.old }).check()
    await button(creator.create).click()
    await button(creator.next).click()
    await button(creator.finish).click()

    const submit = button(texts.configure)
    await page.getByText(texts.created(texts.configure)).waitFor()
    await page.getByText(texts.belong(1, 1, 1)).waitFor()
    expect(await submit.evaluate((save) => save === document.activeElement)).toBe(true)
    expect(await isHeld(page)).toBe(true)

    await submit.click()
    await button(shell.backToConfigure).waitFor()
    expect((await envOf(floe))['GROUP_NAME']).toBe('Family')
    expect(await isHeld(page)).toBe(false)
    await page.reload()
    await button(shell.backToConfigure).waitFor()
  })
})

/** Whether the browser would ask before it leaves the page. */
const isHeld = (page: Page): Promise<boolean> =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
