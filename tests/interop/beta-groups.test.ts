import { describe, expect, test } from 'vitest'
import { eventId, serializeEvent, verifySignature } from '#nostr/event.ts'
import { ecdhPackage } from '#protocol/v2/ecdh.ts'
import { nonceUnavailable } from '#protocol/v2/messages.ts'
import type { BetaDevice } from '../support/beta-device.ts'
import {
  betaGroup,
  exchangedByBeta,
  exchangedByFloe,
  meet,
  type RestartableFloe,
  saidAgainst,
  signedByBeta,
  signedByFloe,
  usedAgain,
} from '../support/beta-group.ts'
import { joinAsBeta } from '../support/beta-joining.ts'
import { rounds } from '../support/long.ts'
import { PATIENT } from '../support/patient.ts'
import { SIGNING } from '../support/rules.ts'
import type { Scope } from '../support/scope.ts'
import { simulateTimeOver } from '../support/simulated-relays.ts'
import type { SimulatedTime } from '../support/simulated-time.ts'
import { until } from '../support/until.ts'
import { V2Device } from '../support/v2-device.ts'
import type { V2Group, V2Member } from '../support/v2-group.ts'
import { V2Rogue } from '../support/v2-rogue.ts'
import { present } from '../support/v2-vectors.ts'

// Groups of Floe, Igloo beta and Igloo of before 2026-06. An old Igloo and Igloo beta don't come to the same
// secret with each other, whatever Floe does: here Igloo beta exchanges keys with Floe and its like alone.

const TIMES = 100
/** Fewer than signatures: an exchange of keys uses up no nonces, so each is like the one before. */
const KEYS = rounds(10, 100)
/** The most nonces of another that Igloo beta holds. */
const HELD_MAX = 100

/** Floe with index 1 and Igloo beta with index 2, of three members of whom two sign. */
async function pair(scope: Scope, onGroup: (group: V2Group) => void = () => {}) {
  const { group, startFloe, startBeta } = await betaGroup(scope, { threshold: 2, totalMembers: 3 })
  onGroup(group)
  const floe = await startFloe(1)
  const beta = await startBeta(2)
  await meet(floe.now, beta.xonly)
  return { group, floe, beta }
}

type Pair = Awaited<ReturnType<typeof pair>>

const signedEachWay = async ({ group, floe, beta }: Pair, times: number) => [
  await signedByFloe(floe.now, group, [beta.xonly], times),
  await signedByBeta(beta, [floe.xonly], times),
]

const exchangedEachWay = async ({ floe, beta }: Pair, times: number) => [
  await exchangedByFloe(floe.now, [beta.xonly], times),
  await exchangedByBeta(beta, [floe.xonly], times),
]

/** Nothing went wrong that a person or the other side would have noticed. */
function expectPeace(floe: RestartableFloe, ...devices: readonly BetaDevice[]): void {
  for (const device of devices) {
    expect(saidAgainst(floe, device.xonly)).toEqual([])
    expect(device.dropped.map(({ message, why }) => `${message.type}: ${why}`)).toEqual([])
    expect(usedAgain(device, device.share.idx)).toEqual([])
  }
}

