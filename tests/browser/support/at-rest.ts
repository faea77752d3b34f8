import type { Page } from 'playwright-core'
import { peers } from '#contract/texts/peers.ts'
import { list } from '../../support/console/peer-list.ts'

/** Resolves when everything that has come is drawn. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
      ),
  )

/** Resolves when everything on the Signer page has come and is drawn. */
export async function atRest(page: Page): Promise<void> {
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
  await list(page).getByText(peers.detecting).waitFor({ state: 'hidden' })
  await drawn(page)
}
