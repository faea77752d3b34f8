import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What somebody who does not see the page goes to by its name. */
const NAMED: ReadonlySet<string> = new Set([
  ...['button', 'checkbox', 'combobox', 'dialog', 'link', 'menuitem', 'menuitemradio', 'radio'],
  ...['searchbox', 'slider', 'spinbutton', 'switch', 'tab', 'textbox'],
])

/**
 * Every control has a name in the browser's own accessibility tree, which is what screen readers get: axe works names out
 * by itself, and takes for one what a browser does not.
 */
export async function expectNames(page: Page, where: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  try {
    const { nodes } = await browser.send('Accessibility.getFullAXTree')
    const nameless = nodes.filter(
      ({ ignored, role, name }) =>
        !ignored && NAMED.has(role?.value) && `${name?.value ?? ''}`.trim() === '',
    )
    const found = nameless.map(async ({ backendDOMNodeId = 0 }) => {
      const { outerHTML } = await browser.send('DOM.getOuterHTML', {
        backendNodeId: backendDOMNodeId,
      })
      return outerHTML
    })
    expect(await Promise.all(found), `${where}: controls without a name`).toEqual([])
  } finally {
    await browser.detach()
  }
}
