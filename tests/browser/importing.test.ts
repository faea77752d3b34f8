// Only a browser draws a picture of a code, and has a camera.

import { expect, it } from 'vitest'
import { scan as scanning } from '#contract/texts/configure.ts'
import { joining } from '#contract/texts/joining.ts'
import { openConfigure } from '../support/console/configure.ts'
import { startConsole } from '../support/console/console.ts'
import { drawCode } from '../support/console/qr-code.ts'
import { vectors } from '../support/v2-vectors.ts'
import { describeInBrowser } from './support/chromium.ts'

describeInBrowser('the code of an invitation', () => {
  it('leads to joining when its picture is read in place of a share, and can then be read by the camera', async (scope) => {
    const floe = await startConsole(scope)
    const form = await openConfigure(scope, floe.url)
    const { page } = form
    const { text } = vectors.packages.bfonboard
    const picture = await drawCode(page, text)
    const input = page.locator('input[type=file]')
    await input.setInputFiles({
      ...{ name: 'empty.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    })
    await page.getByText(scanning.noCode, { exact: true }).waitFor()

    await input.setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: picture })
    await page.getByText(joining.kinds.bfonboard.title, { exact: true }).waitFor()
    const invitation = page.getByLabel(joining.invitation, { exact: true })
    expect(await invitation.inputValue()).toBe(text)

    await invitation.fill('')
    await form.button(scanning.camera).click()
    await page.getByText(joining.kinds.bfonboard.title, { exact: true }).waitFor()
    expect(await invitation.inputValue()).toBe(text)
  })
})
