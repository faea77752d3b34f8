// Two hundred event sockets while genuine peers ping and sign: nothing is lost, doubled or out of
// order, one that stops reading is dropped, and memory stays where it was.
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { type BuiltServer, freePort, startBuiltServer, untilReady } from '../bench/built-server.ts'
import { startRelayProcess } from '../bench/relay-process.ts'
import { type Figure, judged, told } from '../support/figures.ts'
import { type GenuineAnswer, GenuinePeer } from '../support/genuine-peer.ts'
import { until } from '../support/until.ts'
import { attachInspector, type Inspector } from './inspector.ts'
import { type MemorySample, memoryFigures, sampleMemory } from './memory.ts'
import type { Seen } from './socket-readers.ts'

export interface SocketsOptions {
  /** One of them stops reading. */
  sockets: number
  /** Minutes before memory is watched. */
  warmUp: number
  /** Minutes of measuring. */
  minutes: number
}

const API_KEY = 'a key for the soak, of many characters'
const READERS = join(import.meta.dirname, 'socket-readers.ts')
const MINUTE = 60_000
/** Milliseconds between two calls of a peer. */
const CALL_EVERY = 500
/** The same during the warm-up: what is bounded, such as the event log, fills the sooner. */
const WARM_UP_EVERY = 10
/** A genuine node may leave a call unanswered for good; it then counts as failed. */
const CALL_TIMEOUT = 15_000
/** The server asks its sockets for a sign of life every 30 s, and drops at the second question. */
const DROPPED_WITHIN = 75_000

export async function soakSockets(options: SocketsOptions): Promise<Figure[]> {
  const closing: (() => unknown)[] = []
  try {
    const relay = await startRelayProcess()
    closing.push(relay.stop)
    const { groupCredential: group, shareCredentials } = generateKeyset({
      threshold: 2,
      totalMembers: 3,
    })
    const [ours = '', ...theirs] = shareCredentials
    const port = await freePort()
    const server = await startBuiltServer({
      NODE_OPTIONS: `--inspect=127.0.0.1:${port}`,
      API_KEY,
      GROUP_CRED: group,
      SHARE_CRED: ours,
      RELAYS: relay.url,
    })
    closing.push(() => server.stop())
    const relays = [relay.url]
    const peers = await Promise.all(
      theirs.map((share) => GenuinePeer.start({ group, share, relays })),
    )
    for (const peer of peers) closing.push(() => peer.stop())
    await untilReady(server.url, { 'X-API-Key': API_KEY }, 0)
    const readers = fork(READERS, { execArgv: [] })
    closing.push(() => readers.kill())
    const inspector = await attachInspector(port)
    closing.push(inspector.close)
    return await measure(options, { server, peers, readers, inspector })
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

interface Parts {
  server: BuiltServer
  peers: readonly GenuinePeer[]
  readers: ChildProcess
  inspector: Inspector
}

async function measure(
  { sockets, warmUp, minutes }: SocketsOptions,
  { server, peers, readers, inspector }: Parts,
): Promise<Figure[]> {
  readers.send({ url: server.url, apiKey: API_KEY, sockets: sockets - 1 })
  await once(readers, 'message')
  const dropped = stopsReading(server.url)
  const self = await selfOf(server.url)
  const warm = AbortSignal.timeout(warmUp * MINUTE)
  await Promise.all(peers.map((peer) => callAgainAndAgain(peer, self, WARM_UP_EVERY, warm)))
  const over = new AbortController()
  const traffic = peers.map((peer) => callAgainAndAgain(peer, self, CALL_EVERY, over.signal))
  const samples = await sampleMemory(server, inspector, minutes)
  over.abort()
  const calls = await Promise.all(traffic)
  const wasDropped = await dropped
  const seen = await seenInTheEnd(readers)
  return figures({ samples, calls, wasDropped, seen })
}

interface Calls {
  pings: number
  signatures: number
  failed: number
}

async function callAgainAndAgain(
  peer: GenuinePeer,
  self: string,
  every: number,
  stop: AbortSignal,
): Promise<Calls> {
  const calls: Calls = { pings: 0, signatures: 0, failed: 0 }
  const count = async (what: 'pings' | 'signatures', call: Promise<GenuineAnswer<unknown>>) => {
    const late = sleep(CALL_TIMEOUT, { ok: false }, { ref: false })
    const { ok } = await Promise.race([call, late])
    calls[ok ? what : 'failed'] += 1
  }
  while (!stop.aborted) {
    await count('pings', peer.ping(self))
    await sleep(every)
    await count('signatures', peer.sign(randomBytes(32).toString('hex'), [self]))
    await sleep(every)
  }
  return calls
}

/** A client that reads its greeting and then nothing; returns whether the server dropped it. */
async function stopsReading(url: string): Promise<boolean> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/events`, {
    headers: { 'X-API-Key': API_KEY },
  })
  socket.on('error', () => {})
  await once(socket, 'message')
  socket.pause()
  await sleep(DROPPED_WITHIN)
  socket.resume()
  const closed = await Promise.race([once(socket, 'close').then(() => true), sleep(5_000, false)])
  socket.terminate()
  return closed
}

async function selfOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/peers/self`, { headers: { 'X-API-Key': API_KEY } })
  return ((await answer.json()) as { pubkey: string }).pubkey
}

/** What every reader has seen, once nothing more comes. */
async function seenInTheEnd(readers: ChildProcess): Promise<Seen[]> {
  const ask = async () => {
    readers.send({ report: true })
    const [answer] = (await once(readers, 'message')) as [{ readers: Seen[] }]
    return answer.readers
  }
  let seen = await ask()
  const isQuiet = async () => {
    const before = seen
    seen = await ask()
    return seen.every(({ last }, i) => last === before[i]?.last && last === seen[0]?.last)
  }
  // Readers that never catch up are what this looks for: the figures will show them.
  await until(isQuiet, { interval: 1_000, timeout: 20_000 }).catch(() => {})
  return seen
}

interface Outcome {
  samples: MemorySample[]
  calls: Calls[]
  wasDropped: boolean
  seen: Seen[]
}

function figures({ samples, calls, wasDropped, seen }: Outcome): Figure[] {
  const sum = (pick: (calls: Calls) => number) => calls.reduce((all, each) => all + pick(each), 0)
  const count = (fits: (reader: Seen) => boolean) => seen.filter(fits).length
  const ends = new Set(seen.map(({ last }) => last)).size
  const complete = count(({ open, misplaced, entries }) => open && misplaced === 0 && entries > 0)
  const failed = sum((each) => each.failed)
  const whole = ends === 1 && complete === seen.length
  return [
    told('pings answered', String(sum(({ pings }) => pings))),
    told('signatures given', String(sum(({ signatures }) => signatures))),
    judged('calls of the peers that failed', String(failed), '0', failed === 0),
    told('entries at each socket', String(Math.max(...seen.map(({ entries }) => entries)))),
    judged('sockets with each entry once, in order', `${complete}`, `${seen.length}`, whole),
    judged('a socket that stops reading', wasDropped ? 'dropped' : 'kept', 'dropped', wasDropped),
    ...memoryFigures(samples),
  ]
}
