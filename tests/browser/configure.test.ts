// Only a browser lays out a page, and measures what jumps meanwhile.

import { expect, it } from 'vitest'
import { openConfigure } from '../support/console/configure.ts'
import { startConsole } from '../support/console/console.ts'
import { describeInBrowser } from './support/chromium.ts'
import { layoutShift } from './support/page.ts'

describeInBrowser('the Configure screen', () => {
  it('does not jump while it is loaded', async (scope) => {
    const floe = await startConsole(scope)
    const { page } = await openConfigure(scope, floe.url, { isNewHere: true })
    expect(await layoutShift(page)).toBeLessThan(0.02)
  })
})
