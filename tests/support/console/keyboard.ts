import type { Locator, Page } from 'playwright-core'

/**
 * Presses Tab until an element has the focus, as somebody without a mouse does, who sees where the focus
 * is before pressing again.
 */
export async function tabTo(page: Page, target: Locator, { back = false } = {}): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 200; presses += 1) {
    if (await hasFocusAfterFrame(target)) return
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`Tab never reaches ${target}`)
}

/**
 * A window that opens, and the ends of one that holds the focus, move it with the next frame, which on a
 * busy machine may come after the next key: what they would do is done in the same frame, before this
 * looks.
 */
const hasFocusAfterFrame = (target: Locator): Promise<boolean> =>
  target.evaluate(
    (element) =>
      new Promise<boolean>((resolve) => {
        requestAnimationFrame(() => resolve(element === document.activeElement))
      }),
  )
