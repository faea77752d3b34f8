// The first visit of somebody who is signed in: the whole console in an empty browser, over a slow line
// and on a slow machine, until Home of a healthy 2-of-3 has all that it shows.
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { browser as launchBrowser } from '../../browser/support/chromium.ts'
import { judged, told } from '../../support/figures.ts'
import { signIn, startBuiltServer, untilReady } from '../built-server.ts'
import type { Extent, Report } from '../part.ts'
import { startRelayProcess } from '../relay-process.ts'
import { median } from '../stats.ts'
import { startSubject } from '../subjects/process.ts'
import { type Transfer, watchTransfers } from '../transfers.ts'

const RUNS = 5
const WIDE_RUNS = 15
const API_KEY = 'a key for the bench, of many characters'
/** A mobile line and a mid-range phone. Milliseconds there and back; bytes a second; times slower. */
const LINE = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 } as const
const SLOWER = 4
/** Rarely, so as not to disturb what is measured. Milliseconds. */
const LOOKS = { polling: 500, timeout: 60_000 } as const
/** Signatures on the first screen, as many as it shows. */
const SIGNED = 3
/** kB, gzipped as the server sends it to a page without TLS. */
const WHOLE_HOME = 190
/** Milliseconds until something is painted, and until the verdict can be read. */
const PAINTED = 1_800

/** Milliseconds from the page being asked for. */
export interface Seen {
  /** The first text or picture. */
  painted: number
  /** The verdict can be read. */
  verdict: number
  /** Nothing of Home is on its way any more. */
  whole: number
}

interface Visit extends Seen {
  /** All that was asked for until Home was whole. */
  transfers: Transfer[]
}

export async function measureVisit({ wide }: Extent): Promise<Report> {
  const runs = wide ? WIDE_RUNS : RUNS
  const closing: (() => unknown)[] = []
  try {
    const home = await startHome(closing)
    const browser = await launchBrowser()
    closing.push(() => browser.close())
    const visits = { en: [] as Visit[], de: [] as Visit[] }
    for (let run = 0; run < runs; run += 1) {
      visits.en.push(await visit(browser, home, 'en-GB'))
      visits.de.push(await visit(browser, home, 'de-DE'))
    }
    return reportOf(visits)
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

function reportOf(visits: { en: Visit[]; de: Visit[] }): Report {
  const middle = (of: Visit[], pick: (visit: Visit) => number) => median(of.map((one) => pick(one)))
  const { en, de } = visits
  const painted = middle(en, (visit) => visit.painted)
  const verdict = middle(en, (visit) => visit.verdict)
  const whole = middle(en, (visit) => sizeOf(visit))
  const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(2)
  const row = (name: string, of: Visit[]) => [
    name,
    seconds(middle(of, (visit) => visit.painted)),
    seconds(middle(of, (visit) => visit.verdict)),
    seconds(middle(of, (visit) => visit.whole)),
    String(middle(of, ({ transfers }) => transfers.length)),
    ...['Script', 'Stylesheet', 'Font', 'Fetch', undefined].map((type) =>
      middle(of, (visit) => sizeOf(visit, type)).toFixed(1),
    ),
    middle(of, headersOf).toFixed(1),
  ]
  return {
    title: 'the first visit to Home, 1.6 Mbit/s, 150 ms, CPU ÷ 4, gzip',
    rows: [
      [
        '',
        'painted (s)',
        'verdict (s)',
        'whole (s)',
        'requests',
        'scripts (kB)',
        'styles',
        'fonts',
        'answers',
        'all',
        'headers',
      ],
      row('English', en),
      row('German', de),
    ],
    figures: [
      judged('the whole Home (kB)', whole.toFixed(1), `at most ${WHOLE_HOME}`, whole <= WHOLE_HOME),
      judged(
        'first paint (s)',
        seconds(painted),
        `at most ${seconds(PAINTED)}`,
        painted <= PAINTED,
      ),
      told('verdict readable (s)', seconds(verdict)),
      told('the whole Home in German (kB)', middle(de, (visit) => sizeOf(visit)).toFixed(1)),
    ],
    data: visits,
  }
}

/** In kB, gzipped where the server does so, without headers; of one type of request, or of all. */
const sizeOf = ({ transfers }: Visit, type?: string): number =>
  transfers
    .filter((transfer) => type === undefined || transfer.type === type)
    .reduce((sum, { content }) => sum + content, 0) / 1_000

/** In kB: what the answers take besides. */
const headersOf = ({ transfers }: Visit): number =>
  transfers.reduce((sum, { headers }) => sum + headers, 0) / 1_000

interface Home {
  url: string
  sessionId: string
}

/** A signer with both of its peers, that has signed. */
async function startHome(closing: (() => unknown)[]): Promise<Home> {
  const relay = await startRelayProcess()
  closing.push(relay.stop)
  const { groupCredential: group, shareCredentials } = generateKeyset({
    threshold: 2,
    totalMembers: 3,
  })
  const [ours = '', ...others] = shareCredentials
  const server = await startBuiltServer({
    API_KEY,
    RATE_LIMIT_MAX: '1000000',
    GROUP_CRED: group,
    SHARE_CRED: ours,
    GROUP_NAME: 'main identity',
    RELAYS: relay.url,
  })
  closing.push(() => server.stop())
  for (const share of others) {
    const peer = await startSubject('floe', { group, share, relays: [relay.url], absent: [] })
    closing.push(() => peer.stop())
  }
  const session = await signIn(server.url, API_KEY)
  await untilReady(server.url, session, others.length)
  for (let n = 0; n < SIGNED; n += 1) await sign(server.url, session, `note ${n}`)
  return { url: server.url, sessionId: session['X-Session-ID'] ?? '' }
}

async function sign(url: string, headers: Record<string, string>, content: string): Promise<void> {
  const event = { kind: 1, content, tags: [], created_at: 1_700_000_000 }
  const answer = await fetch(`${url}/api/sign`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ event }),
  })
  if (!answer.ok) throw new Error(`could not sign: HTTP ${answer.status}`)
}

async function visit(browser: Browser, { url, sessionId }: Home, locale: string): Promise<Visit> {
  const context = await browser.newContext({ locale, viewport: { width: 1280, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript((id) => sessionStorage.setItem('floe-session', id), sessionId)
    await page.addInitScript({ path: join(import.meta.dirname, '../seen.js') })
    const inspector = await context.newCDPSession(page)
    const transfers = await watchTransfers(inspector)
    await inspector.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': 'gzip' } })
    await inspector.send('Network.emulateNetworkConditions', { offline: false, ...LINE })
    await inspector.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.goto(url)
    const noted = () => {
      const { floeSeen } = globalThis as { floeSeen?: Partial<Seen> }
      return floeSeen?.whole === undefined ? undefined : (floeSeen as Seen)
    }
    const seen = await (await page.waitForFunction(noted, undefined, LOOKS)).jsonValue()
    if (seen === undefined) throw new Error('Home was never whole')
    return { ...seen, transfers: await transfers.askedBefore(seen.whole) }
  } finally {
    await context.close()
  }
}
