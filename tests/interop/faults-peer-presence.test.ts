import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { type GenerationName, generationNames } from '../../server/contract/generations.ts'
import { MAX_STAMP_SKEW_S, STOP_TIMEOUT } from '../../server/contract/limits.ts'
import { refusal, request } from '../../server/contract/messages.ts'
import { verifySignature } from '../../server/frostr/event.ts'
import { generateKeyset } from '../../server/frostr/v1/keyset.ts'
import { createFloeNode, type FloeNode, type FloeNodeOptions } from '../support/floe-node.ts'
import { GenuinePeer } from '../support/genuine-peer.ts'
import { NextRogue, onlyPings as onlyNextPings } from '../support/next-rogue.ts'
import { speaking } from '../support/pair.ts'
import { seededPrng } from '../support/prng.ts'
import { type Conduct, onlyPings, RoguePeer, silent } from '../support/rogue-peer.ts'
import { until } from '../support/until.ts'

const prng = seededPrng(301)
const hash = () => Buffer.from(prng.bytes(32)).toString('hex')
const keyset = generateKeyset({ threshold: 2, totalMembers: 3, random: prng.bytes })
const groupKey = keyset.group.group_pk.slice(2)

let relay: RelayFixture
beforeAll(async () => {
  relay = await RelayFixture.start()
})
afterAll(() => relay.stop())

async function startNode(idx: number, options: Partial<FloeNodeOptions> = {}): Promise<FloeNode> {
  const floe = createFloeNode({
    group: keyset.groupCredential,
    share: keyset.shareCredentials[idx - 1] ?? '',
    relays: [relay.url],
    timings: { startDelay: 60_000 },
    // What is warned of here is what the tests are about.
    firstGeneration: 'answer',
    ...options,
  })
  onTestFinished(() => floe.node.stop())
  floe.node.start()
  await until(() => floe.node.isReady)
  return floe
}

async function startPeer(idx: number, conduct?: Conduct): Promise<RoguePeer> {
  const options = { keyset, idx, relay: relay.url }
  const peer = await RoguePeer.start(conduct ? { ...options, conduct } : options)
  onTestFinished(() => peer.stop())
  return peer
}

/** A peer of either generation, as far as these tests steer it. */
interface Member {
  /** From now on it answers nothing, or pings alone. */
  fallSilent(): void
  answerPingsAlone(): void
  /** How many signatures it was asked for. */
  asked(): number
}

const startMember: Record<GenerationName, (idx: number) => Promise<Member>> = {
  '1.x': async (idx) => {
    const peer = await startPeer(idx)
    return {
      fallSilent: () => {
        peer.conduct = silent
      },
      answerPingsAlone: () => {
        peer.conduct = onlyPings
      },
      asked: () => peer.heard.filter(({ tag }) => tag === '/sign/req').length,
    }
  },
  '2026': async (idx) => {
    const peer = await NextRogue.start(keyset, idx, relay.url)
    onTestFinished(() => peer.stop())
    return {
      fallSilent: () => {
        peer.conduct = () => null
      },
      answerPingsAlone: () => {
        peer.conduct = onlyNextPings
      },
      asked: () => peer.heard.filter(({ type }) => type === 'SignRequest').length,
    }
  },
}

/** What is sent within the second of a start may be of the time before it. */
async function nextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1000)
  const now = second()
  await until(() => second() > now)
}

const warnings = ({ entries }: FloeNode) => entries.filter(({ type }) => type === 'warning')

/** Milliseconds that each of so many signatures took, one after the other; all must be valid. */
async function signOneByOne({ node }: FloeNode, count: number): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < count; n += 1) {
    const sighash = hash()
    const startedAt = performance.now()
    const outcome = await node.sign(sighash)
    took.push(performance.now() - startedAt)
    if (!outcome.ok) throw new Error(`signature ${n}: ${outcome.reason}`)
    expect(verifySignature(outcome.signature.signature, sighash, groupKey)).toBe(true)
  }
  return took
}

