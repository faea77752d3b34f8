// Only a browser lays out a page, and allows it the clipboard or not.

import { expect, it } from 'vitest'
import { recover as texts } from '#contract/texts/recover.ts'
import { shell } from '#contract/texts/shell.ts'
import { keyPair } from '#nostr/keys.ts'
import { copied } from '../support/console/clipboard.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { button } from '../support/console/owner.ts'
import { groupField, said, shareField } from '../support/console/recover.ts'
import { describeInBrowser } from './support/chromium.ts'
import { layoutShift, openPage } from './support/page.ts'

const SECRET_KEY = '7f3b5c1d9e2a4f6880b1c3d5e7f90a2b4c6d8e0f1a3b5c7d9e1f2a4b6c8d0e13'
const { nsec, npub } = keyPair(SECRET_KEY)

describeInBrowser('the Recover tab', () => {
  it('does not jump while it is loaded, takes shares from the clipboard, and puts the nsec there', async (scope) => {
    const group = await startGroup(scope, { secretKey: SECRET_KEY })
    const floe = await startConsole(scope, { environment: group.environment })
    const permissions = ['clipboard-read', 'clipboard-write']
    const page = await openPage(scope, floe.url, { permissions, isNewHere: true })
    await page.getByRole('tab', { name: shell.tabs.recover }).click()
    await said(page, texts.shareFits(1)).waitFor()
    expect(await layoutShift(page)).toBeLessThan(0.05)
    // Without the sentence about plain HTTP: this machine's own address is secure.
    await said(page, texts.warning).waitFor()

    await page.evaluate(
      (copied) => navigator.clipboard.writeText(copied),
      [group.share(2), group.share(3)].join('\n'),
    )
    await shareField(page, 1).click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.press('ControlOrMeta+V')
    await said(page, texts.progress(2, 2)).waitFor()
    expect(await groupField(page).inputValue()).toBe(group.keyset.groupCredential)
    await button(page, texts.submit).click()
    await said(page, npub).waitFor()
    expect(await copied(page, texts.nsec)).toBe(nsec)
  })
})
