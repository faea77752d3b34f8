// Only a browser can draw a QR code, and read it from a picture or a camera.

import { it } from 'vitest'
import { apps } from '#contract/texts/apps.ts'
import { scan } from '#contract/texts/configure.ts'
import { clientThatInvites, openApps } from '../support/console/apps.ts'
import { button, dialog } from '../support/console/owner.ts'
import { drawCode } from '../support/console/qr-code.ts'
import { describeInBrowser } from './support/chromium.ts'

describeInBrowser('the owner of a key', () => {
  it.for(['picture', 'camera'] as const)('reads the QR code of an app by %s', async (by, scope) => {
    const { group, page } = await openApps(scope)
    const { uri } = clientThatInvites(group.relay.url)
    await button(page, apps.acceptOne).click()
    const form = dialog(page, apps.addTitle)
    const picture = await drawCode(page, uri)
    if (by === 'camera') {
      await button(page, scan.camera).click()
    } else {
      const file = { name: 'code.png', mimeType: 'image/png', buffer: picture }
      await form.locator('input[type=file]').setInputFiles(file)
    }
    await form.getByText('https://notes.example.com').waitFor()
  })
})
