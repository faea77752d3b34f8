// Hours of signing, in minutes: the whole server signs for callers of its API, and for two peers
// that ask it, without pause. Its memory must stay where it was, and its event loop be on time.

import { generateKeyset } from '#protocol/v1/keyset.ts'
import {
  AS_IN_THE_IMAGE,
  type BuiltServer,
  freePort,
  startBuiltServer,
  untilReady,
} from '../bench/built-server.ts'
import { FRESH_SECRET, type LoadResult, rawRequest } from '../bench/http-client.ts'
import { driveElsewhere } from '../bench/load-process.ts'
import { startRelayProcess } from '../bench/relay-process.ts'
import { median, quantile } from '../bench/stats.ts'
import { type SubjectProcess, startSubject } from '../bench/subjects/process.ts'
import type { WorkResult } from '../bench/subjects/work.ts'
import { type Figure, judged, told } from '../support/figures.ts'
import { attachInspector, type Inspector } from './inspector.ts'
import { type MemorySample, memoryFigures, sampleMemory } from './memory.ts'

export interface LoadOptions {
  /** Minutes before anything is measured: what is bounded fills, and V8 finds its size. */
  warmUp: number
  /** Minutes of measuring. */
  loadMinutes: number
}

const API_KEY = 'a key for the soak, of many characters'
const MINUTE = 60_000
/** Callers of the API, and milliseconds between two calls of each. */
const CALLERS = 64
const CALL_EVERY = 500
/** What each peer asks for: below the rate that the server allows a peer, in sessions of several. */
const PEER = { action: { do: 'sign', hashes: 10 }, atATime: 1, every: 100 } as const
/** Milliseconds, at the 99th percentile. */
const LATE = 10

/** Run in the server; it adds hardly anything to what is resident there. */
const WATCH_LOOP = `globalThis.floeLoop = process.getBuiltinModule('node:perf_hooks')
  .monitorEventLoopDelay({ resolution: 1 }); floeLoop.enable()`
const LOOP_DELAY = '({ p50: floeLoop.percentile(50) / 1e6, p99: floeLoop.percentile(99) / 1e6 })'

export async function soakLoad(options: LoadOptions): Promise<Figure[]> {
  const closing: (() => unknown)[] = []
  try {
    const relay = await startRelayProcess()
    closing.push(relay.stop)
    const {
      groupCredential: group,
      shareCredentials,
      ...keyset
    } = generateKeyset({
      threshold: 2,
      totalMembers: 3,
    })
    const port = await freePort()
    const server = await startBuiltServer({
      ...AS_IN_THE_IMAGE,
      NODE_OPTIONS: `${AS_IN_THE_IMAGE.NODE_OPTIONS} --inspect=127.0.0.1:${port}`,
      API_KEY,
      RATE_LIMIT_MAX: '1000000',
      LOG_LEVEL: 'fatal',
      GROUP_CRED: group,
      SHARE_CRED: shareCredentials[0] ?? '',
      RELAYS: relay.url,
    })
    closing.push(() => server.stop())
    const inspector = await attachInspector(port)
    closing.push(inspector.close)
    const peers: SubjectProcess[] = []
    for (const [at, other] of [
      [1, 2],
      [2, 1],
    ] as const) {
      // Each asks only the server.
      const absent = [keyset.group.commits[other]?.pubkey.slice(2) ?? '']
      const share = shareCredentials[at] ?? ''
      const peer = await startSubject('floe', { group, share, relays: [relay.url], absent })
      closing.push(() => peer.stop())
      peers.push(peer)
    }
    await untilReady(server.url, { 'X-API-Key': API_KEY }, peers.length)
    return await measure(options, { server, inspector, peers })
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

interface Parts {
  server: BuiltServer
  inspector: Inspector
  peers: readonly SubjectProcess[]
}

async function measure({ warmUp, loadMinutes }: LoadOptions, parts: Parts): Promise<Figure[]> {
  const { server, inspector } = parts
  await sign(parts, warmUp)
  await inspector.evaluate(WATCH_LOOP)
  const signing = sign(parts, loadMinutes)
  const samples = await sampleMemory(server, inspector, loadMinutes)
  const { asked, given } = await signing
  const loop = (await inspector.evaluate(LOOP_DELAY)) as LoopDelay
  return figures({ samples, asked, given, loop })
}

async function sign({ server: { url }, peers }: Parts, minutes: number) {
  const duration = minutes * MINUTE
  const requests = [
    rawRequest('POST', '/api/sign', { 'X-API-Key': API_KEY }, { message: FRESH_SECRET }),
  ]
  const callers = { url, requests, connections: CALLERS, every: CALL_EVERY, duration }
  const [asked, ...given] = await Promise.all([
    driveElsewhere(callers),
    ...peers.map((peer) => peer.call('work', { ...PEER, duration })),
  ])
  return { asked, given }
}

/** Milliseconds. */
interface LoopDelay {
  p50: number
  p99: number
}

interface Outcome {
  samples: MemorySample[]
  asked: LoadResult
  given: WorkResult[]
  loop: LoopDelay
}

function figures({ samples, asked, given, loop }: Outcome): Figure[] {
  const signed = asked.statuses[200] ?? 0
  const refused = asked.latencies.length - signed
  const sessions = given.flatMap(({ latencies }) => latencies)
  const failed = refused + given.reduce((sum, one) => sum + one.failed, 0)
  const seconds = asked.took / 1_000
  const perSecond = (count: number) => (count / seconds).toFixed(1)
  return [
    told('signatures for callers, a second', perSecond(signed)),
    told('a call, p50 (ms)', median(asked.latencies).toFixed(1)),
    told('a call, p99 (ms)', quantile(asked.latencies, 0.99).toFixed(1)),
    told('signatures for peers, a second', perSecond(sessions.length * PEER.action.hashes)),
    told("a peer's session, p50 (ms)", median(sessions).toFixed(1)),
    told("a peer's session, p99 (ms)", quantile(sessions, 0.99).toFixed(1)),
    judged('calls and sessions that failed', String(failed), '0', failed === 0),
    told('event loop, p50 (ms)', loop.p50.toFixed(2)),
    judged('event loop, p99 (ms)', loop.p99.toFixed(2), `at most ${LATE}`, loop.p99 <= LATE),
    ...memoryFigures(samples),
  ]
}