describe('Floe and Igloo beta', () => {
  test(`sign for each other, ${TIMES} times each way`, async (t) => {
    const both = await pair(t)
    expect(await signedEachWay(both, TIMES)).toEqual([[], []])
    expectPeace(both.floe, both.beta)
  })

  test(`exchange keys for each other, ${KEYS} times each way`, async (t) => {
    const both = await pair(t)
    expect(await exchangedEachWay(both, KEYS)).toEqual([[], []])
    expectPeace(both.floe, both.beta)
  })

  test('exchange keys for each other before either knows of the other', async (t) => {
    const { startFloe, startBeta } = await betaGroup(t, { threshold: 2, totalMembers: 2 })
    const beta = await startBeta(2)
    const floe = await startFloe(1)
    beta.pingsBefore = false
    expect(await exchangedByBeta(beta, [floe.xonly], 1)).toEqual([])
    expect(await exchangedByFloe(floe.now, [beta.xonly], 1)).toEqual([])
    expectPeace(floe, beta)
  })

  test('sign events as large as a relay takes', async (t) => {
    const { group, floe, beta } = await pair(t)
    for (const bytes of [9_000, 15_000, 17_000, 20_000, 30_000]) {
      await signEvents(floe.now, group, [eventOf(group, bytes)])
    }
    const five = Array.from({ length: 5 }, () => eventOf(group, 9_000))
    await signEvents(floe.now, group, five)
    expectPeace(floe, beta)
  })

  test('get what they ask for when Igloo beta has just joined through Floe', async (t) => {
    const { group, startFloe } = await betaGroup(t, { threshold: 2, totalMembers: 2 })
    const floe = await startFloe(1)
    const { seckey } = present(group.keyset.shares[1])
    const beta = await joinAsBeta({ seckey, inviter: floe.xonly, relay: group.relay.url })
    t.onTestFinished(() => beta.stop())
    beta.patience = PATIENT.request
    beta.pingsBefore = false
    expect(await signedByBeta(beta, [floe.xonly], 10)).toEqual([])
    expect(await signedByFloe(floe.now, group, [beta.xonly], 10)).toEqual([])
    expectPeace(floe, beta)
  })
})

const eventOf = ({ keyset }: V2Group, bytes: number) => ({
  pubkey: keyset.group.group_pk.slice(2),
  created_at: 1_700_000_000,
  kind: 30_023,
  tags: [],
  content: 'x'.repeat(bytes),
})

/** Has these signed all at once. */
async function signEvents(
  { node }: V2Member,
  { keyset }: V2Group,
  events: readonly ReturnType<typeof eventOf>[],
): Promise<void> {
  // No two of them are the same.
  const different = events.map((event, at) => ({ ...event, created_at: event.created_at + at }))
  const outcomes = await Promise.all(
    different.map((event) => node.sign(SIGNING, eventId(event), [], serializeEvent(event))),
  )
  for (const [at, outcome] of outcomes.entries()) {
    if (!outcome.ok) throw new Error(outcome.why.error)
    const key = keyset.group.group_pk.slice(2)
    const id = eventId(present(different[at]))
    expect(verifySignature(outcome.signature.signature, id, key)).toBe(true)
  }
}

/** What happens to one of the two, or to both. */
const RESTARTS: [name: string, restart: (both: Pair) => Promise<unknown>][] = [
  ['Floe is restarted', ({ floe }) => floe.restart({ isWhole: true })],
  ['Floe has lost its nonces', ({ floe }) => floe.restart({ isWhole: false })],
  ['Igloo beta is ended and started', ({ beta }) => beta.restart({ clean: true })],
  ['the page of Igloo beta is loaded again', ({ floe, beta }) => reload(beta, floe)],
  [
    'both are restarted',
    async ({ floe, beta }) => {
      await Promise.all([floe.restart({ isWhole: true }), beta.restart({ clean: true })])
    },
  ],
  [
    'both have lost their nonces',
    async ({ floe, beta }) => {
      await floe.restart({ isWhole: false })
      await reload(beta, floe)
    },
  ],
]
const ORDERS: ('Floe' | 'Igloo beta')[][] = [
  ['Floe', 'Igloo beta'],
  ['Igloo beta', 'Floe'],
]

/**
 * Loads the page of Igloo beta again, and pings until it has nonces of each Floe: before a ping is answered,
 * nobody knows that its nonces are lost. After several reloads it has had all the lists of nonces that Floe
 * gives in a row, and has to wait for the next.
 */
async function reload(beta: BetaDevice, ...floes: readonly RestartableFloe[]): Promise<void> {
  await beta.restart({ clean: false })
  await until(async () => {
    const without = floes.filter(({ xonly }) => beta.heldOf(xonly).length === 0)
    await Promise.all(without.map(({ xonly }) => beta.ping(xonly)))
    return without.length === 0
  })
}

