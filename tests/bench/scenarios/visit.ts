// The first visit: the console in an empty browser, over a slow line and on a slow machine. Somebody who is signed in waits
// for the Signer page of a healthy 2-of-3 to have all that it shows, somebody else for the login to take what is typed.
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
import { isCode, type Transfer, watchTransfers } from '../transfers.ts'

const RUNS = 5
const WIDE_RUNS = 15
const API_KEY = 'a key for the bench, of many characters'
/** A mobile line and a mid-range phone. Milliseconds there and back; bytes a second; times slower. */
const LINE = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 } as const
const SLOWER = 4
/** Rarely, so as not to disturb what is measured. Milliseconds. */
const LOOKS = { polling: 500, timeout: 60_000 } as const
/** Signatures that the Signer page shows. */
const SIGNED = 3
/** kB of code and style sheets, gzipped as the server sends it to a page without TLS. */
const WHOLE_PAGE = 180
/** Milliseconds until something is painted, and until the login takes what is typed. */
const PAINTED = 1_300
const LOGIN = 2_500

/** Milliseconds from the page being asked for. */
export interface Seen {
  /** The first text or picture. */
  painted: number
  /** The status of the signer can be read; or the login has its field, with the focus in it. */
  there: number
  /** Nothing that the page shows is on its way any more. */
  whole: number
}

interface Visit extends Seen {
  /** All that was asked for until the page was idle. */
  transfers: Transfer[]
}

export async function measureVisit({ wide }: Extent): Promise<Report> {
  const runs = wide ? WIDE_RUNS : RUNS
  const closing: (() => unknown)[] = []
  try {
    const signer = await startSigner(closing)
    const browser = await launchBrowser()
    closing.push(() => browser.close())
    const visits: Visits = { signer: [], german: [], login: [] }
    for (let run = 0; run < runs; run += 1) {
      visits.signer.push(await visit(browser, signer, 'en-GB'))
      visits.german.push(await visit(browser, signer, 'de-DE'))
      visits.login.push(await visit(browser, { url: signer.url }, 'en-GB'))
    }
    return reportOf(visits)
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

type Visits = Record<'signer' | 'german' | 'login', Visit[]>

function reportOf(visits: Visits): Report {
  const middle = (of: Visit[], pick: (visit: Visit) => number) => median(of.map((one) => pick(one)))
  const { signer, german, login } = visits
  const painted = Math.max(...[signer, login].map((of) => middle(of, (visit) => visit.painted)))
  const usable = middle(login, (visit) => visit.there)
  const code = middle(signer, codeOf)
  const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(2)
  const row = (name: string, of: Visit[]) => [
    name,
    ...(['painted', 'there', 'whole'] as const).map((what) =>
      seconds(middle(of, (visit) => visit[what])),
    ),
    String(middle(of, ({ transfers }) => transfers.length)),
    ...[codeOf, sizeOf, headersOf].map((size) => middle(of, size).toFixed(1)),
  ]
  return {
    title: 'the first visit, 1.6 Mbit/s, 150 ms, CPU ÷ 4, gzip',
    rows: [
      [
        ...['', 'painted (s)', 'usable (s)', 'whole (s)', 'requests', 'code (kB)', 'all (kB)'],
        'headers (kB)',
      ],
      row('Signer', signer),
      row('Signer, German', german),
      row('Login', login),
    ],
    figures: [
      judged(
        'first paint (s)',
        seconds(painted),
        `at most ${seconds(PAINTED)}`,
        painted <= PAINTED,
      ),
      judged('login usable (s)', seconds(usable), `at most ${seconds(LOGIN)}`, usable <= LOGIN),
      judged(
        'the whole Signer page (kB)',
        code.toFixed(1),
        `at most ${WHOLE_PAGE}`,
        code <= WHOLE_PAGE,
      ),
      told('status readable (s)', seconds(middle(signer, (visit) => visit.there))),
      told('the whole Signer page in German (kB)', middle(german, codeOf).toFixed(1)),
    ],
    data: visits,
  }
}

/** In kB, gzipped where the server does so, without headers. */
const sizeOf = ({ transfers }: Visit): number =>
  transfers.reduce((sum, { content }) => sum + content, 0) / 1_000

/** The same of code and style sheets alone. */
const codeOf = ({ transfers, ...seen }: Visit): number =>
  sizeOf({ ...seen, transfers: transfers.filter(isCode) })

/** In kB: what the answers take besides. */
const headersOf = ({ transfers }: Visit): number =>
  transfers.reduce((sum, { headers }) => sum + headers, 0) / 1_000

interface Visited {
  url: string
  /** Undefined: nobody is signed in. */
  sessionId?: string
}

/** A signer with both of its peers, that has signed. */
async function startSigner(closing: (() => unknown)[]): Promise<Visited> {
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

async function visit(
  browser: Browser,
  { url, sessionId }: Visited,
  locale: string,
): Promise<Visit> {
  const context = await browser.newContext({ locale, viewport: { width: 1280, height: 900 } })
  try {
    const page = await context.newPage()
    if (sessionId !== undefined) {
      await page.addInitScript((id) => sessionStorage.setItem('floe-session', id), sessionId)
    }
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
    if (seen === undefined) throw new Error('The page was never whole')
    return { ...seen, transfers: await transfers.whenIdle() }
  } finally {
    await context.close()
  }
}
