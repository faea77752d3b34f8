import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { startConsole } from '../support/console/console.ts'
import { door } from '../support/console/home.ts'
import { checkScreen } from './support/check-screen.ts'
import { describeInBrowser } from './support/chromium.ts'
import { openPage } from './support/page.ts'

/** By fault: the part of a passed screen that is spoilt, and how. A different rule finds each. */
const FAULTS: Record<string, [part: string, spoil: (part: HTMLElement) => void]> = {
  'a button without a name': ['main', (main) => main.append(document.createElement('button'))],
  'a button that has lost its name': ['main button', (button) => button.replaceChildren()],
  'a role that is none': ['main h1, main h2', (heading) => heading.setAttribute('role', 'nothing')],
  'a field without a label': [
    'main',
    (main) => main.append(Object.assign(document.createElement('input'), { id: 'lost' })),
  ],
  'a text too small to be read': [
    'main h1, main h2',
    (text) => Object.assign(text.style, { fontSize: '12px' }),
  ],
  'a text hardly to be seen': [
    'main h1, main h2',
    (text) => Object.assign(text.style, { color: '#999', backgroundColor: '#888' }),
  ],
}

const isPassed = (page: Page): Promise<boolean> =>
  checkScreen(page, 'spoilt').then(
    () => true,
    () => false,
  )

describeInBrowser('the check of a screen that it has passed before', () => {
  it('finds each fault that is new', async (scope) => {
    const { url } = await startConsole(scope)
    const page = await openPage(scope, url)
    await door(page, 'create').waitFor()
    await checkScreen(page, 'start')
    const sound = await page.locator('main').innerHTML()
    for (const [fault, [part, spoil]] of Object.entries(FAULTS)) {
      await page.locator(part).first().evaluate(spoil)
      expect(await isPassed(page), fault).toBe(false)
      await page.locator('main').evaluate((main, html) => {
        main.innerHTML = html
      }, sound)
      expect(await isPassed(page), `without ${fault}`).toBe(true)
    }
  })
})
