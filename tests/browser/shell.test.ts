// Colours are the stylesheet's and the system's.
import { expect, it } from 'vitest'
import { settings } from '#contract/texts/settings.ts'
import { shell } from '#contract/texts/shell.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { describeInBrowser } from './support/chromium.ts'
import { openPage } from './support/page.ts'

describeInBrowser('the frame of the console', () => {
  it('follows the system’s light or dark until somebody chooses, and keeps the choice', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    await page.emulateMedia({ colorScheme: 'dark' })
    const openColours = async () => {
      await page.getByRole('button', { name: new RegExp(`, ${shell.menu}$`) }).click()
      await page.getByRole('menuitem', { name: shell.colours }).click()
    }
    const choose = (theme: keyof typeof settings.themes) =>
      page.getByRole('radio', { name: settings.themes[theme].join(' ') }).check()
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await openColours()
    const dark = await ground()
    await choose('light')
    const light = await ground()
    expect(light).not.toBe(dark)
    await page.reload()
    expect(await ground()).toBe(light)
    await openColours()
    await choose('dark')
    expect(await ground()).toBe(dark)
  })
})
