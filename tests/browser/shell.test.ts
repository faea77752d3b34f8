import { expect, it } from 'vitest'
import { shell } from '../../server/contract/texts/shell.ts'
import { describeInBrowser } from './support/chromium.ts'
import { startConsole, startGroup } from './support/console.ts'
import { openPage } from './support/page.ts'

describeInBrowser('the frame of the console', () => {
  it('follows the system’s light or dark until somebody chooses, and keeps the choice', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    await page.emulateMedia({ colorScheme: 'dark' })
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.getByRole('button', { name: shell.theme.system }).waitFor()
    const dark = await ground()
    await page.getByRole('button', { name: shell.theme.system }).click()
    const light = await ground()
    expect(light).not.toBe(dark)
    await page.reload()
    await page.getByRole('button', { name: shell.theme.light }).click()
    expect(await ground()).toBe(dark)
  })
})
