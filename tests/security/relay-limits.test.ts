import { expect, test } from 'vitest'
import { eventKindOf, type ProtocolName } from '#contract/protocols.ts'
import { newMessageId } from '#protocol/v1/envelope.ts'
import { generateKeyset, type Keyset } from '#protocol/v1/keyset.ts'
import type { Signer } from '#signer/signer.ts'
import type { RelayFixture } from '../../relay-fixture/relay.ts'
import { createFloeSigner } from '../support/floe-signer.ts'
import { isLong, rounds } from '../support/long.ts'
import { newHash } from '../support/new-hash.ts'
import { RoguePeer } from '../support/rogue-peer.ts'
import { type Scope, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { faultsOf, signByFloe } from '../support/signatures.ts'
import { type SimulatedTime, simulateTime } from '../support/simulated-time.ts'
import { credentialsIn, noncesFor } from '../support/v2-group.ts'

/** What each key of an idle group may send. nostream lets 60 and 720 through. */
const IN_A_MINUTE = 20
const IN_AN_HOUR = 200
/** The same for a minute in which all start together: half of what nostream lets through. */
const AT_A_START = 30

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** How long most groups are watched: more than an hour only in a long run. */
const A_WHILE = rounds(15 * MINUTE, HOUR + 10 * MINUTE)

const NOSTREAM = { keyRateMinute: 60, keyRateHour: 720 }
/** How long a signature may take when nothing is missing; a request's time-out is 5 s. */
const SOON = 1_000
/** As the manual says of two peers: 82 s of silence, and a ping that is not answered. */
const NOTICED = 82_000 + 5_000 + 2_000

/** Members of a large group: each holds nonces of every other, so twice as many cost four times as much. */
const LARGE = rounds(9, 15)
/** How long a relay that asks us to slow down is watched. */
const ASKED_FOR_LESS = rounds(20 * MINUTE, HOUR)
/** How often we send to it again meanwhile: after 1, 2, 4, 8, 16 and 16 minutes. */
const TRIED_AGAIN = rounds(5, 7)

type Speaks = ProtocolName | 'both'

interface Group {
  relays: RelayFixture[]
  keyset: Keyset
  nodes: Signer[]
  time: SimulatedTime
  /** The most events of one key in any period of `ms` milliseconds, `after` the last start. */
  most(ms: number, after?: number): number
  /** Stops all members, and starts them again with the nonces they keep. */
  restart(): Promise<void>
  /** Has a member sign; returns what is wrong with it. */
  sign(at: number): Promise<string[]>
}

/** A group all of whose running members start in the same instant, on Floe's own timings. */
async function startGroup(
  scope: Scope,
  {
    threshold,
    speaks,
    absent = 0,
    relays: count = 1,
  }: { threshold: number; speaks: Speaks[]; absent?: number; relays?: number },
): Promise<Group> {
  const keyset = generateKeyset({ threshold, totalMembers: speaks.length + absent })
  const nodes: Signer[] = []
  const sent: { key: string; at: number }[] = []
  const eventsIn = () => nodes.flatMap((node) => node.relays.map((relay) => relay.eventsIn))
  const time = simulateTime(scope, () => eventsIn().reduce((sum, one) => sum + one, sent.length))
  const relays: RelayFixture[] = []
  while (relays.length < count) relays.push(await startRelayFor(scope))
  relays[0]?.onEvent(({ pubkey }) => sent.push({ key: pubkey, at: Date.now() }))
  const folders = speaks.map(() => temporaryFolder(scope))
  let startedAt = Date.now()
  const startAll = async () => {
    startedAt = Date.now()
    for (const [at, generation] of speaks.entries()) {
      const v2 = generation === '1.x' ? {} : { v2: noncesFor(scope, folders[at]) }
      const credentials = credentialsIn(
        scope,
        generation === 'both' ? '1.x' : generation,
        keyset,
        at + 1,
      )
      const urls = relays.map(({ url }) => url)
      const { node } = createFloeSigner({ ...credentials, ...v2, relays: urls })
      scope.onTestFinished(() => node.stop())
      nodes.push(node)
    }
    for (const node of nodes) node.start()
    await time.untilTrue(() => nodes.every(({ isReady }) => isReady))
  }
  const restart = async () => {
    await time.until(Promise.all(nodes.splice(0).map((node) => node.stop())))
    await startAll()
  }
  await startAll()
  const most = (ms: number, after = 0) => {
    const counted = sent.filter(({ at }) => at >= startedAt + after)
    const byKey = Map.groupBy(counted, ({ key }) => key).values()
    const counts = [...byKey].flatMap((events) =>
      events.map(({ at }, from) => events.slice(from).filter((later) => later.at - at < ms).length),
    )
    return Math.max(0, ...counts)
  }
  const sign = async (at: number) => {
    const vectors: [string][] = [[newHash()]]
    const signed = await time.until(signByFloe(memberOf(nodes, at), vectors))
    return faultsOf(keyset.group.group_pk, vectors, signed)
  }
  return { relays, keyset, nodes, time, restart, most, sign }
}

function memberOf(nodes: readonly Signer[], at: number): Signer {
  const node = nodes[at]
  if (node === undefined) throw new Error('no such member')
  return node
}

/** The relays that ask a node to slow down. */
const slowDowns = ({ relays }: Signer) => relays.flatMap(({ slowDown }) => slowDown ?? [])

const online = (nodes: readonly Signer[]) => nodes.map(({ peers }) => peers.online)

interface Idle {
  threshold: number
  speaks: Speaks[]
  absent?: number
  /** How long it is watched: `A_WHILE` unless told otherwise. Milliseconds. */
  watched?: number
}

const GROUPS: [string, Idle][] = [
  [
    '2 of 3 that speak both generations',
    { threshold: 2, speaks: many(3, 'both'), watched: HOUR + 10 * MINUTE },
  ],
  ['2 of 3 in 1.x', { threshold: 2, speaks: many(3, '1.x') }],
  ['2 of 3 in 2026', { threshold: 2, speaks: many(3, '2026') }],
  [
    '2 of 3, each of which speaks something else',
    { threshold: 2, speaks: ['both', '1.x', '2026'] },
  ],
  [
    '6, a third of them in each way',
    { threshold: 3, speaks: [...many(2, 'both'), ...many(2, '1.x'), ...many(2, '2026')] },
  ],
  ['one of 3 whose peers are away', { threshold: 2, speaks: many(1, 'both'), absent: 2 }],
  ['3 of 15 whose peers are away', { threshold: 2, speaks: many(3, 'both'), absent: 12 }],
]

/** Of 15, those that speak both send the most: every time they start and sign under the limits of nostream. */
const LARGE_GROUPS: typeof GROUPS = [
  ['15 that speak both generations', { threshold: 8, speaks: many(15, 'both') }],
  ['15 in 1.x', { threshold: 8, speaks: many(15, '1.x') }],
  [
    '15, a third of them in each way',
    { threshold: 8, speaks: [...many(5, 'both'), ...many(5, '1.x'), ...many(5, '2026')] },
  ],
]

test.for([...GROUPS, ...(isLong ? LARGE_GROUPS : [])])(
  'An idle group spares its relay from the start on: %s',
  async ([, { watched = A_WHILE, ...options }], t) => {
    const { nodes, time, most, sign } = await startGroup(t, options)
    await time.pass(watched)
    const measured = {
      start: most(MINUTE),
      minute: most(MINUTE, 5 * MINUTE),
      hour: most(HOUR),
    }
    expect(measured).toSatisfy(
      ({ start, minute, hour }) =>
        start <= AT_A_START && minute <= IN_A_MINUTE && hour <= IN_AN_HOUR,
    )
    // Whoever shares a generation with another knows that it is there.
    const expected = options.speaks.map(
      (one) => options.speaks.filter((other) => understand(one, other)).length - 1,
    )
    expect(online(nodes)).toEqual(expected)
    if (expected[0] === undefined || expected[0] < options.threshold - 1) return
    // Nothing has to be fetched first, though nobody has signed for so long.
    const asked = Date.now()
    expect(await sign(0)).toEqual([])
    expect(Date.now() - asked).toBeLessThan(SOON)
  },
)

test(`${LARGE} members start and sign over a relay with the limits of nostream, and start anew with what they have`, async (t) => {
  const { relays, nodes, time, restart, most, sign } = await startGroup(t, {
    threshold: Math.ceil(LARGE / 2),
    speaks: many(LARGE, 'both'),
  })
  relays[0]?.setFaults(NOSTREAM)
  for (const at of [0, Math.floor(LARGE / 2), LARGE - 1]) {
    await time.pass(5_000)
    expect(await sign(at)).toEqual([])
  }
  await time.pass(rounds(3, 60) * MINUTE)
  for (const at of [3, 4, 5]) expect(await sign(at)).toEqual([])
  expect(nodes.flatMap(slowDowns)).toEqual([])

  await restart()
  await time.pass(rounds(7, 10) * MINUTE)
  expect(most(MINUTE)).toBeLessThanOrEqual(AT_A_START)
  expect(most(MINUTE, 5 * MINUTE)).toBeLessThanOrEqual(IN_A_MINUTE)
  expect(online(nodes)).toEqual(Array(LARGE).fill(LARGE - 1))
  expect(await sign(6)).toEqual([])
})

test('A member that goes away is missed within minutes, and is back at once', async (t) => {
  const { nodes, time, keyset, relays } = await startGroup(t, {
    threshold: 2,
    speaks: many(3, 'both'),
  })
  await time.pass(A_WHILE)
  expect(online(nodes)).toEqual([2, 2, 2])
  const [first, second, third] = [0, 1, 2].map((at) => memberOf(nodes, at))
  await time.until(third?.stop() ?? Promise.resolve())
  const left = Date.now()
  await time.untilTrue(() => first?.peers.online === 1 && second?.peers.online === 1, HOUR)
  expect(Date.now() - left).toBeLessThanOrEqual(NOTICED)

  await time.pass(A_WHILE)
  const { node } = createFloeSigner({
    ...credentialsIn(t, '1.x', keyset, 3),
    relays: relays.map(({ url }) => url),
  })
  t.onTestFinished(() => node.stop())
  node.start()
  await time.pass(5_000)
  expect(online([memberOf(nodes, 0), memberOf(nodes, 1), node])).toEqual([2, 2, 2])
})

test('A relay that asks us to slow down is spared while others go on, and says so', async (t) => {
  const { relays, nodes, time, sign } = await startGroup(t, {
    threshold: 2,
    speaks: many(3, 'both'),
    relays: 2,
  })
  const [free, limited] = relays
  if (free === undefined || limited === undefined) throw new Error('no relays')
  await time.pass(MINUTE)
  limited.setFaults({ keyRateMinute: 1 })
  await time.untilTrue(() => nodes.every((node) => slowDowns(node).length === 1), HOUR)
  const slow = Date.now()
  const [first] = nodes
  const state = first?.relays.find(({ url }) => url === limited.url)
  expect(state?.slowDown).toMatchObject({ reason: 'rate-limited: slow down' })
  expect(state?.heard).toBe(true)

  const before = { free: free.received.events, limited: limited.received.events }
  await time.pass(ASKED_FOR_LESS)
  // A few events each time that we send to it again.
  expect(limited.received.events - before.limited).toBeLessThanOrEqual(3 * TRIED_AGAIN * 3)
  expect(free.received.events - before.free).toBeGreaterThan((200 * ASKED_FOR_LESS) / HOUR)
  expect(online(nodes)).toEqual([2, 2, 2])
  expect(await sign(0)).toEqual([])
  expect(nodes.every(({ relays: states }) => states.every(({ heard }) => heard))).toBe(true)
  expect(state?.slowDown?.since).toBeLessThanOrEqual(slow)

  limited.clearFaults()
  await time.untilTrue(() => nodes.flatMap(slowDowns).length === 0, 40 * MINUTE)
})

test('Peers are not taken for offline because the only relay asks for less', async (t) => {
  const { relays, nodes, time, sign } = await startGroup(t, {
    threshold: 2,
    speaks: many(3, 'both'),
  })
  await time.pass(rounds(2, 10) * MINUTE)
  const [relay] = relays
  relay?.setFaults({
    rejectKinds: Object.values(eventKindOf),
    rejectReason: 'rate-limited: slow down',
  })
  await time.pass(10 * MINUTE)
  expect(nodes.flatMap(slowDowns).length).toBeGreaterThan(0)
  expect(online(nodes)).toEqual([2, 2, 2])
  relay?.clearFaults()
  expect(await sign(0)).toEqual([])
  await time.pass(rounds(10, 40) * MINUTE)
  expect(online(nodes)).toEqual([2, 2, 2])
})

test('A member that pings without end does not use up what the relay lets us say', async (t) => {
  const { relays, nodes, time, keyset, sign } = await startGroup(t, {
    threshold: 2,
    speaks: many(2, 'both'),
    absent: 1,
  })
  const [relay] = relays
  if (relay === undefined) throw new Error('no relay')
  const rogue = await time.until(RoguePeer.start({ keyset, idx: 3, relay: relay.url }))
  t.onTestFinished(() => rogue.stop())
  relay.setFaults(NOSTREAM)
  const self = memberOf(nodes, 0).self.xonly
  for (let second = 0; second < rounds(300, 1_800); second += 1) {
    for (let n = 0; n < 2; n += 1) {
      relay.inject(rogue.seal(self, { tag: '/ping/req', id: newMessageId(), data: 'ping' }))
    }
    await time.pass(1_000)
  }
  expect(await sign(0)).toEqual([])
  expect(await sign(1)).toEqual([])
})

function many(count: number, speaks: Speaks): Speaks[] {
  return Array.from({ length: count }, () => speaks)
}

function understand(one: Speaks, other: Speaks): boolean {
  return one === other || one === 'both' || other === 'both'
}
