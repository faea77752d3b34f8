import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { stop } from '#contract/texts/questions.ts'
import { shell } from '#contract/texts/shell.ts'
import { CLOSED } from '../support/access.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { tabTo } from '../support/console/keyboard.ts'
import { ANNA } from '../support/console/owner.ts'
import { signIn, signInButton } from '../support/console/sign-in.ts'
import { openPage } from './support/page.ts'

describe('the frame of the console', () => {
  it('has nobody’s name and nothing to stop before there is a keyset', async (scope) => {
    const page = await openPage(scope, (await startConsole(scope)).url)
    await page.getByRole('button', { name: shell.settings, exact: true }).waitFor()
    expect(await page.getByRole('button', { name: shell.menu }).count()).toBe(0)
    expect(await page.getByRole('button', { name: stop.stop }).count()).toBe(0)
  })

  it('is used without a mouse: the menu opens and gives the focus back, and arrows lead from tab to tab', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    const menu = page.getByRole('button', { name: new RegExp(`, ${shell.menu}$`) })
    await tabTo(page, menu)
    for (const key of ['ArrowDown', 'Enter']) {
      await page.keyboard.press(key)
      await page.getByRole('menu').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      await expect.poll(() => isFocused(menu)).toBe(true)
    }
    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
    await tabTo(page, tab(shell.tabs.signer))
    for (const [key, name] of [
      ['ArrowRight', shell.tabs.apps],
      ['ArrowLeft', shell.tabs.signer],
      ['ArrowLeft', shell.tabs.recover],
      ['ArrowRight', shell.tabs.signer],
      ['End', shell.tabs.recover],
      ['Home', shell.tabs.signer],
    ] as const) {
      await page.keyboard.press(key)
      expect(await isFocused(tab(name)), `${key} leads to ${name}`).toBe(true)
    }
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByRole('tabpanel', { name: shell.tabs.recover, exact: true }).waitFor()
    expect(await tab(shell.tabs.recover).getAttribute('aria-selected')).toBe('true')
  })
})

const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => one === document.activeElement)

describe('the frame of the console on a phone', () => {
  it('has the user and the way out in its menu', async (scope) => {
    const { environment } = await startGroup(scope)
    const login = { BASIC_AUTH_USER: ANNA.username, BASIC_AUTH_PASS: ANNA.password }
    const floe = await startConsole(scope, { environment: { ...CLOSED, ...environment, ...login } })
    const page = await openPage(scope, floe.url, { width: 360 })
    await signIn(page, ANNA)
    const menu = page.getByRole('button', { name: new RegExp(`, ${shell.menu}$`) })
    await menu.click()
    await page.getByRole('menu').getByText(ANNA.username).waitFor()
    await page.setViewportSize({ width: 360, height: 900 })
    await page.getByRole('menuitem', { name: shell.logout }).click()
    await signInButton(page).waitFor()
  })
})
