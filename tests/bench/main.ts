// npm run bench: Floe's node beside the genuine `BifrostNode`, in one run, each in a process of
// its own with a genuine peer over a relay on loopback. Rounds alternate between the two, so that
// whatever else the machine does falls on both; and the API beside a bare route (see api.ts).
// Prints a table of each, and writes them as JSON to .artefacts/bench.json and bench-api.json. With
// `node` or `api` as its argument it does only that part.

import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateKeyset, type Keyset } from '../../server/frostr/v1/keyset.ts'
import { type GenuineAnswer, GenuinePeer } from '../support/genuine-peer.ts'
import { apiRows, measureApi, ratioOf } from './api.ts'
import { startRelayProcess } from './relay-process.ts'
import { measureStartUp, type StartUp } from './start-up.ts'
import { markdownTable, median, quantile } from './stats.ts'

const ROUNDS = 3
const PINGS = 40
const SIGNATURES = 40
const WARM_UP = 5
const IDLE = 5_000
/** The least that GET /api/status must reach of a bare route's requests a second. */
const STATUS_RATIO = 0.5

interface Samples {
  /** Milliseconds. */
  ping: number[]
  asker: number[]
  answerer: number[]
  /** CPU of the measured process, milliseconds a signature; one figure a round. */
  askerCpu: number[]
  answererCpu: number[]
  /** Bytes. */
  rss: number[]
  /** Milliseconds from the start of the process until it is ready. */
  ready: number[]
}

type Subject = 'genuine' | 'floe'

const PROGRAMS: Record<Subject, string | undefined> = {
  genuine: undefined,
  floe: join(import.meta.dirname, 'floe-subject.ts'),
}

const empty = (): Samples => ({
  ping: [],
  asker: [],
  answerer: [],
  askerCpu: [],
  answererCpu: [],
  rss: [],
  ready: [],
})

async function round(subject: Subject, keyset: Keyset, relay: string, into: Samples) {
  const { groupCredential: group, shareCredentials } = keyset
  const [ours = '', theirs = ''] = shareCredentials
  const peer = await GenuinePeer.start({ group, share: theirs, relays: [relay] })
  const startedAt = performance.now()
  const node = await GenuinePeer.start({ group, share: ours, relays: [relay] }, PROGRAMS[subject])
  into.ready.push(performance.now() - startedAt)
  try {
    await sleep(IDLE)
    into.rss.push(dataOf(await node.memory()).rss)
    const hash = () => randomBytes(32).toString('hex')
    const ask = () => node.sign(hash(), [peer.pubkey])
    const answer = () => peer.sign(hash(), [node.pubkey])
    const ping = () => node.ping(peer.pubkey)
    for (const call of [ping, ask, answer]) await repeat(WARM_UP, call)
    into.ping.push(...(await repeat(PINGS, ping)))
    into.askerCpu.push(
      await cpuOf(node, async () => into.asker.push(...(await repeat(SIGNATURES, ask)))),
    )
    into.answererCpu.push(
      await cpuOf(node, async () => into.answerer.push(...(await repeat(SIGNATURES, answer)))),
    )
  } finally {
    await Promise.all([node.stop(), peer.stop()])
  }
}

/** How long each of `times` calls took, one after the other; throws when one fails. */
async function repeat(
  times: number,
  call: () => Promise<GenuineAnswer<unknown>>,
): Promise<number[]> {
  const samples: number[] = []
  for (let i = 0; i < times; i += 1) {
    const startedAt = performance.now()
    dataOf(await call())
    samples.push(performance.now() - startedAt)
  }
  return samples
}

/** CPU that a node has used for SIGNATURES signatures, in milliseconds each. */
async function cpuOf(node: GenuinePeer, work: () => Promise<unknown>): Promise<number> {
  const before = dataOf(await node.cpu())
  await work()
  const after = dataOf(await node.cpu())
  return (after.user + after.system - before.user - before.system) / 1000 / SIGNATURES
}

