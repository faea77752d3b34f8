import { describe, expect, test } from 'vitest'
import { ownerEvent, ownerWarning, refusal, request } from '#contract/messages.ts'
import { ecdhPackage } from '#protocol/v2/ecdh.ts'
import type { EcdhPackage } from '#protocol/v2/messages.ts'
import type { PeerBuild } from '#signer/peers/peers.ts'
import { startBeta } from '../support/beta-member.ts'
import { GENERATOR, hexOfPoint, multiply, pointOfHex } from '../support/curve.ts'
import { EXCHANGING } from '../support/rules.ts'
import { type Scope, startPeerFor } from '../support/scope.ts'
import { simulateTimeOver } from '../support/simulated-relays.ts'
import { until } from '../support/until.ts'
import { meet, type V2Group, type V2Member, v2Group } from '../support/v2-group.ts'
import { type Conduct, V2Rogue } from '../support/v2-rogue.ts'
import { present } from '../support/v2-vectors.ts'

const SECRET_KEY = '5'.repeat(64)

let lastKey = 7_000n
/** A key that nobody has met, x-only, and what the group shares with it, from the definition. */
function newKey(): { key: string; shared: string } {
  lastKey += 1n
  const key = hexOfPoint(multiply(lastKey, GENERATOR)).slice(2)
  const shared = hexOfPoint(multiply(BigInt(`0x${SECRET_KEY}`), pointOfHex(`02${key}`)))
  return { key, shared }
}

/** Pings a device until it answers in 2026. */
const meetDevice = ({ node }: V2Member, xonly: string) =>
  until(
    async () =>
      (await node.ping(xonly)).success && node.peers.get(xonly)?.protocols.has('2026') === true,
  )

const accusations = ({ entries }: V2Member) =>
  entries.filter(({ message }) => message.includes(refusal.keyshareWrong))

const buildOf = ({ node }: V2Member, xonly: string) => present(node.peers.get(xonly)).build

async function startRogue(scope: Scope, { keyset, relay }: V2Group, idx: number) {
  const rogue = await V2Rogue.start(keyset, idx, relay.url)
  scope.onTestFinished(() => rogue.stop())
  return rogue
}

/** Gives parts as Igloo beta does. */
const weighing =
  (rogue: V2Rogue): Conduct =>
  ({ type, data }, honest) =>
    type === 'EcdhRequest' ? { type: 'EcdhResponse', data: weighted(rogue, data) } : honest()

function weighted({ share }: V2Rogue, { members, entries }: EcdhPackage): EcdhPackage {
  const keys = entries.map(({ ecdh_pk }) => ecdh_pk)
  return ecdhPackage(members, keys, share, true)
}

/** Beside the first member, whether one of these signs or both, no member's coefficient is 1. */
const INDICES = [2, 4]

/** A Floe with index 1 that has met other members of these kinds, and needs all of them for an exchange. */
async function groupOf(scope: Scope, kinds: readonly PeerBuild[], indices = INDICES) {
  const sizes = { threshold: kinds.length + 1, totalMembers: Math.max(...indices) }
  const group = await v2Group(scope, { ...sizes, secretKey: SECRET_KEY })
  const floe = await group.start(1)
  const betas: Awaited<ReturnType<typeof startBeta>>[] = []
  for (const [at, kind] of kinds.entries()) {
    const idx = present(indices[at])
    if (kind === 'floe') await meet(floe, await group.start(idx))
    else if (kind === 'igloo') await startRogue(scope, group, idx)
    else betas.push(await startBeta(scope, group, idx))
    if (kind !== 'floe') await meetDevice(floe, group.xonly(idx))
  }
  return { group, floe, betas }
}

const MIXES: PeerBuild[][] = [
  ...[['igloo'], ['igloo-beta'], ['floe']],
  ...[
    ['igloo', 'igloo'],
    ['igloo-beta', 'igloo-beta'],
    ['floe', 'floe'],
  ],
  ...[
    ['igloo', 'igloo-beta'],
    ['igloo', 'floe'],
    ['igloo-beta', 'floe'],
  ],
] as PeerBuild[][]

