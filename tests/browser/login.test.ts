// Only a browser lays out, paints with the stylesheet, and asks before a page is left.

import { expect, it } from 'vitest'
import { auth } from '#contract/messages.ts'
import { access } from '#contract/texts/access.ts'
import { account } from '#contract/texts/account.ts'
import { CLOSED } from '../support/access.ts'
import { startConsole } from '../support/console/console.ts'
import { field, methodTab } from '../support/console/sign-in.ts'
import { describeInBrowser } from './support/chromium.ts'
import { layoutShift, openPage } from './support/page.ts'

describeInBrowser('the login screen', () => {
  it('loads without a jump, and marks a username that is not valid by its border', async (scope) => {
    const login = { BASIC_AUTH_USER: 'anna', BASIC_AUTH_PASS: 'correct horse battery' }
    const environment = { ...CLOSED, ...login, API_KEY: 'a key that a person chose' }
    const floe = await startConsole(scope, { environment })
    const page = await openPage(scope, floe.url, { isNewHere: true })
    await field(page, access.apiKey).waitFor()
    expect(await layoutShift(page)).toBeLessThan(0.05)

    await methodTab(page, 'basic-auth').click()
    const username = field(page, access.username)
    const border = () =>
      username.evaluate((element) => getComputedStyle(element.parentElement as Element).borderColor)
    await username.fill('')
    const plain = await border()
    await username.fill('an:na')
    await page.getByText(auth.usernameCharacters).waitFor()
    expect(await border()).not.toBe(plain)
  })
})

describeInBrowser('an API key that is shown once', () => {
  it('is not lost by a reload that nobody has confirmed', async (scope) => {
    const floe = await startConsole(scope, { environment: CLOSED })
    const token = floe.context.auth.createSignInToken()
    const page = await openPage(scope, `${floe.url}/#token=${token}`)
    await methodTab(page, 'api-key').click()
    await page.getByRole('button', { name: account.newKey.make }).click()
    const shown = page.getByRole('status', { name: account.newKey.what })
    const key = await shown.textContent()
    const asked = page.waitForEvent('dialog')
    await page.evaluate(() => setTimeout(() => location.reload()))
    expect((await asked).type()).toBe('beforeunload')
    await (await asked).dismiss()
    expect(await shown.textContent()).toBe(key)
    await page.getByRole('checkbox', { name: account.newKey.kept }).check()
  })
})