function dataOf<T>(answer: GenuineAnswer<T>): T {
  if (answer.ok) return answer.data
  throw new Error(`a measured call failed: ${answer.err}`)
}

const ms = (value: number): string => value.toFixed(1)
const mb = (bytes: number): string => (bytes / 1024 / 1024).toFixed(0)

const [cpu] = cpus()
const machine = `${cpus().length} × ${cpu?.model ?? 'unknown'}, ${mb(totalmem())} MB, Node ${process.version}`

function report(genuine: Samples, floe: Samples, server: StartUp) {
  const line = (
    name: string,
    pick: (samples: Samples) => number,
    unit: (value: number) => string,
  ) => [name, unit(pick(genuine)), unit(pick(floe)), `${(pick(genuine) / pick(floe)).toFixed(2)} ×`]
  return [
    ['', 'genuine node', 'Floe', 'genuine / Floe'],
    line('ping, p50 (ms)', (s) => median(s.ping), ms),
    line('ping, p99 (ms)', (s) => quantile(s.ping, 0.99), ms),
    line('sign as asker, p50 (ms)', (s) => median(s.asker), ms),
    line('sign as asker, p99 (ms)', (s) => quantile(s.asker, 0.99), ms),
    line('sign as answerer, p50 (ms)', (s) => median(s.answerer), ms),
    line('sign as answerer, p99 (ms)', (s) => quantile(s.answerer, 0.99), ms),
    line('CPU a signature as asker (ms)', (s) => median(s.askerCpu), ms),
    line('CPU a signature as answerer (ms)', (s) => median(s.answererCpu), ms),
    line('node, start to ready (ms)', (s) => median(s.ready), ms),
    line('node, idle RSS (MB)', (s) => median(s.rss), mb),
    ['server, start to listening (ms)', '', ms(server.listening), ''],
    ['server, start to running (ms)', '', ms(server.running), ''],
    ['server, idle RSS (MB)', '', mb(server.idleRss), ''],
  ]
}

async function benchNode(): Promise<void> {
  const relay = await startRelayProcess()
  const keyset = generateKeyset({ threshold: 2, totalMembers: 3 })
  const samples: Record<Subject, Samples> = { genuine: empty(), floe: empty() }
  try {
    for (let i = 1; i <= ROUNDS; i += 1) {
      for (const subject of ['genuine', 'floe'] as const) {
        process.stderr.write(`round ${i} of ${ROUNDS}: ${subject}\n`)
        await round(subject, keyset, relay.url, samples[subject])
      }
    }
    const server = await measureStartUp({
      GROUP_CRED: keyset.groupCredential,
      SHARE_CRED: keyset.shareCredentials[0] ?? '',
      RELAYS: relay.url,
    })
    const rows = report(samples.genuine, samples.floe, server)
    print('2-of-3, one hash a session, relay on loopback', rows)
    keep('bench.json', { samples, server })
  } finally {
    relay.stop()
  }
}

async function benchApi(): Promise<void> {
  process.stderr.write('API\n')
  const figures = await measureApi()
  print('API, keep-alive on loopback; 2-of-2 with a Floe peer', apiRows(figures))
  keep('bench-api.json', figures)
  if (ratioOf(figures) >= STATUS_RATIO) return
  process.stderr.write(`GET /api/status is below ${STATUS_RATIO} × the bare route\n`)
  process.exitCode = 1
}

function print(title: string, rows: string[][]): void {
  process.stdout.write(`\n${title}\n${machine}\n\n${markdownTable(rows)}\n`)
}

function keep(file: string, figures: object): void {
  const folder = join(import.meta.dirname, '../../.artefacts')
  mkdirSync(folder, { recursive: true })
  const json = JSON.stringify({ machine, at: new Date().toISOString(), ...figures }, null, 2)
  writeFileSync(join(folder, file), json)
}

const PARTS = { node: benchNode, api: benchApi }

for (const [name, part] of Object.entries(PARTS)) {
  const wanted = process.argv.slice(2)
  if (wanted.length === 0 || wanted.includes(name)) await part()
}