describe.for(RESTARTS)('once %s', ([, restart]) => {
  test.for(ORDERS)('%s and then %s get signatures and secrets at once', async (order, t) => {
    const both = await pair(t)
    const { group, floe, beta } = both
    const ask = {
      Floe: async () => [
        await signedByFloe(floe.now, group, [beta.xonly], 7),
        await exchangedByFloe(floe.now, [beta.xonly], 2),
      ],
      'Igloo beta': async () => [
        await signedByBeta(beta, [floe.xonly], 7),
        await exchangedByBeta(beta, [floe.xonly], 2),
      ],
    }
    for (let time = 0; time < 4; time += 1) {
      for (const asker of order) expect(await ask[asker]()).toEqual([[], []])
      await restart(both)
    }
    expectPeace(floe, beta)
  })
})

describe('once Igloo beta is put back to an earlier state', () => {
  test.for([true, false])(
    'it and Floe sign for each other, whether it says what it recognises: %s',
    async (recognizes, t) => {
      let time: Pick<SimulatedTime, 'until'> = { until: (promise) => promise }
      const both = await pair(t, ({ relay }) => {
        time = simulateTimeOver(t, [relay])
      })
      both.beta.recognizes = recognizes
      expect(await time.until(signedEachWay(both, 5))).toEqual([[], []])
      const earlier = both.beta.snapshot()
      expect(await time.until(signedEachWay(both, 60))).toEqual([[], []])
      for (let again = 0; again < 2; again += 1) {
        await both.beta.restore(earlier)
        const { group, floe, beta } = both
        expect(await time.until(signedByFloe(floe.now, group, [beta.xonly], 20))).toEqual([])
        await time.until(untilSigned(both))
        expect(await time.until(signedByBeta(beta, [floe.xonly], 20))).toEqual([])
      }
      expect(saidAgainst(both.floe, both.beta.xonly)).toEqual([])
      expect(usedAgain(both.beta, 2)).toEqual([])
    },
  )

  test('of another pool, and back again, Floe asks with no nonce that is lost or used', async (t) => {
    const both = await pair(t)
    const { group, floe, beta } = both
    const states = [beta.snapshot()]
    await beta.restart({ clean: false })
    for (let again = 0; again < 4; again += 1) {
      await beta.ping(floe.xonly)
      expect(await signedByFloe(floe.now, group, [beta.xonly], 10)).toEqual([])
      await untilSigned(both)
      expect(await signedByBeta(beta, [floe.xonly], 10)).toEqual([])
      states.push(beta.snapshot())
      await beta.restore(states.shift())
    }
    expectPeace(floe, beta)
  })
})

/**
 * Asks until Igloo beta gets a signature. It holds nonces of Floe's that were used since, and Floe's pool is
 * still the same: Floe refuses these nonces one after another.
 */
async function untilSigned({ floe, beta }: Pair): Promise<void> {
  for (let tries = 0; tries < HELD_MAX; tries += 1) {
    const faults = await signedByBeta(beta, [floe.xonly], 1)
    if (faults.length === 0) return
    expect(faults).toEqual([`peer_rejected ${nonceUnavailable.code}`])
  }
}

test('two of three sign and exchange keys, of Floe, Igloo beta and an old Igloo', async (t) => {
  const both = await pair(t)
  const { group, floe, beta } = both
  const old = await V2Device.start(group.keyset, 3, group.relay.url, { peer: floe.xonly })
  t.onTestFinished(() => old.rogue.stop())
  await old.ping()
  for (let time = 0; time < 20; time += 1) {
    expect(await old.sign(PATIENT.request)).toBe('signed')
    expect(await signedEachWay(both, 2)).toEqual([[], []])
    expect(await exchangedEachWay(both, 1)).toEqual([[], []])
    expect(await unweightedPart(old.rogue, floe.xonly)).toBe(true)
  }
  expectPeace(floe, beta)
  // The secrets that the old Igloo computes are wrong: Floe warns of it.
  expect(saidAgainst(floe, old.rogue.xonly)).not.toEqual([])
})

