// The built console, as the page of this process. Its modules stay from test to test, and are fast from the second one
// on: `pagehide` ends what a page has begun and `pageshow` begins it again, as where a browser keeps a page for Back.

import { readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Window } from 'happy-dom'
import { openWindow } from './window.ts'

/** Where the build puts the console. */
export const CONSOLE = join(import.meta.dirname, '../../../dist/web')

const ASSETS = pathToFileURL(join(CONSOLE, 'assets/')).href

/**
 * The page's HTML. Modules that are loaded from files look for their stylesheets at `file:///`, to see whether they are
 * loaded already, so the page's links must have the same addresses.
 */
const PAGE = readFileSync(join(CONSOLE, 'index.html'), 'utf8').replaceAll(
  'href="./',
  'href="file:///',
)

/** What a page's module imports belongs to the same page: it gets the query of the importing module (`?page=2`). */
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const page = context.parentURL?.startsWith(ASSETS) && new URL(context.parentURL).search
    return page && resolved.url.startsWith(ASSETS)
      ? { ...resolved, url: new URL(page, resolved.url).href }
      : resolved
  },
})

let current: Window | undefined
let visits = 0

/** The window of this process; made when the first page is opened. */
export function pageWindow(): Window {
  current ??= openWindow()
  return current
}

/**
 * Runs the console in a document that has an address, a storage and a history, but no content yet.
 *
 * @param isNewHere the page gets modules of its own, as after a visit to another site: they choose its language
 */
export async function runConsole(isNewHere: boolean): Promise<void> {
  visits += 1
  if (document.getElementById('root') !== null && !isNewHere) {
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    return
  }
  const { head, body } = new DOMParser().parseFromString(PAGE, 'text/html')
  document.head.append(...head.children)
  document.body.replaceChildren(...body.childNodes)
  const entry = readdirSync(join(CONSOLE, 'assets')).find((name) => /^index-.*\.js$/.test(name))
  if (entry === undefined) throw new Error('The console is not built: node scripts/setup.mjs build')
  await import(`${ASSETS}${entry}?page=${visits}`)
}

/** Ends what the page has begun. */
export function leaveConsole(): void {
  dispatchEvent(new Event('pagehide'))
}

/** Closes the window. The next page gets a window and modules of its own. */
export async function closeWindow(): Promise<void> {
  const closing = current
  current = undefined
  await closing?.happyDOM.close()
}
