// A browser profile that tests use one after another. A page that comes back to an origin finds the console's
// files cached and its code compiled, and costs a third of a fresh profile. The profile is cleared between two
// tests. If its test failed, or if it can't be cleared, it is closed.

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { locale } from '../../support/console/language.ts'
import type { Scope } from '../../support/scope.ts'
import { browser } from './chromium.ts'

interface Profile {
  context: BrowserContext
  page: Page
}

/** The path at which a page rests: an empty page of the origin that it knows, made here without a server. */
const REST = '/floe-test-rest'
/** The headers of the console's own pages. Without them the empty page would get another process. */
const AS_SERVED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Origin-Agent-Cluster': '?1' }

/** Profiles that no test uses now; the one that the last test took first is last, and is taken next. */
const resting = new Map<Browser, Profile[]>()

/** A page that an earlier test used, or a new one. A test's second call gets a second page. */
export async function usedPage(scope: Scope, permissions: readonly string[] = []): Promise<Page> {
  const owner = await browser()
  const there = resting.get(owner) ?? []
  resting.set(owner, there)
  const profile = there.pop() ?? (await newProfile())
  const discard = () => {
    if (there.includes(profile)) there.splice(there.indexOf(profile), 1)
    return profile.context.close()
  }
  scope.onTestFailed?.(discard)
  scope.onTestFinished(async () => {
    if (there.length < 2 && (await rests(profile))) there.push(profile)
    else await discard()
  })
  if (permissions.length > 0) await profile.context.grantPermissions([...permissions])
  return profile.page
}

/** A page of a new profile, which is closed with the test. */
export async function newPage(scope: Scope, options: BrowserContextOptions): Promise<Page> {
  const { context, page } = await newProfile(options)
  scope.onTestFinished(() => context.close())
  return page
}

async function newProfile(options: BrowserContextOptions = {}): Promise<Profile> {
  const context = await (await browser()).newContext({
    locale,
    reducedMotion: 'reduce',
    ...options,
  })
  return { context, page: await context.newPage() }
}

/** The events of a page that tests listen to. */
const HEARD = [
  ...['request', 'response', 'requestfailed', 'requestfinished', 'websocket'],
  ...['console', 'pageerror', 'dialog', 'download'],
]

/** Clears what a test left in a profile, and leaves the console. @returns false if that fails */
async function rests({ context, page }: Profile): Promise<boolean> {
  try {
    for (const type of HEARD) page.removeAllListeners(type)
    await Promise.all(context.pages().map((other) => other === page || other.close()))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await context.clearPermissions()
    await page.emulateMedia({ colorScheme: null })
    await page.mouse.move(0, 0)
    await page.route(`**${REST}`, (route) =>
      route.fulfill({ headers: AS_SERVED, contentType: 'text/html', body: '' }),
    )
    await page.goto(new URL(REST, page.url()).href)
    await page.unrouteAll()
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    return true
  } catch {
    return false
  }
}
