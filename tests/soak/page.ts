// The console in a real Chromium, with a full log and the peers of a full group changing every
// second: it must stay smooth while the log is scrolled and a field is typed in, and its memory must
// stay where it was.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { eventTypes } from '#contract/events.ts'
import { MAX_COMMITS } from '#contract/limits.ts'
import type { PeersAnswer } from '#contract/peers.ts'
import { events as texts } from '#contract/texts/events.ts'
import { relays } from '#contract/texts/relays.ts'
import type { EventLog } from '#events/event-log.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { PAGE_LOG_MAX } from '../../web/src/lib/limits.ts'
import { slopeOf } from '../bench/stats.ts'
import { browser as launchBrowser } from '../browser/support/chromium.ts'
import { firstShare, startServer } from '../support/api-server.ts'
import { type Figure, judged, told } from '../support/figures.ts'
import { startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { type Frames, measureFrames } from './frames.ts'

export interface PageSoakOptions {
  /** Minutes during which memory is watched. */
  pageMinutes: number
}

const CONSOLE = join(import.meta.dirname, '../../dist/web')
const MINUTE = 60_000
const MB = 1024 * 1024
/** How long the log is scrolled, and how long a field is typed in. */
const ACT_FOR = 15_000
const FRAMES_A_SECOND = 50
/** Of entries, while the page is watched. */
const ENTRY_EVERY = 200
const PEERS_EVERY = 1_000
const WARM_UP = 120_000
const SAMPLE_EVERY = 10_000
const LOOKS = 8
const BETWEEN_LOOKS = 300
/** In five minutes. */
const GROWTH_MB = 1

export async function soakPage({ pageMinutes }: PageSoakOptions): Promise<Figure[]> {
  const closing: (() => unknown)[] = []
  const scope = { onTestFinished: (end: () => void | Promise<void>) => void closing.push(end) }
  try {
    const relay = await startRelayFor(scope)
    const keyset = generateKeyset({ threshold: 2, totalMembers: MAX_COMMITS })
    const floe = await startServer(scope, {
      environment: firstShare(keyset, [relay.url]),
      consoleDir: CONSOLE,
    })
    await floe.status(({ nodeActive }) => nodeActive)
    const browser = await launchBrowser()
    closing.push(() => browser.close())
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.goto(floe.url)
    const { events } = floe.context
    await fillLog(page, events)
    const { peers } = (await floe.get('/api/peers')).body as PeersAnswer
    closing.push(
      keepBusy(
        events,
        peers.map(({ pubkey }) => pubkey),
      ),
    )
    return await measure({ browser, page, peers: peers.length, pageMinutes })
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/** Fills the page's log. The server keeps fewer entries, so the page has to hear them as they come. */
async function fillLog(page: Page, events: EventLog): Promise<void> {
  await page.getByRole('region', { name: texts.entries }).waitFor()
  const full = page.getByText(texts.count(PAGE_LOG_MAX))
  for (let n = 1; !(await full.isVisible()); n += 1) {
    for (let i = 0; i < 100; i += 1) addEntry(events, n * 100 + i)
  }
}

/** Every fifth takes more than one line, and has data. */
function addEntry(events: EventLog, n: number): void {
  const type = eventTypes[n % eventTypes.length] ?? 'info'
  if (n % 5 > 0) events.add(type, `Signature response sent, number ${n}`)
  else events.add(type, `Request ${n} was refused: ${'for a long reason '.repeat(6)}`, { n })
}

/** Sends the page what a signer at work does. @returns a function that ends it */
function keepBusy(events: EventLog, peers: readonly string[]): () => void {
  let n = 0
  const entries = setInterval(() => {
    n += 1
    addEntry(events, n)
  }, ENTRY_EVERY)
  const pings = setInterval(() => {
    for (const peer of peers) {
      const presence = { pubkey: peer, online: true }
      events.of(1).peerPing(presence, true)
      events.of(1).peerStatus(presence, '/ping/res')
    }
  }, PEERS_EVERY)
  return () => {
    clearInterval(entries)
    clearInterval(pings)
  }
}

interface Watched {
  browser: Browser
  page: Page
  peers: number
  pageMinutes: number
}

async function measure({ browser, page, peers, pageMinutes }: Watched): Promise<Figure[]> {
  const inspector = await page.context().newCDPSession(page)
  let distance = 0
  const scrolling = await measureFrames(browser, page, async () => {
    distance = await scrollLog(page, inspector)
  })
  let keys = 0
  const typing = await measureFrames(browser, page, async () => {
    keys = await typeIntoField(page)
  })
  const growth = await heapGrowth(inspector, pageMinutes)
  const smooth = (name: string, frames: Frames) => [
    judged(
      `frames a second while ${name}`,
      frames.perSecond.toFixed(1),
      `at least ${FRAMES_A_SECOND}`,
      frames.perSecond >= FRAMES_A_SECOND,
    ),
    told(`animation frames a second while ${name}`, frames.animationFrames.toFixed(1)),
    told(`longest time without a frame while ${name} (ms)`, frames.longestGap.toFixed(0)),
  ]
  return [
    told('entries in the log', String(PAGE_LOG_MAX)),
    told('peers', String(peers)),
    judged('scrolled (pixels)', String(distance), 'more than 0', distance > 0),
    ...smooth('scrolling', scrolling),
    judged('keys typed and shown', String(keys), 'more than 0', keys > 0),
    ...smooth('typing', typing),
    told('heap at first (MB)', growth.first.toFixed(2)),
    told('heap at last (MB)', growth.last.toFixed(2)),
    judged(
      'heap, growth in five minutes (MB)',
      growth.inFiveMinutes.toFixed(2),
      `less than ${GROWTH_MB}`,
      growth.inFiveMinutes < GROWTH_MB,
    ),
  ]
}

/** Turns the wheel over the log, up and down again. @returns how far the log moved */
async function scrollLog(page: Page, inspector: CDPSession): Promise<number> {
  const log = page.getByRole('region', { name: texts.entries })
  await log.scrollIntoViewIfNeeded()
  const box = await log.boundingBox()
  if (box === null) throw new Error('the log is not shown')
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await log.evaluate((element) => {
    let { scrollTop } = element
    element.setAttribute('data-distance', '0')
    element.addEventListener('scroll', () => {
      const moved = Number(element.getAttribute('data-distance'))
      element.setAttribute('data-distance', String(moved + Math.abs(element.scrollTop - scrollTop)))
      scrollTop = element.scrollTop
    })
  })
  const end = performance.now() + ACT_FOR
  for (let left = ACT_FOR; left > 0; left = end - performance.now()) {
    const deltaY = left > ACT_FOR / 2 ? -120 : 120
    await inspector.send('Input.dispatchMouseEvent', {
      type: 'mouseWheel',
      ...at,
      deltaX: 0,
      deltaY,
    })
  }
  return log.evaluate((element) => Math.round(Number(element.getAttribute('data-distance'))))
}

/** Types a URL and deletes it again, at a quick person's pace. @returns the keys typed */
async function typeIntoField(page: Page): Promise<number> {
  const field = page.getByRole('textbox', { name: relays.addPlaceholder })
  const url = 'wss://relay.example.org/some/path'
  const end = performance.now() + ACT_FOR
  let keys = 0
  await field.click()
  while (performance.now() < end) {
    for (const key of url) await page.keyboard.press(key, { delay: 60 })
    await until(async () => (await field.inputValue()) === url)
    for (const _ of url) await page.keyboard.press('Backspace', { delay: 30 })
    await until(async () => (await field.inputValue()) === '')
    keys += 2 * url.length
  }
  return keys
}

/** What the page keeps after a garbage collection, in MB. */
async function heapGrowth(inspector: CDPSession, minutes: number) {
  // A page at work always has something in hand; what it keeps is the least of a few readings.
  const kept = async () => {
    let least = Number.POSITIVE_INFINITY
    for (let look = 0; look < LOOKS; look += 1) {
      await inspector.send('HeapProfiler.collectGarbage')
      const { usedSize } = await inspector.send('Runtime.getHeapUsage')
      least = Math.min(least, usedSize / MB)
      await sleep(BETWEEN_LOOKS)
    }
    return least
  }
  await sleep(WARM_UP)
  const samples: [at: number, mb: number][] = []
  const startedAt = performance.now()
  for (let now = startedAt; now <= startedAt + minutes * MINUTE; now = performance.now()) {
    samples.push([(now - startedAt) / MINUTE, await kept()])
    await sleep(SAMPLE_EVERY)
  }
  return {
    first: samples[0]?.[1] ?? Number.NaN,
    last: samples.at(-1)?.[1] ?? Number.NaN,
    inFiveMinutes: slopeOf(samples) * 5,
  }
}
