import type { Page } from 'playwright-core'
import type { PageOptions } from '../../browser/support/page.ts'
import type { Scope } from '../scope.ts'

/**
 * Opens the console: in tests/console in a DOM library (tests/console/support/page.ts), in all other tests in
 * Chromium (tests/browser/support/page.ts).
 */
export async function openPage(scope: Scope, url: string, options?: PageOptions): Promise<Page> {
  const kind = process.env['FLOE_TEST_PAGE'] === 'dom' ? 'console' : 'browser'
  const { openPage: open } = await import(`../../${kind}/support/page.ts`)
  return open(scope, url, options)
}
