import { expect, it } from 'vitest'
import { shell } from '../../server/contract/texts/shell.ts'
import { checkScreen } from './support/check-screen.ts'
import { describeInBrowser } from './support/chromium.ts'
import { startConsole, startGroup } from './support/console.ts'
import { ANNA, startOwned } from './support/owner.ts'
import { openPage } from './support/page.ts'
import { signIn, signInButton } from './support/sign-in.ts'

describeInBrowser('the frame of the console', () => {
  it('follows the system’s light or dark until somebody chooses, and keeps the choice', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    await page.emulateMedia({ colorScheme: 'dark' })
    const openMenu = () =>
      page.getByRole('button', { name: new RegExp(`, ${shell.menu}$`) }).click()
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await openMenu()
    const dark = await ground()
    await page.getByRole('menuitem', { name: shell.theme.system }).click()
    const light = await ground()
    expect(light).not.toBe(dark)
    await page.reload()
    await openMenu()
    await page.getByRole('menuitem', { name: shell.theme.light }).click()
    expect(await ground()).toBe(dark)
  })
})

describeInBrowser('the frame of the console on a phone', () => {
  it('has the user and the way out in its menu', async (scope) => {
    const floe = await startOwned(scope)
    const page = await openPage(scope, floe.url, { width: 360 })
    await signIn(page, ANNA)
    const menu = page.getByRole('button', { name: new RegExp(`, ${shell.menu}$`) })
    await menu.click()
    await page.getByRole('menu').getByText(ANNA.username).waitFor()
    await checkScreen(page, 'menu')
    await page.setViewportSize({ width: 360, height: 900 })
    await page.getByRole('menuitem', { name: shell.logout }).click()
    await signInButton(page).waitFor()
  })
})
