// Apps (NIP-46) beside the API and beside a key in one place: how long an answer takes, how many there are a
// second, and how much an app slows down others. The server, the relay, the share holders and each client run
// in processes of their own.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import type { InviteAnswer } from '#contract/apps.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { type AppClient, startAppClient } from '../../support/app-client.ts'
import { type Figure, judged } from '../../support/figures.ts'
import { sendOddRequests } from '../../support/odd-requests.ts'
import { seededPrng } from '../../support/prng.ts'
import type { AppCalls, AppResult } from '../app-program.ts'
import { type BuiltServer, signIn, startBuiltServer, untilReady } from '../built-server.ts'
import { FRESH_SECRET, rawRequest } from '../http-client.ts'
import { driveElsewhere } from '../load-process.ts'
import { measureOnePlace } from '../one-place.ts'
import type { OnePlace } from '../one-place-program.ts'
import { ms, type Report } from '../part.ts'
import { type RelayProcess, startRelayProcess } from '../relay-process.ts'
import { type Remote, startRemote } from '../remote.ts'
import { median, quantile } from '../stats.ts'
import { startSubject } from '../subjects/process.ts'

const PROGRAM = join(import.meta.dirname, '../app-program.ts')
const API_KEY = 'a key for the bench, of many characters'

/** On the repository's disk: what a commit takes is measured too. */
const ARTEFACTS = join(import.meta.dirname, '../../../.artefacts')

const PING_P50 = 4
/** As a share of the CPU that nostr-tools takes to open and answer a request, both keys at hand. */
const FIRST_RATIO = 0.08
const WARM_RATIO = 0.12
/** The whole server’s CPU for a ping, as a share of the same. */
const PING_RATIO = 0.15
const COLD_ROUNDS = 3
const SIGN_BEYOND_OWN = 5
const PINGS_PER_SECOND = 1_000
const DECRYPTS = 1_000
const DECRYPTS_WITHIN = 15_000
/** Messages that share holders send each other for them: relays take few from one sender. */
const DECRYPT_MESSAGES = 300
/** Of 2026 and of 1.x. */
const PEER_KINDS = [20_000, 20_004]
const OTHERS_P95 = 150
const REPEATED = 5
const CROWD = { task: 'decrypt', count: DECRYPTS, atATime: DECRYPTS } as const
const FLOOD = { strangers: 1_000, perSecond: 10_000 / 60, duration: 6_000 }
const FLOOD_ROUNDS = 3
const FLOOD_MB = 20
const ODD_REQUESTS = 10_000
const ODD_MB = 20
const FLOOD_RATIO = 2

type App = Remote<AppCalls>