test.for(MIXES.map((kinds) => ({ kinds })))(
  'Floe gets the group’s secret from $kinds, and knows them by their parts',
  async ({ kinds }, scope) => {
    const { group, floe } = await groupOf(scope, kinds)
    for (let round = 0; round < 2; round += 1) {
      const { key, shared } = newKey()
      expect(await floe.node.ecdh(EXCHANGING, key)).toEqual({ ok: true, secret: shared })
      expect(kinds.map((_, at) => buildOf(floe, group.xonly(present(INDICES[at]))))).toEqual(kinds)
    }
    expect(accusations(floe)).toEqual([])
  },
)

test.for(MIXES.filter((kinds) => kinds.includes('igloo-beta') && !kinds.includes('igloo')))(
  'Igloo beta gets the group’s secret in a group of Floe and %s',
  async (kinds, scope) => {
    const { floe, betas } = await groupOf(scope, kinds)
    for (const beta of betas) {
      const { key, shared } = newKey()
      expect(await beta.exchange(key)).toEqual({ ok: true, value: shared.slice(2) })
    }
    expect(floe.node.warnings.list).toEqual([])
  },
)

test('A part whose coefficient is 1 is right either way', async (scope) => {
  for (const kinds of [
    ['igloo', 'igloo-beta'],
    ['igloo-beta', 'igloo'],
  ] as const) {
    const { floe } = await groupOf(scope, kinds, [2, 3])
    const { key, shared } = newKey()
    expect(await floe.node.ecdh(EXCHANGING, key)).toEqual({ ok: true, secret: shared })
    expect(accusations(floe)).toEqual([])
  }
})

describe('A device of 1.x beside Igloo beta', () => {
  const withBoth = async (scope: Scope, threshold: number) => {
    const group = await v2Group(scope, { threshold, totalMembers: 3, secretKey: SECRET_KEY })
    const time = simulateTimeOver(scope, [group.relay])
    const floe = await group.start(1)
    const older = await startPeerFor(scope, {
      group: group.keyset.groupCredential,
      share: group.keyset.shareCredentials[1] ?? '',
      relays: [group.relay.url],
    })
    const beta = await startBeta(scope, group, 3)
    await until(async () => (await floe.node.ping(older.node.self.xonly)).success)
    await meetDevice(floe, beta.xonly)
    const ask = async (...of: string[]) => {
      for (const { xonly } of floe.node.peers.all) {
        floe.node.peers.setPolicy(xonly, { allowSend: of.includes(xonly), allowReceive: true })
      }
      const { key, shared } = newKey()
      const outcome = await time.until(floe.node.ecdh(EXCHANGING, key))
      return outcome.ok ? outcome.secret.slice(2) === shared.slice(2) : outcome.why.error
    }
    return { floe, ask, older: older.node.self.xonly, beta: beta.xonly }
  }

  test('gives the group’s secret, as Igloo beta does', async (scope) => {
    const { floe, ask, older, beta } = await withBoth(scope, 2)
    expect(await ask(older)).toBe(true)
    expect(await ask(beta)).toBe(true)
    expect(buildOf(floe, beta)).toBe('igloo-beta')
    expect(buildOf(floe, older)).toBe(null)
  })

  test('can’t help in the same exchange, and the error says so', async (scope) => {
    const { floe, ask, older, beta } = await withBoth(scope, 3)
    expect(await ask(older, beta)).toBe(request.noCosigner(2, 1))
    expect(accusations(floe)).toEqual([])
  })
})

describe('A device that comes back as another', () => {
  const changes = [
    ['igloo-beta', 'igloo'],
    ['igloo', 'igloo-beta'],
  ] as const
  test.for(changes)(
    'from %s to %s gives right parts at once, and is not accused',
    async ([from, to], scope) => {
      const group = await v2Group(scope, { threshold: 2, totalMembers: 2, secretKey: SECRET_KEY })
      const floe = await group.start(1)
      const rogue = await startRogue(scope, group, 2)
      await meetDevice(floe, rogue.xonly)
      const plain = rogue.conduct
      for (const build of [from, to]) {
        rogue.conduct = build === 'igloo-beta' ? weighing(rogue) : plain
        const { key, shared } = newKey()
        expect(await floe.node.ecdh(EXCHANGING, key)).toEqual({ ok: true, secret: shared })
        expect(buildOf(floe, rogue.xonly)).toBe(build)
      }
      expect(accusations(floe)).toEqual([])
      const name = present(floe.node.peers.get(rogue.xonly)).pubkey.slice(0, 8)
      const said = ownerEvent.buildChanged(name, to, from)
      expect(floe.entries.filter(({ message }) => message === said)).toHaveLength(1)
    },
  )

  test('may be an Igloo in a Floe’s place, which its next request shows', async (scope) => {
    const group = await v2Group(scope, { threshold: 2, totalMembers: 2 })
    const rogue = await startRogue(scope, group, 2)
    const floe = await group.start(1, { savedPeers: knownAs(rogue, 'floe') })
    await meetDevice(floe, rogue.xonly)
    expect(buildOf(floe, rogue.xonly)).toBe('floe')
    await askedPart(rogue, floe, {})
    expect(buildOf(floe, rogue.xonly)).toBe('igloo')
  })
})

