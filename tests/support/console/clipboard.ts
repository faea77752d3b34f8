import type { Page } from 'playwright-core'
import { common } from '#contract/texts/common.ts'
import { until } from '../until.ts'
import { button } from './owner.ts'

/** Presses the copy button of a text. @returns what is on the clipboard then; the page needs `CLIPBOARD` */
export async function copied(page: Page, what: string): Promise<string> {
  // The button's mark is no sign: it stays for seconds, and could be that of an earlier copy.
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await button(page, common.copy(what)).click()
  let text = ''
  await until(async () => {
    text = await page.evaluate(() => navigator.clipboard.readText())
    return text !== ''
  })
  return text
}