/** @throws when something is refused or fails */
export async function measureApps(): Promise<Report> {
  const closing: (() => unknown)[] = []
  try {
    const relay = await startRelayProcess()
    closing.push(relay.stop)
    const keyset = generateKeyset({ threshold: 2, totalMembers: 3 })
    const { groupCredential: group, shareCredentials } = keyset
    const [ours = '', ...theirs] = shareCredentials
    const server = await startBuiltServer({
      ...{ API_KEY, RATE_LIMIT_MAX: '1000000' },
      ...{ GROUP_CRED: group, SHARE_CRED: ours, RELAYS: relay.url },
    })
    closing.push(() => server.stop())
    mkdirSync(ARTEFACTS, { recursive: true })
    const peers: Cpu[] = []
    for (const share of theirs) {
      const nonces = mkdtempSync(join(ARTEFACTS, 'holder-'))
      closing.push(() => rmSync(nonces, { recursive: true }))
      const options = { group, share, relays: [relay.url], absent: [], nonces }
      const peer = await startSubject('floe', options)
      closing.push(() => peer.stop())
      peers.push({ cpu: () => peer.call('cpu') })
    }
    const session = await signIn(server.url, API_KEY)
    await untilReady(server.url, session, 2)
    const pubkey = keyset.group.group_pk.slice(2)
    const newApp = async (): Promise<App> => {
      const app = await startApp(server, session, pubkey)
      closing.push(() => app.stop())
      return app
    }
    const onePlace = await measureInOnePlace()
    const crowd = await measureCrowd(await newApp(), relay, [server, ...peers])
    const report = await measure(server, session, onePlace.library, await newApp(), await newApp())
    const odd = await startAppClient(
      { onTestFinished: (end) => closing.push(end) },
      { uri: await invite(server, session) },
    )
    await odd.connect()
    const figures = [...onePlace.figures, ...crowd, ...report.figures, await oddMemory(server, odd)]
    return { ...report, figures, data: { ...report.data, onePlace: onePlace.measured } }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

interface InOnePlace {
  figures: Figure[]
  /** Milliseconds of CPU that the library takes once it is warm. */
  library: number
  measured: object
}

/** Measures opening and answering a request by Floe's code and by nostr-tools, in rounds that alternate. */
async function measureInOnePlace(): Promise<InOnePlace> {
  const measured = { Floe: [] as OnePlace[], 'nostr-tools': [] as OnePlace[] }
  for (let round = 0; round < COLD_ROUNDS; round += 1) {
    for (const by of ['Floe', 'nostr-tools'] as const) {
      measured[by].push(await measureOnePlace(by))
    }
  }
  const of = (by: keyof typeof measured, when: keyof OnePlace) =>
    median(measured[by].map((one) => one[when]))
  const ratio = (when: keyof OnePlace) => of('Floe', when) / of('nostr-tools', when)
  const name = 'CPU of opening and answering a request, as a multiple of nostr-tools’'
  return {
    figures: [
      atMost(`${name}, the first of a process`, ratio('first'), FIRST_RATIO),
      atMost(`${name}, warm`, ratio('warm'), WARM_RATIO),
    ],
    library: of('nostr-tools', 'warm'),
    measured,
  }
}

/** Measures what many decryptions at once cost everybody but the app itself, with no other load. */
async function measureCrowd(
  app: App,
  relay: RelayProcess,
  signers: readonly Cpu[],
): Promise<Figure[]> {
  await app.call('run', { task: 'decrypt', count: 200, atATime: 200 })
  const messages = () => relay.call('taken', PEER_KINDS)
  const cpu = async () => {
    const times = await Promise.all([relay.call('cpu'), ...signers.map((one) => one.cpu())])
    return times.reduce((sum, time) => sum + time, 0)
  }
  const [sentBefore, usedBefore] = [await messages(), await cpu()]
  const { took } = sound(await app.call('run', CROWD))
  const [sent, used] = [(await messages()) - sentBefore, ((await cpu()) - usedBefore) / DECRYPTS]
  return [
    atMost(`${DECRYPTS} nip44_decrypt of as many keys, alone (ms)`, took, DECRYPTS_WITHIN),
    judged(
      'messages between share holders for them',
      String(sent),
      `at most ${DECRYPT_MESSAGES}`,
      sent <= DECRYPT_MESSAGES,
    ),
    judged('CPU of server, share holders and relay for each (ms)', ms(used), 'to be seen', true),
  ]
}

interface Cpu {
  /** Milliseconds. */
  cpu(): number | Promise<number>
}

async function measure(
  server: BuiltServer,
  session: Record<string, string>,
  inOnePlace: number,
  app: App,
  other: App,
): Promise<Report> {
  await app.call('run', { task: 'sign', count: 50, atATime: 1 })
  await app.call('run', { task: 'ping', count: 500, atATime: 8 })
  const ping = sound(await app.call('run', { task: 'ping', count: 300, atATime: 1 }))
  const pubkey = sound(await app.call('run', { task: 'get_public_key', count: 300, atATime: 1 }))
  const own = await driveElsewhere({
    url: server.url,
    requests: [rawRequest('POST', '/api/sign', session, { message: FRESH_SECRET })],
    connections: 1,
    count: 200,
  })
  const sign = sound(await app.call('run', { task: 'sign', count: 200, atATime: 1 }))
  const usedBefore = server.cpu()
  const many = sound(await app.call('run', { task: 'ping', count: 5_000, atATime: 64 }))
  const cpuAPing = (server.cpu() - usedBefore) / many.latencies.length
  const perSecond = many.latencies.length / (many.took / 1_000)

  const decrypting = app.call('run', CROWD)
  const beside: AppResult[] = []
  let isOver = false
  void decrypting.finally(() => {
    isOver = true
  })
  while (!isOver) beside.push(await other.call('run', { task: 'sign', count: 5, atATime: 1 }))
  const decrypts = sound(await decrypting)
  const busy = beside.flatMap(({ latencies }) => latencies)
  await app.call('run', { task: 'decrypt the same', count: 5, atATime: 1 })
  const same = sound(await app.call('run', { task: 'decrypt the same', count: 100, atATime: 1 }))

  const before = server.rss()
  const { calm, flooded } = await measureFlood(app, other)
  const floodRatio = quantile(flooded, 0.95) / quantile(calm, 0.95)
  const grown = (server.rss() - before) / 1_048_576

  const figures: Figure[] = [
    atMost('ping, p50 (ms)', median(ping.latencies), PING_P50),
    atMost('get_public_key, p50 (ms)', median(pubkey.latencies), PING_P50),
    atMost(
      'sign_event beyond POST /api/sign, p50 (ms)',
      median(sign.latencies) - median(own.latencies),
      SIGN_BEYOND_OWN,
    ),
    judged(
      'pings a second',
      perSecond.toFixed(0),
      `at least ${PINGS_PER_SECOND}`,
      perSecond >= PINGS_PER_SECOND,
    ),
    atMost(
      'CPU of a ping, as a multiple of nostr-tools’ in one place',
      cpuAPing / inOnePlace,
      PING_RATIO,
    ),
    atMost(`${DECRYPTS} nip44_decrypt of as many keys (ms)`, decrypts.took, DECRYPTS_WITHIN),
    atMost('sign_event of another app meanwhile, p95 (ms)', quantile(busy, 0.95), OTHERS_P95),
    atMost('nip44_decrypt of a key met before, p50 (ms)', median(same.latencies), REPEATED),
    atMost(
      'sign_event under 10,000 foreign events a minute, p95, as a multiple',
      floodRatio,
      FLOOD_RATIO,
    ),
    atMost('memory after such a flood (MB more)', grown, FLOOD_MB),
  ]
  return {
    title: 'apps over NIP-46, 2-of-3, Floe share holders, loopback',
    rows: [
      ['', 'p50 (ms)', 'p95 (ms)'],
      row('sign in one place (nostr-tools)', localSignatures()),
      row('POST /api/sign', own.latencies),
      row('sign_event', sign.latencies),
      row('ping', ping.latencies),
      row('ping, 64 at a time', many.latencies),
      row(`nip44_decrypt, ${DECRYPTS} at once`, decrypts.latencies),
      row('sign_event of another app meanwhile', busy),
      row('sign_event of one app alone', calm),
      row('the same under a flood of strangers', flooded),
    ],
    figures,
    data: { cpuAPing, ping, sign, own, many, decrypts, busy, same, calm, flooded },
  }
}

/** Measures the memory that is still in use after requests that nobody should send. */
async function oddMemory(server: BuiltServer, client: AppClient): Promise<Figure> {
  const before = server.rss()
  const { answers, due } = await sendOddRequests(client, ODD_REQUESTS, seededPrng(ODD_REQUESTS))
  if (answers.length !== due) throw new Error(`${due} answers were due, ${answers.length} came`)
  const grown = (server.rss() - before) / 1_048_576
  return atMost(`memory after ${ODD_REQUESTS} odd requests (MB more)`, grown, ODD_MB)
}

/** Rounds with and without strangers alternate, so that whatever else the machine does falls on both. */
async function measureFlood(app: App, other: App): Promise<Record<'calm' | 'flooded', number[]>> {
  const measured = { calm: [] as number[], flooded: [] as number[] }
  const signing = { task: 'sign', count: 100, atATime: 1 } as const
  for (let round = 0; round < FLOOD_ROUNDS; round += 1) {
    measured.calm.push(...sound(await other.call('run', signing)).latencies)
    await app.call('flood', FLOOD)
    measured.flooded.push(...sound(await other.call('run', signing)).latencies)
    await app.call('flooded')
  }
  return measured
}

const row = (name: string, latencies: readonly number[]): string[] => [
  name,
  ms(median(latencies)),
  ms(quantile(latencies, 0.95)),
]

const atMost = (name: string, value: number, most: number): Figure =>
  judged(name, ms(value), `at most ${most}`, value <= most)

function sound(result: AppResult): AppResult {
  if (result.failed > 0) throw new Error(`${result.failed} requests were answered with an error`)
  return result
}

async function startApp(
  server: BuiltServer,
  session: Record<string, string>,
  group: string,
): Promise<App> {
  const uri = await invite(server, session)
  const { remote } = await startRemote<AppCalls, null>(PROGRAM, { uri, group })
  const result = await remote.call('connect')
  if (result !== 'ack') throw new Error('an app was not paired')
  return remote
}

/** @returns a link for a new app */
async function invite({ url }: BuiltServer, session: Record<string, string>): Promise<string> {
  const answer = await fetch(`${url}/api/apps/invite`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...session },
    body: JSON.stringify({ name: 'App', preset: 'all', allow: ['nip44_decrypt'] }),
  })
  const { uri } = (await answer.json()) as InviteAnswer
  return uri
}

/** What the field's library takes with the whole key at hand. */
function localSignatures(): number[] {
  const seckey = generateSecretKey()
  return Array.from({ length: 100 }, (_, n) => {
    const at = performance.now()
    finalizeEvent({ kind: 1, created_at: n, tags: [], content: String(n) }, seckey)
    return performance.now() - at
  })
}
