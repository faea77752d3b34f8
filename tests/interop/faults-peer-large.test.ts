import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { hashContext, verifyPartialSignature } from '../../server/frostr/v1/arithmetic.ts'
import { generateKeyset } from '../../server/frostr/v1/keyset.ts'
import {
  parsePartialSignatures,
  type SighashVector,
  type SignSession,
} from '../../server/frostr/v1/messages.ts'
import { type FloeNode, startFloeNode } from '../support/floe-node.ts'
import { seededPrng } from '../support/prng.ts'
import { RoguePeer } from '../support/rogue-peer.ts'
import { until } from '../support/until.ts'

/** Hashes of a request, the most that one may have; and how many requests come at once. */
const HASHES = 100
const REQUESTS = 20
/** What the event loop may be late at the 99th percentile. Milliseconds. */
const LATE = 10
/** What a ping may take, in the middle of them. Milliseconds. */
const PING = 50
/** How much of the processor's time may be the event loop's, where relay and peers live too. */
const LOOP_SHARE = 0.6

const prng = seededPrng(1401)
const hash = () => Buffer.from(prng.bytes(32)).toString('hex')
const keyset = generateKeyset({ threshold: 2, totalMembers: 3, random: prng.bytes })

let relay: RelayFixture
let greedy: RoguePeer
let modest: RoguePeer

beforeAll(async () => {
  relay = await RelayFixture.start()
  greedy = await RoguePeer.start({ keyset, idx: 2, relay: relay.url })
  modest = await RoguePeer.start({ keyset, idx: 3, relay: relay.url })
})

afterAll(async () => {
  await Promise.all([greedy.stop(), modest.stop()])
  await relay.stop()
})

async function startNode(drain: number): Promise<FloeNode> {
  const floe = await startFloeNode({
    // What is warned of here is what the tests are about.
    firstGeneration: 'answer',
    group: keyset.groupCredential,
    share: keyset.shareCredentials[0] ?? '',
    relays: [relay.url],
    timings: { startDelay: 60_000, drain },
  })
  onTestFinished(() => floe.node.stop())
  return floe
}

const largeSession = (): SignSession =>
  greedy.session(
    [1, greedy.idx],
    Array.from({ length: HASHES }, (): SighashVector => [hash(), hash()]),
  )

const ask = ({ node }: FloeNode, session: SignSession): string =>
  greedy.send(node.self.xonly, '/sign/req', JSON.stringify(session))

/** How many hashes of a session were answered with a partial signature that is valid. */
function answered(id: string, session: SignSession): number {
  const [message] = greedy.answersTo(id)
  const answer = message && parsePartialSignatures(message.data)
  if (!answer?.ok) return 0
  const psigs = new Map(answer.value.psigs)
  return session.hashes.filter((vector) => {
    const context = hashContext(keyset.group, session, vector)
    return verifyPartialSignature(context, answer.value, psigs.get(vector[0]) ?? '')
  }).length
}

/** One request at a time makes a fresh node learn what they cost, and starts its thread. */
async function warmUp(floe: FloeNode): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    const id = ask(floe, largeSession())
    await until(() => greedy.answersTo(id).length > 0)
  }
}

const total = ({ user, system }: NodeJS.CpuUsage): number => user + system

/** Threads of this process. */
function threads(): number {
  const { workers } = process.report.getReport() as unknown as { workers: unknown[] }
  return workers.length
}

describe('a peer that asks for many hashes at once, again and again', () => {
  test('gets them all, while the event loop and the pings of others stay quick', async () => {
    const floe = await startNode(100)
    await warmUp(floe)
    const asked = Array.from({ length: REQUESTS }, () => {
      const session = largeSession()
      return { session, id: ask(floe, session) }
    })
    const ended = () => asked.every(({ id }) => greedy.answersTo(id).length > 0)

    const delays = monitorEventLoopDelay({ resolution: 1 })
    const before = { loop: process.threadCpuUsage(), all: process.cpuUsage() }
    delays.enable()
    const pings: number[] = []
    while (!ended()) {
      const startedAt = performance.now()
      await modest.ask(floe.node.self.xonly, '/ping/req', 'ping')
      pings.push(performance.now() - startedAt)
      await sleep(1)
    }
    delays.disable()
    const loop = total(process.threadCpuUsage(before.loop))
    const all = total(process.cpuUsage(before.all))
    const late = delays.percentile(99) / 1e6
    // What the machine itself takes away is none of ours.
    delays.reset()
    delays.enable()
    await sleep(500)
    delays.disable()

    expect(asked.map(({ id, session }) => answered(id, session))).toEqual(
      Array(REQUESTS).fill(HASHES),
    )
    expect(late - delays.percentile(99) / 1e6).toBeLessThan(LATE)
    expect(pings.toSorted((a, b) => a - b)[pings.length >> 1]).toBeLessThan(PING)
    expect(loop / all).toBeLessThan(LOOP_SHARE)
  })
})

describe('a stop while a thread is at work', () => {
  test('comes after the answer', async () => {
    const floe = await startNode(7_000)
    await warmUp(floe)
    expect(threads()).toBe(1)
    const session = largeSession()
    const id = ask(floe, session)
    await until(() => floe.entries.some(({ data }) => hasSession(data, session)), { interval: 1 })
    await floe.node.stop()
    await until(() => greedy.answersTo(id).length > 0)
    expect(answered(id, session)).toBe(HASHES)
    expect(threads()).toBe(0)
  })

  test('that can not wait lets go of it', async () => {
    const floe = await startNode(0)
    await warmUp(floe)
    const sessions = Array.from({ length: REQUESTS }, largeSession)
    for (const session of sessions) ask(floe, session)
    const last = sessions.at(-1)
    if (last === undefined) throw new Error('nothing was asked')
    await until(() => floe.entries.some(({ data }) => hasSession(data, last)), { interval: 1 })
    const before = floe.audited.length
    await floe.node.stop()
    expect(threads()).toBe(0)
    expect(floe.audited.length).toBe(before)
    expect(before).toBeLessThan(3 + REQUESTS)
    expect(floe.entries.filter(({ type }) => type === 'warning')).toEqual([])
  })
})

const hasSession = (data: unknown, { sid }: SignSession): boolean =>
  (data as { session?: string } | undefined)?.session === sid
