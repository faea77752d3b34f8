// Only a browser has a history in which another page comes before the console.
import { expect, it } from 'vitest'
import { shell } from '#contract/texts/shell.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { describeInBrowser } from './support/chromium.ts'
import { openPage } from './support/page.ts'

describeInBrowser('the button Back of the browser', () => {
  it('leads out of the console only from its first screen', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    // A page that other tests have used may go back to a server that is gone.
    const page = await openPage(scope, floe.url, { isNewHere: true })
    const tab = (name: string, selected = false) =>
      page.getByRole('tab', { name, ...(selected && { selected }) })
    await tab(shell.tabs.recover).click()
    await tab(shell.tabs.recover, true).waitFor()
    await page.goBack()
    await tab(shell.tabs.signer, true).waitFor()
    expect(page.url()).toBe(`${floe.url}/`)
    await page.goBack()
    expect(page.url()).not.toBe(`${floe.url}/`)
  })
})
