import type { Page } from 'playwright-core'
import { common } from '#contract/texts/common.ts'
import { until } from '../until.ts'
import { button } from './owner.ts'

/** Presses the copy button of a text. @returns what is on the clipboard then; the page needs `CLIPBOARD` */
export const copied = (page: Page, what: string): Promise<string> =>
  copiedBy(page, () => button(page, common.copy(what)).click())

/** The same for whatever else has the page copy a text. */
export async function copiedBy(page: Page, press: () => Promise<void>): Promise<string> {
  // The button's mark is no sign: it stays for seconds, and could be that of an earlier copy.
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await press()
  let text = ''
  await until(async () => {
    text = await page.evaluate(() => navigator.clipboard.readText())
    return text !== ''
  })
  return text
}