describe.each(generationNames)(
  'with one of two possible co-signers away, 20 of 20 signatures in %s come within 2 s',
  (generation) => {
    const start = startMember[generation]
    // Of those that are equally good, the one that is away is asked first.
    const startAsker = () =>
      startNode(1, { ...speaking({ onTestFinished }, generation), random: () => 0 })

    test('when it never was there', async () => {
      await start(2)
      const floe = await startAsker()
      expect(Math.max(...(await signOneByOne(floe, 20)))).toBeLessThan(2_000)
    })

    test('when it was online when last pinged', async () => {
      const gone = await start(2)
      await start(3)
      const floe = await startAsker()
      expect((await floe.node.pingAll()).map(({ success }) => success)).toEqual([true, true])
      gone.fallSilent()
      expect(Math.max(...(await signOneByOne(floe, 20)))).toBeLessThan(2_000)
      expect(gone.asked()).toBeGreaterThan(0)
    })

    test('when it still answers pings', async () => {
      const deaf = await start(2)
      await start(3)
      const floe = await startAsker()
      deaf.answerPingsAlone()
      await floe.node.pingAll()
      expect(Math.max(...(await signOneByOne(floe, 5)))).toBeLessThan(2_000)
      expect(deaf.asked()).toBeGreaterThan(0)
    })

    test('and all that come at once do so too', async () => {
      const gone = await start(2)
      await start(3)
      const floe = await startAsker()
      await floe.node.pingAll()
      gone.fallSilent()
      const startedAt = performance.now()
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => floe.node.sign(hash())))
      expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([])
      expect(performance.now() - startedAt).toBeLessThan(3_000)
    })
  },
)

test.each(generationNames)(
  'with nobody to sign with, a request in %s ends after its time-out with a clear reason',
  async (generation) => {
    const peer = await startMember[generation](2)
    const floe = await startNode(1, speaking({ onTestFinished }, generation))
    if (generation === '2026') await floe.node.ping(keyset.group.commits[1]?.pubkey ?? '')
    peer.fallSilent()
    const startedAt = performance.now()
    expect(await floe.node.sign(hash())).toEqual({
      ok: false,
      reason: request.timeout(5_000),
      code: 'timeout',
    })
    expect(performance.now() - startedAt).toBeLessThan(7_000)
  },
)

describe('the same share in a second node is said once, in the log and the status', () => {
  test('when that is another Floe', async () => {
    const peer = await startPeer(2)
    const first = await startNode(1)
    await nextSecond()
    const second = await startNode(1)
    for (let n = 0; n < 3; n += 1) await second.node.ping(peer.xonly)
    await until(() => warnings(first).length > 0)
    await first.node.sendEcho()
    await second.node.sendEcho()
    expect(warnings(first)).toHaveLength(1)
    expect(warnings(first)[0]?.message).toContain('Another node is running with the same share')
    expect(first.node.warnings.list).toHaveLength(1)
    expect(await first.node.sign(hash())).toMatchObject({ ok: true })
  })

  test('when that is a genuine node that pings a peer', async () => {
    const peer = await startPeer(2)
    const floe = await startNode(1)
    const genuine = await GenuinePeer.start({
      group: keyset.groupCredential,
      share: keyset.shareCredentials[0] ?? '',
      relays: [relay.url],
    })
    onTestFinished(() => genuine.stop())
    await nextSecond()
    for (let n = 0; n < 2; n += 1)
      expect(await genuine.ping(peer.xonly)).toMatchObject({ ok: true })
    await until(() => warnings(floe).length > 0)
    expect(warnings(floe)).toHaveLength(1)
    expect(floe.node.warnings.list).toHaveLength(1)
  })

  test('but not when the share is being handed over', async () => {
    await startPeer(2)
    const floe = await startNode(1)
    await nextSecond()
    const announced = floe.node.awaitEcho(10_000)
    const taker = await startNode(1)
    expect(await taker.node.sendEcho()).toMatchObject({ ok: true })
    expect(await announced).toMatchObject({ ok: true })
    expect(warnings(floe)).toEqual([])
  })
})

