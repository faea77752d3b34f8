import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The roles of elements that somebody who does not see the page finds by name. */
const NAMED: ReadonlySet<string> = new Set([
  ...['button', 'checkbox', 'combobox', 'dialog', 'link', 'menuitem', 'menuitemradio', 'radio'],
  ...['searchbox', 'slider', 'spinbutton', 'switch', 'tab', 'textbox'],
])

/**
 * Expects every control to have a name in the browser's own accessibility tree, which screen readers get. axe computes
 * names itself, and accepts some that a browser does not.
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
