import type { Locator, Page } from 'playwright-core'

/**
 * Presses Tab until an element has the focus. Like a person without a mouse, it looks where the focus is
 * before it presses again.
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
 * A window that opens, and the guards at the ends of a window, move the focus in the next frame. On a busy
 * machine that frame may come after the next key, so this looks only after a frame.
 */
const hasFocusAfterFrame = (target: Locator): Promise<boolean> =>
  target.evaluate(
    (element) =>
      new Promise<boolean>((resolve) => {
        requestAnimationFrame(() => resolve(element === document.activeElement))
      }),
  )