/** Whether Floe gives an old Igloo its part as those add it up: without a weight. */
async function unweightedPart(old: V2Rogue, floe: string): Promise<boolean> {
  const key = old.xonly
  const { idx } = present(old.group.members.find(({ pubkey }) => pubkey.slice(2) === floe))
  const members = [idx, old.share.idx].toSorted((a, b) => a - b)
  const request = { idx: old.share.idx, members, entries: [{ ecdh_pk: key, keyshare: '' }] }
  const data = old.keyshares(request)
  const answer = await old.ask(floe, { type: 'EcdhRequest', data })
  const { seckey } = present(old.carried.shares.find((share) => share.idx === idx))
  const { entries } = ecdhPackage(members, [key], { idx, seckey })
  return answer.data.entries[0].keyshare === entries[0]?.keyshare
}

describe('three of five: two Floes, two of Igloo beta and an old Igloo', () => {
  const five = async (scope: Scope) => {
    const { group, startFloe, startBeta } = await betaGroup(scope, {
      threshold: 3,
      totalMembers: 5,
    })
    const [floe, other] = [await startFloe(1), await startFloe(2)]
    const [beta, second] = [await startBeta(3), await startBeta(4)]
    const old = await V2Rogue.start(group.keyset, 5, group.relay.url)
    scope.onTestFinished(() => old.stop())
    old.conduct = ({ type, from }, honest) =>
      type === 'PingRequest'
        ? { type: 'PingResponse', data: old.pingData(from, [], old.newNonces(50)) }
        : honest()
    for (const { xonly } of [other, beta, second, old]) await meet(floe.now, xonly)
    for (const { xonly } of [beta, second]) await meet(other.now, xonly)
    const parties = [
      [beta, second],
      [beta, other],
      [beta, old],
    ].map((party) => party.map(({ xonly }) => xonly))
    const likes = [
      [floe, other],
      [floe, second],
    ].map((party) => party.map(({ xonly }) => xonly))
    const inTurn = Math.ceil(TIMES / 3)
    return { group, floe, other, beta, second, old, parties, likes, inTurn }
  }

  test('Floe gets signatures and secrets with any two of them', async (t) => {
    const { group, floe, beta, second, parties, inTurn } = await five(t)
    for (const party of parties) {
      expect(await signedByFloe(floe.now, group, party, inTurn)).toEqual([])
      expect(await exchangedByFloe(floe.now, party, inTurn)).toEqual([])
    }
    expectPeace(floe, beta, second)
  })

  test('Igloo beta gets signatures, and secrets without the old Igloo', async (t) => {
    const { floe, other, beta, second, old, likes, inTurn } = await five(t)
    for (const party of likes) {
      expect(await signedByBeta(beta, party, inTurn)).toEqual([])
      expect(await exchangedByBeta(beta, party, inTurn)).toEqual([])
    }
    expect(await signedByBeta(beta, [floe.xonly, old.xonly], inTurn)).toEqual([])
    for (const one of [floe, other]) expectPeace(one, beta, second)
  })

  test('Floe and Igloo beta get both again once any of them is restarted', async (t) => {
    const { group, floe, other, beta, second, parties, likes } = await five(t)
    const happenings = [
      () => floe.restart({ isWhole: true }),
      () => other.restart({ isWhole: false }),
      () => reload(beta, floe, other),
      () => second.restart({ clean: true }),
      () => reload(second, floe, other),
      () => floe.restart({ isWhole: false }),
    ]
    for (const happen of happenings) {
      await happen()
      for (const party of parties) {
        expect(await signedByFloe(floe.now, group, party, 2)).toEqual([])
        expect(await exchangedByFloe(floe.now, party, 1)).toEqual([])
      }
      for (const party of likes) {
        expect(await signedByBeta(beta, party, 2)).toEqual([])
        expect(await exchangedByBeta(beta, party, 1)).toEqual([])
      }
    }
    for (const one of [floe, other]) expectPeace(one, beta, second)
  })
})