describe('a peer whose clock is ten minutes off is warned of once, and signing still works', () => {
  async function bothSign(floe: FloeNode, peer: FloeNode): Promise<void> {
    for (let n = 0; n < 3; n += 1) {
      expect(await floe.node.sign(hash())).toMatchObject({ ok: true })
      expect(await peer.node.sign(hash())).toMatchObject({ ok: true })
    }
  }

  const clockWarnings = (floe: FloeNode) =>
    warnings(floe).filter(({ message }) => message.startsWith('The clock of peer'))

  test('when it is ahead', async () => {
    let ahead = 0
    const floe = await startNode(1)
    const peer = await startNode(2, { now: () => Date.now() + ahead })
    ahead = 600_000
    await bothSign(floe, peer)
    expect(clockWarnings(floe)).toHaveLength(1)
    expect(clockWarnings(floe)[0]?.message).toContain('10 minutes ahead of ours')
    expect(floe.node.warnings.list).toHaveLength(1)
    expect(clockWarnings(peer)).toHaveLength(1)
    expect(clockWarnings(peer)[0]?.message).toContain('10 minutes behind ours')
  })

  test('when it was so from the start, in either direction', async () => {
    for (const [off, words] of [
      [600_000, '10 minutes ahead of ours'],
      [-600_000, '10 minutes behind ours'],
    ] as const) {
      const floe = await startNode(1)
      const peer = await startNode(2, { now: () => Date.now() + off })
      await bothSign(floe, peer)
      expect(clockWarnings(floe)).toHaveLength(1)
      expect(clockWarnings(floe)[0]?.message).toContain(words)
      await Promise.all([floe.node.stop(), peer.node.stop()])
    }
  })

  test('and no longer once it is set right', async () => {
    let ahead = 0
    const floe = await startNode(1)
    const peer = await startNode(2, { now: () => Date.now() + ahead })
    ahead = 600_000
    await bothSign(floe, peer)
    ahead = 0
    await bothSign(floe, peer)
    expect(floe.node.warnings.list).toEqual([])
  })
})

test('a peer whose clock is further off than may be is refused, and the owner learns why', async () => {
  const peer = await startPeer(2)
  const floe = await startNode(1)
  const created_at = Math.floor(Date.now() / 1000) + MAX_STAMP_SKEW_S + 300
  for (let n = 0; n < 3; n += 1)
    peer.send(floe.node.self.xonly, '/ping/req', 'ping', { created_at })
  await until(() => floe.node.warnings.list.length > 0)
  expect(floe.node.warnings.list).toHaveLength(1)
  expect(floe.node.warnings.list[0]).toContain('20 minutes ahead of ours')
  expect(
    floe.entries.map(({ data }) => (data as { reason?: string } | undefined)?.reason),
  ).toContain(refusal.staleStamp)
  expect(peer.answers).toEqual([])
})

describe('a stop in the middle of 20 requests', () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

  test('answers those that have arrived, and none of those that come later', async () => {
    const before = timers()
    const peer = await startPeer(2)
    const floe = await startNode(1, { timings: {} })
    const { xonly } = floe.node.self
    const ask = () => {
      const session = peer.session(
        [1, 2],
        Array.from({ length: 5 }, () => [hash()] as [string]),
      )
      return peer.send(xonly, '/sign/req', JSON.stringify(session))
    }
    const early = Array.from({ length: 20 }, ask)
    const received = () =>
      floe.entries.filter(({ message }) => message.startsWith('Signature request received')).length
    await until(() => received() === 20, { interval: 1 })
    const startedAt = performance.now()
    const stopped = floe.node.stop()
    const late = Array.from({ length: 5 }, ask)
    await stopped
    expect(performance.now() - startedAt).toBeLessThan(STOP_TIMEOUT)
    await until(() => early.every((id) => peer.answersTo(id).length === 1))
    expect(late.flatMap((id) => peer.answersTo(id))).toEqual([])
    expect(floe.audited).toHaveLength(20)
    expect(received()).toBe(20)
    await until(() => timers() <= before, { what: 'no timers left' })
  })

  test('lets our own request that is under way end well', async () => {
    await startPeer(2, async (_, honest) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      return honest()
    })
    const floe = await startNode(1)
    const signing = floe.node.sign(hash())
    await floe.node.stop()
    expect(await signing).toMatchObject({ ok: true })
    const { stopped } = request
    const refused = { ok: false, reason: stopped, code: 'stopped' }
    expect(await floe.node.sign(hash())).toEqual(refused)
  })

  test('is done in time also when nobody answers us, and leaves no timers', async () => {
    const before = timers()
    await startPeer(2, silent)
    const floe = await startNode(1, { timings: { drain: 300 } })
    const asked = [floe.node.sign(hash()), floe.node.ecdh(groupKey), floe.node.ping(groupKey)]
    const pings = floe.node.pingAll()
    const startedAt = performance.now()
    await floe.node.stop()
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    expect(await Promise.all(asked)).toMatchObject([
      { ok: false },
      { ok: false },
      { success: false },
    ])
    expect((await pings).map(({ success }) => success)).toEqual([false, false])
    await until(() => timers() <= before, { what: 'no timers left' })
  })
})
