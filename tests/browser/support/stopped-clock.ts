import type { Page } from 'playwright-core'

/** Milliseconds. Longer than a test may take to stop the clock. */
const AHEAD = 60_000

/**
 * Stops the clock of a page that was opened with `isNewHere`, a minute from now: what goes away by itself stays until the
 * test moves the clock on (`page.clock`). What the page knew of the server may be too old for it then.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD)
}
