import type { BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Scope } from '../../support/scope.ts'
import { newPage, usedPage } from './profile.ts'

export interface PageOptions extends BrowserContextOptions {
  width?: number
  height?: number
  /** Errors on the browser's console that this test causes. */
  expectedErrors?: readonly RegExp[]
  /** The tab's storage when the page first opens. */
  tabStorage?: Readonly<Record<string, string>>
  /** Uses a new browser profile: nothing is cached, and the clock can be taken over. */
  isNewHere?: boolean
}

/** What the browser itself logs about an answer that is no success, or a server that is away. */
const NETWORK_NOISE = /^Failed to load resource|WebSocket connection to .* failed/

const NETWORK_CHANGED = 'net::ERR_NETWORK_CHANGED'

/**
 * Opens the console at `url`, in a browser profile that has nothing left from earlier tests. At its end, the
 * test fails if the page has requested anything from another origin, broken its Content Security Policy, or
 * logged an error.
 */
export async function openPage(
  scope: Scope,
  url: string,
  {
    width = 1280,
    height = 900,
    expectedErrors = [],
    tabStorage,
    isNewHere = false,
    permissions = [],
    ...context
  }: PageOptions = {},
): Promise<Page> {
  const isUsed = !isNewHere && Object.keys(context).length === 0
  const page = isUsed
    ? await usedPage(scope, permissions)
    : await newPage(scope, { permissions, ...context })
  await page.setViewportSize({ width, height })
  page.setDefaultTimeout(60_000)
  const complaints = watch(page, new URL(url).host, expectedErrors)
  const check = () => expect(complaints.splice(0), 'what the page did wrong').toEqual([])
  if (scope.onEachFinished) scope.onEachFinished(check)
  else scope.onTestFinished(check)
  const lost = lostToChanges(scope, page)
  if (isNewHere) await page.addInitScript(keepLayoutShift)
  if (tabStorage !== undefined) {
    // A page of the same origin, but not the console, which must start with this storage.
    await open(page, `${url}/api/health`, lost)
    await page.evaluate((kept) => Object.assign(sessionStorage, kept), tabStorage)
  }
  await open(page, url, lost)
  return page
}

/**
 * Whenever a network interface of this machine comes or goes, as with each container, Chromium drops the
 * requests that it was about to make. The console repeats requests for its own files, but not calls. If a
 * test fails on a page to which this happened, its last error says so: then the test is worth another run.
 *
 * @returns the addresses of the lost requests
 */
function lostToChanges(scope: Scope, page: Page): string[] {
  const lost: string[] = []
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText === NETWORK_CHANGED) lost.push(request.url())
  })
  scope.onTestFailed?.(() => {
    if (lost.length > 0) throw new Error(`${NETWORK_CHANGED}: ${lost.join(', ')}`)
  })
  return lost
}

/** Opens a page, and again if the network has changed meanwhile, as parts of it are missing then. */
async function open(page: Page, url: string, lost: string[]): Promise<void> {
  for (;;) {
    try {
      await page.goto(url)
      if (lost.length === 0) return
    } catch (error) {
      if (!String(error).includes(NETWORK_CHANGED)) throw error
    }
    lost.length = 0
  }
}

function watch(page: Page, host: string, expectedErrors: readonly RegExp[]): string[] {
  const complaints: string[] = []
  const visit = (request: string) => {
    const { host: asked, protocol } = new URL(request)
    if (asked !== host && protocol !== 'blob:') complaints.push(`asked ${request}`)
  }
  const hear = (message: ConsoleMessage) => {
    const text = message.text()
    if (message.type() !== 'error' || NETWORK_NOISE.test(text)) return
    if (!expectedErrors.some((expected) => expected.test(text))) complaints.push(text)
  }
  page.on('request', (request) => visit(request.url()))
  page.on('websocket', (socket) => visit(socket.url()))
  page.on('console', hear)
  page.on('pageerror', (error) => complaints.push(String(error.stack ?? error)))
  return complaints
}

interface Shift {
  value: number
  /** The elements that moved, each with its place before and after. */
  moved: string[]
}

/** Runs in the page before the page's own scripts. */
function keepLayoutShift(): void {
  const shifts: Shift[] = []
  Object.assign(window, { floeLayoutShifts: shifts })
  const nameOf = (node: Node | null): string => {
    const element = node instanceof Element ? node : node?.parentElement
    const text = (node?.textContent ?? '').trim().slice(0, 40)
    return `${element?.localName}.${String(element?.className).slice(0, 40)} "${text}"`
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as (Shift & {
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    })[]) {
      if (entry.hadRecentInput) continue
      const moved = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
        const place = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}x${height}`
        return `${nameOf(node)}: ${place(from)} -> ${place(to)}`
      })
      shifts.push({ value: entry.value, moved })
    }
  }).observe({ type: 'layout-shift' as 'mark', buffered: true })
}

/** The shifts since the page was opened, with `isNewHere`. */
const shiftsOf = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => (window as unknown as { floeLayoutShifts: Shift[] }).floeLayoutShifts)

/** The layout shifts since the page was opened that no input caused, summed up (Cumulative Layout Shift). */
export const layoutShift = async (page: Page): Promise<number> =>
  (await shiftsOf(page)).reduce((sum, { value }) => sum + value, 0)

/** The largest sum of layout shifts that is accepted: a line of text on a phone is about this much. */
const STEADY = 0.02

/** Expects no more layout shifts than `STEADY` beyond the sum `before`. The error names what has moved. */
export async function expectSteady(page: Page, when: string, before = 0): Promise<void> {
  const shifts = await shiftsOf(page)
  const sum = shifts.reduce((all, { value }) => all + value, 0) - before
  const moved = shifts.flatMap(({ value, moved }) => [value.toFixed(3), ...moved])
  expect(sum, `${when}\n${moved.join('\n')}`).toBeLessThanOrEqual(STEADY)
}
