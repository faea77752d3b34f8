// The API beside the least that a call can cost on this stack, and signing through it. The server, the
// bare route, the load and, for signatures, a Floe node as the peer each run in a process of their own.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { judged } from '../support/figures.ts'
import { type BuiltServer, signIn, startBuiltServer, untilReady } from './built-server.ts'
import { FRESH_SECRET, type LoadResult, rawRequest } from './http-client.ts'
import { driveElsewhere } from './load-process.ts'
import type { Report } from './part.ts'
import { startRelayProcess } from './relay-process.ts'
import { median, quantile } from './stats.ts'
import { startSubject } from './subjects/process.ts'

interface ApiFigures {
  /** Requests a second to a bare route that gives the same answer; one figure a round. */
  bare: number[]
  /** The same for one that answers `{}`. */
  empty: number[]
  status: number[]
  /** By how many are under way at once. */
  signing: Record<number, { latencies: number[]; perSecond: number }>
}

const ROUNDS = 5
const CONNECTIONS = 16
const WARM_UP = 1_000
/** Milliseconds of load a round. */
const LOAD = 3_000
const SIGNATURES = { 1: 100, 64: 1_280 } as const
/** The least share of a bare route's requests a second that GET /api/status must reach. */
const STATUS_RATIO = 0.4
const API_KEY = 'a key for the bench, of many characters'

/** @throws when a call is refused or fails */
export async function measureApi(): Promise<Report> {
  const figures = await measureCalls()
  const ratio = median(figures.status) / median(figures.bare)
  const name = 'GET /api/status / bare route, requests a second'
  return {
    title: 'API, keep-alive on loopback; 2-of-2 with a Floe peer',
    rows: rowsOf(figures, ratio),
    figures: [
      judged(name, `${ratio.toFixed(2)} ×`, `at least ${STATUS_RATIO}`, ratio >= STATUS_RATIO),
    ],
    data: figures,
  }
}

async function measureCalls(): Promise<ApiFigures> {
  const closing: (() => unknown)[] = []
  try {
    const relay = await startRelayProcess()
    closing.push(relay.stop)
    const { groupCredential: group, shareCredentials } = generateKeyset({
      threshold: 2,
      totalMembers: 2,
    })
    const [ours = '', theirs = ''] = shareCredentials
    const server = await startBuiltServer({
      API_KEY,
      RATE_LIMIT_MAX: '1000000',
      GROUP_CRED: group,
      SHARE_CRED: ours,
      RELAYS: relay.url,
    })
    closing.push(() => server.stop())
    const options = { group, share: theirs, relays: [relay.url], absent: [] }
    const peer = await startSubject('floe', options)
    closing.push(() => peer.stop())
    const session = await signIn(server.url, API_KEY)
    await untilReady(server.url, session, 1)
    return {
      ...(await measureStatus(server, session)),
      signing: await measureSigning(server, session),
    }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/** Rounds alternate, so that whatever else the machine does falls on all of them. */
async function measureStatus({ url }: BuiltServer, session: Record<string, string>) {
  const answer = (await (await fetch(`${url}/api/status`, { headers: session })).json()) as object
  const routes = { bare: await startBareRoute(answer), empty: await startBareRoute({}) }
  try {
    const requests = [rawRequest('GET', '/api/status', session)]
    const perSecond = async (at: string, duration: number) =>
      rateOf(await driveElsewhere({ url: at, requests, connections: CONNECTIONS, duration }))
    const urls = { bare: routes.bare.url, empty: routes.empty.url, status: url }
    const figures = { bare: [] as number[], empty: [] as number[], status: [] as number[] }
    for (const at of Object.values(urls)) await perSecond(at, WARM_UP)
    for (let i = 0; i < ROUNDS; i += 1) {
      for (const name of ['bare', 'status', 'empty'] as const) {
        figures[name].push(await perSecond(urls[name], LOAD))
      }
    }
    return figures
  } finally {
    for (const { stop } of Object.values(routes)) stop()
  }
}

async function startBareRoute(answer: object): Promise<{ url: string; stop(): void }> {
  const program = fork(join(import.meta.dirname, 'bare-route.ts'), { execArgv: [] })
  program.send(answer)
  const [{ url }] = (await once(program, 'message')) as [{ url: string }]
  return { url, stop: () => program.disconnect() }
}

async function measureSigning(
  { url }: BuiltServer,
  session: Record<string, string>,
): Promise<ApiFigures['signing']> {
  const requests = [rawRequest('POST', '/api/sign', session, { message: FRESH_SECRET })]
  const signing: ApiFigures['signing'] = {}
  for (const [connections, count] of Object.entries(SIGNATURES)) {
    const load = { url, requests, connections: Number(connections) }
    await driveElsewhere({ ...load, count: Number(connections) * 2 })
    const result = await driveElsewhere({ ...load, count })
    signing[Number(connections)] = { latencies: result.latencies, perSecond: rateOf(result) }
  }
  return signing
}

/** Answers a second, all of which must be good. */
function rateOf({ statuses, latencies, took }: LoadResult): number {
  if (statuses[200] !== latencies.length) {
    throw new Error(`a measured call failed: ${JSON.stringify(statuses)}`)
  }
  return latencies.length / (took / 1_000)
}

const rowsOf = ({ bare, empty, status, signing }: ApiFigures, ratio: number): string[][] => [
  ['', 'requests/s', 'p50 (ms)', 'p99 (ms)'],
  ['bare Hono route, answering {}', median(empty).toFixed(0), '', ''],
  ['bare Hono route, same answer', median(bare).toFixed(0), '', ''],
  ['GET /api/status, with a session', median(status).toFixed(0), '', ''],
  ['status / bare', `${ratio.toFixed(2)} ×`, '', ''],
  ...Object.entries(signing).map(([atATime, { latencies, perSecond }]) => [
    `POST /api/sign, ${atATime} at a time`,
    perSecond.toFixed(1),
    median(latencies).toFixed(1),
    quantile(latencies, 0.99).toFixed(1),
  ]),
]
