import type { Browser, Page } from 'playwright-core'

/** How a page was drawn while something was done with it. */
export interface Frames {
  /** Frames that the compositor drew, by the browser's own trace. */
  perSecond: number
  /** The same as the page sees it: calls of requestAnimationFrame. */
  animationFrames: number
  /** The longest time without a new frame, in milliseconds. */
  longestGap: number
}

/** The trace by which Chromium's own tools count frames. */
const CATEGORIES = ['disabled-by-default-devtools.timeline.frame', 'blink.user_timing']
const BEGIN = 'floe-begin'
const END = 'floe-end'

interface TraceEvent {
  name: string
  pid: number
  /** Microseconds. */
  ts: number
}

/**
 * Traces a page while `act` runs. Chromium draws no frame when nothing changes, so a mark of two
 * pixels moves with each frame: a frame that is not in the trace was missed.
 */
export async function measureFrames(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<Frames> {
  await page.evaluate(moveMark)
  await browser.startTracing(page, { categories: ['-*', ...CATEGORIES] })
  const calls = () => page.evaluate(() => (globalThis as unknown as MarkedPage).floeFrames)
  const before = await calls()
  await page.evaluate((name) => void performance.mark(name), BEGIN)
  await act()
  await page.evaluate((name) => void performance.mark(name), END)
  const after = await calls()
  const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  await page.evaluate(() => (globalThis as unknown as MarkedPage).floeStop())
  return framesOf(trace.traceEvents, after - before)
}

/** What is used of the page's global object; these files are checked without DOM types. */
interface MarkedPage {
  floeFrames: number
  floeStop(): void
  document: {
    createElement(name: 'div'): { style: Record<string, string>; remove(): void }
    body: { append(node: unknown): void }
  }
  requestAnimationFrame(call: () => void): number
  cancelAnimationFrame(id: number): void
}

/** Runs in the page. */
function moveMark(): void {
  const page = globalThis as unknown as MarkedPage
  const mark = page.document.createElement('div')
  Object.assign(mark.style, { position: 'fixed', top: '0', width: '2px', height: '2px' })
  mark.style['background'] = 'red'
  page.document.body.append(mark)
  page.floeFrames = 0
  let next = page.requestAnimationFrame(move)
  page.floeStop = () => {
    page.cancelAnimationFrame(next)
    mark.remove()
  }
  function move() {
    page.floeFrames += 1
    mark.style['transform'] = `translateX(${page.floeFrames % 100}px)`
    next = page.requestAnimationFrame(move)
  }
}

function framesOf(events: readonly TraceEvent[], calls: number): Frames {
  const begin = events.find(({ name }) => name === BEGIN)
  const end = events.find(({ name }) => name === END)
  if (begin === undefined || end === undefined) throw new Error('the trace lacks its marks')
  const times = events
    .filter(({ name, pid, ts }) => {
      return name === 'DrawFrame' && pid === begin.pid && ts > begin.ts && ts < end.ts
    })
    .map(({ ts }) => ts)
    .sort((a, b) => a - b)
  const seconds = (end.ts - begin.ts) / 1e6
  const gaps = [...times, end.ts].map((ts, i) => ts - (times[i - 1] ?? begin.ts))
  return {
    perSecond: times.length / seconds,
    animationFrames: calls / seconds,
    longestGap: Math.max(...gaps) / 1_000,
  }
}
