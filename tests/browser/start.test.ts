// Only a browser lays out, and decodes a picture.

import { expect, it } from 'vitest'
import { auth } from '#contract/messages.ts'
import { configure, scan } from '#contract/texts/configure.ts'
import { joining } from '#contract/texts/joining.ts'
import { startConsole } from '../support/console/console.ts'
import { door } from '../support/console/home.ts'
import { drawCode } from '../support/console/qr-code.ts'
import { vectors } from '../support/v2-vectors.ts'
import { describeInBrowser } from './support/chromium.ts'
import { layoutShift, openPage } from './support/page.ts'

describeInBrowser('a new signer', () => {
  it('has its first screen without a jump, and takes an invitation from a picture', async (scope) => {
    const invitation = vectors.packages.bfonboard.text
    const floe = await startConsole(scope)
    const page = await openPage(scope, floe.url, { width: 360, height: 740, isNewHere: true })
    await page
      .getByRole('region', { name: configure.warnings })
      .getByText(auth.openAccess)
      .waitFor()
    for (const way of ['create', 'join', 'bring'] as const) await door(page, way).waitFor()
    expect(await layoutShift(page)).toBeLessThan(0.02)

    await door(page, 'join').click()
    const buffer = await drawCode(page, invitation)
    const picture = page.getByLabel(scan.picture, { exact: true }).and(page.locator('input'))
    await picture.setInputFiles({ name: 'invitation', mimeType: 'image/png', buffer })
    await page.getByLabel(joining.password, { exact: true }).waitFor()
    expect(await page.getByLabel(joining.invitation, { exact: true }).inputValue()).toBe(invitation)
  })
})
