import type { Page } from 'playwright-core'
import { common } from '#contract/texts/common.ts'
import { until } from '../until.ts'
import { button } from './owner.ts'

/** What the copy button of this text puts on the clipboard; the page needs what `CLIPBOARD` allows. */
export async function copied(page: Page, what: string): Promise<string> {
  // Its mark stays for seconds, and would be taken for that of the next one.
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await button(page, common.copy(what)).click()
  let text = ''
  await until(async () => {
    text = await page.evaluate(() => navigator.clipboard.readText())
    return text !== ''
  })
  return text
}