const knownAs = ({ xonly }: V2Rogue, build: PeerBuild | null) =>
  new Map([[xonly, { heardIn2026: true, firstAllowed: false, build }]])

/** Asks Floe for its part, and says whether that is weighted; undefined if it is wrong. */
async function askedPart(
  rogue: V2Rogue,
  floe: V2Member,
  fields: Partial<EcdhPackage>,
): Promise<'weighted' | 'plain' | undefined> {
  const { key } = newKey()
  const members = [1, 2]
  const data = {
    ...rogue.keyshares({ idx: 2, members, entries: [{ ecdh_pk: key, keyshare: '' }] }),
  }
  const message = { type: 'EcdhRequest', data: { ...data, ...fields } } as const
  const given = (await rogue.ask(floe.xonly, message)).data as EcdhPackage
  const own = present(rogue.carried.shares.find(({ idx }) => idx === 1))
  const partOf = (isWeighted: boolean) => ecdhPackage(members, [key], own, isWeighted)
  if (given.entries[0]?.keyshare === partOf(true).entries[0]?.keyshare) return 'weighted'
  return given.entries[0]?.keyshare === partOf(false).entries[0]?.keyshare ? 'plain' : undefined
}

describe('A peer that asks Floe for its part', () => {
  const rows = [
    { known: 'floe', saying: 'weighted', pinging: 'nothing', gets: 'plain' },
    { known: 'igloo-beta', saying: 'weighted', pinging: 'nothing', gets: 'plain' },
    { known: 'igloo', saying: 'weighted', pinging: 'nothing', gets: 'plain' },
    { known: 'igloo-beta', saying: 'nothing', pinging: 'nothing', gets: 'weighted' },
    { known: 'igloo', saying: 'nothing', pinging: 'nothing', gets: 'plain' },
    { known: null, saying: 'nothing', pinging: 'igloo-beta', gets: 'weighted' },
    { known: null, saying: 'nothing', pinging: 'igloo', gets: 'plain' },
    { known: null, saying: 'nothing', pinging: 'nothing', gets: 'weighted' },
    { known: 'floe', saying: 'nothing', pinging: 'igloo-beta', gets: 'weighted' },
    { known: 'floe', saying: 'nothing', pinging: 'igloo', gets: 'plain' },
    { known: 'floe', saying: 'nothing', pinging: 'nothing', gets: 'weighted' },
  ] as const
  test.for(rows)(
    'known as $known, saying $saying, pinging as $pinging, gets it $gets',
    async ({ known, saying, pinging, gets }, scope) => {
      const group = await v2Group(scope, { threshold: 2, totalMembers: 2 })
      const time = simulateTimeOver(scope, [group.relay])
      const rogue = await startRogue(scope, group, 2)
      rogue.conduct = ({ type, from }, honest) => {
        if (type !== 'PingRequest') return honest()
        if (pinging === 'nothing') return null
        const pool = pinging === 'igloo-beta' && { nonce_pool_generation: 'ab'.repeat(32) }
        return { type: 'PingResponse', data: { ...rogue.pingData(from), ...pool } }
      }
      const floe = await group.start(1, { savedPeers: knownAs(rogue, known) })
      const fields = saying === 'weighted' ? { weighted: true } : {}
      expect(await time.until(askedPart(rogue, floe, fields))).toBe(gets)
      const name = present(floe.node.peers.get(rogue.xonly)).pubkey.slice(0, 8)
      const isWarned = saying === 'nothing' && gets === 'plain'
      expect(floe.node.warnings.list).toEqual(
        isWarned ? [ownerWarning.exchangeUnweighted(name)] : [],
      )
    },
  )
})
