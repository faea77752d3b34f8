import { expect } from 'vitest'
import type { ProtocolName } from '#contract/protocols.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { aggregate } from '#protocol/v2/frost.ts'
import { contextOf } from '#protocol/v2/jobs.ts'
import type { SignatureRecord } from '#signer/protocol-log.ts'
import type { BetaDevice } from './beta-device.ts'
import { startBeta } from './beta-member.ts'
import { hexOfPoint, multiply, negate, pointOfHex } from './curve.ts'
import type { FloeSigner } from './floe-signer.ts'
import type { GenuinePeer, GenuineProcess } from './genuine-peer.ts'
import { PingOneDevice } from './ping-one-device.ts'
import { type Prng, seededPrng } from './prng.ts'
import { EXCHANGING } from './rules.ts'
import { type Scope, startPeerFor, startRelayFor } from './scope.ts'
import { faultsOf, randomVectors, type Signed, signByFloe, signByGenuine } from './signatures.ts'
import { until } from './until.ts'
import { credentialsIn } from './v2-group.ts'
import { V2Rogue } from './v2-rogue.ts'
import { present } from './v2-vectors.ts'

/** The makes of device that can ask and be asked, by protocol. */
export const makes = {
  '1.x': ['Floe', 'another Floe', 'a genuine node'],
  '2026': ['Floe', 'another Floe', 'a device', 'a device of ping version 1', 'Igloo beta'],
} as const satisfies Record<ProtocolName, readonly string[]>

/** Each make asks each other make, in each protocol, if one of the two is the first Floe. */
export const pairings = (['1.x', '2026'] as const).flatMap((generation) =>
  makes[generation].flatMap((asker) =>
    makes[generation].flatMap((answerer) => {
      const isOne = [asker, answerer].some((make) => make === 'Floe')
      return isOne && asker !== answerer ? [{ generation, asker, answerer }] : []
    }),
  ),
)
export type Pairing = (typeof pairings)[number]

/** Devices of tests ask only for signatures; those of ping version 1 don't answer key exchanges either. */
export const exchangesKeys = ({ asker, answerer }: Pairing): boolean =>
  !asker.startsWith('a device') && answerer !== 'a device of ping version 1'

/** A member of the group that asks one other. */
export interface Member {
  idx: number
  xonly: string
  /** Asks for signatures of this many new hashes. @returns the faults found */
  sign(to: Member, count: number, tweaks?: number): Promise<string[]>
  /** The group's shared secret with a key: a compressed point, or from Igloo beta only its x. */
  exchange?(to: Member, key: string): Promise<string>
  ping(to: Member): Promise<boolean>
  /** A Floe's records of signatures. */
  audited?: readonly SignatureRecord[]
}

/** One group with a member of each make. */
export interface AllMakes {
  /** The group's public key, compressed. */
  key: string
  /**
   * The group's shared secret with a key, from the secret key that was split into the shares. In 2026, where
   * keys are x-only, it is the secret of the group key with an even y.
   */
  sharedWith(key: string, generation: ProtocolName): string
  members(pairing: Pairing): Promise<{ asker: Member; answerer: Member }>
  /** The genuine node. */
  genuine: GenuinePeer
}

/** @param secretKey of the group, 32 bytes, hex */
export async function startAllMakes(
  scope: Scope,
  secretKey: string,
  genuine: GenuineProcess,
): Promise<AllMakes> {
  const names = [...makes['1.x'], ...makes['2026']]
  const keyset = generateKeyset({ threshold: 2, totalMembers: names.length, secretKey })
  const relay = await startRelayFor(scope)
  const random = seededPrng(2026)
  const key = keyset.group.group_pk

  const floe = async (generation: ProtocolName, idx: number) => {
    const credentials = credentialsIn(scope, generation, keyset, idx)
    const started = await startPeerFor(scope, { ...credentials, relays: [relay.url] })
    return floeMember(started, idx, generation, key, random)
  }
  const device = async (idx: number) => {
    const rogue = await V2Rogue.start(keyset, idx, relay.url)
    scope.onTestFinished(() => rogue.stop())
    return rogue
  }
  const peer = await genuine.start({
    group: keyset.groupCredential,
    share: present(keyset.shareCredentials[6]),
    relays: [relay.url],
  })
  const [firstV1, otherV1] = [await floe('1.x', 5), await floe('1.x', 6)]
  // The devices only ask the member with index 1.
  const [firstV2, otherV2] = [await floe('2026', 1), await floe('2026', 2)]
  const members: Record<ProtocolName, Record<string, Member>> = {
    '1.x': {
      Floe: firstV1,
      'another Floe': otherV1,
      'a genuine node': genuineMember(peer, 7, key, random),
    },
    '2026': {
      Floe: firstV2,
      'another Floe': otherV2,
      'a device': deviceMember(await device(3), random),
      'a device of ping version 1': pingOneMember(await device(4), firstV2),
      'Igloo beta': betaMember(await startBeta(scope, { keyset, relay }, 8), random),
    },
  }
  return {
    key,
    genuine: peer,
    sharedWith: (theirs, generation) => {
      const shared = multiply(BigInt(`0x${secretKey}`), pointOfHex(theirs))
      return hexOfPoint(generation === '2026' && key.startsWith('03') ? negate(shared) : shared)
    },
    members: async ({ generation, ...names }) => {
      const asker = present(members[generation][names.asker])
      const answerer = present(members[generation][names.answerer])
      await until(() => asker.ping(answerer), { what: `${names.answerer} to be there` })
      return { asker, answerer }
    },
  }
}

function floeMember(
  { node, audited }: FloeSigner,
  idx: number,
  generation: ProtocolName,
  key: string,
  random: Prng,
): Member {
  /** No other member is asked, so that a slow machine does not do the same work twice. */
  const askOnly = ({ xonly }: Member) => {
    for (const peer of node.peers.all) {
      node.peers.setPolicy(peer.xonly, { allowSend: peer.xonly === xonly, allowReceive: true })
    }
  }
  return {
    ...{ idx, audited },
    xonly: node.self.xonly,
    sign: async (to, count, tweaks = 0) => {
      askOnly(to)
      const vectors = randomVectors(random, count, tweaks)
      const before = audited.length
      const signed = await signByFloe(node, vectors)
      const wanted = new Set(vectors.map(([hash]) => hash))
      const asked = audited
        .slice(before)
        .filter(({ direction, hashes }) => direction === 'asked' && wanted.has(hashes[0] ?? ''))
      expect(asked.flatMap(({ hashes }) => hashes).toSorted()).toEqual([...wanted].toSorted())
      for (const record of asked) expect(record).toMatchObject({ generation, peers: [to.xonly] })
      return faultsOf(key, vectors, signed)
    },
    exchange: async (to, theirs) => {
      askOnly(to)
      const exchanged = await node.ecdh(EXCHANGING, theirs)
      return exchanged.ok ? exchanged.secret : exchanged.why.error
    },
    ping: async (to) => (await node.ping(to.xonly)).generation === generation,
  }
}

function genuineMember(peer: GenuinePeer, idx: number, key: string, random: Prng): Member {
  return {
    idx,
    xonly: peer.pubkey,
    sign: async (to, count, tweaks) => {
      const vectors = randomVectors(random, count, tweaks)
      return faultsOf(key, vectors, await signByGenuine(peer, vectors, [to.xonly]))
    },
    exchange: async (to, theirs) => {
      const exchanged = await peer.ecdh(theirs, [to.xonly])
      return exchanged.ok ? exchanged.data : exchanged.err
    },
    ping: async (to) => (await peer.ping(to.xonly)).ok,
  }
}

/** Asks for as many hashes in one session as it has nonces for. */
function deviceMember(rogue: V2Rogue, random: Prng): Member {
  const heldOf = (to: Member) => rogue.held.get(to.xonly) ?? []
  // It never gives the same nonces twice.
  rogue.conduct = ({ type, from }, honest) =>
    type === 'PingRequest'
      ? { type: 'PingResponse', data: rogue.pingData(from, [], rogue.newNonces(50)) }
      : honest()

  const signSome = async (to: Member, hashes: readonly string[]): Promise<Signed> => {
    const session = rogue.session(to.idx, rogue.take(to.xonly, hashes.length), hashes)
    const answer = await rogue.ask(to.xonly, { type: 'SignRequest', data: session })
    if (answer.type !== 'SignResponse') return { ok: false, reason: JSON.stringify(answer.data) }
    const own = rogue.partials(session).psigs
    const theirs: typeof own = answer.data.psigs
    const signatures = hashes.map((sighash, at) => {
      const psigs = [own, theirs].map((list) => present(list[at]).partial_sig)
      const signature = aggregate(contextOf(rogue.group, session, at), psigs)
      return { sighash, pubkey: rogue.group.group_pk, signature }
    })
    return { ok: true, signatures }
  }
  return {
    idx: rogue.share.idx,
    xonly: rogue.xonly,
    sign: async (to, count) => {
      const faults: string[] = []
      let left = randomVectors(random, count)
      while (left.length > 0) {
        if (heldOf(to).length === 0) await rogue.ping(to.xonly)
        const now = left.slice(0, heldOf(to).length)
        left = left.slice(now.length)
        const signed = await signSome(
          to,
          now.map(([hash]) => hash),
        )
        faults.push(...faultsOf(`02${rogue.group.group_pk}`, now, signed))
        rogue.held.set(to.xonly, [])
      }
      return faults
    },
    ping: async (to) => (await rogue.ping(to.xonly)).version === 2,
  }
}

/** Asks for one hash a request, one after another. */
function betaMember(device: BetaDevice, random: Prng): Member {
  const { idx } = device.share
  // The nonces in answers are enough for it, as in apps that are no browser.
  device.pingsBefore = false
  return {
    idx,
    xonly: device.xonly,
    sign: async (to, count) => {
      const faults: string[] = []
      for (const [sighash] of randomVectors(random, count)) {
        const signed = await device.sign(sighash, [to.xonly])
        const pubkey = device.group.group_pk
        const given: Signed = signed.ok
          ? { ok: true, signatures: [{ sighash, pubkey, signature: signed.value }] }
          : { ok: false, reason: signed.reason }
        faults.push(...faultsOf(`02${pubkey}`, [[sighash]], given))
      }
      return faults
    },
    exchange: async (to, theirs) => {
      const exchanged = await device.exchange(theirs.slice(-64), [to.xonly])
      return exchanged.ok ? exchanged.value : exchanged.reason
    },
    ping: (to) => device.ping(to.xonly),
  }
}

/** Asks for one hash a request, with as many requests at once as it has nonces for. */
function pingOneMember(rogue: V2Rogue, { xonly: floe }: Member): Member {
  const device = new PingOneDevice(rogue, floe)
  return {
    idx: rogue.share.idx,
    xonly: rogue.xonly,
    sign: async (_, count) => {
      for (let signed = 0; signed < count; ) {
        if (device.held.length === 0) await device.ping()
        const now = Math.min(count - signed, device.held.length)
        const ids = Array.from({ length: now }, () => device.send())
        await until(() => ids.every((id) => rogue.answersTo(id).length > 0))
        const got = device.collect(ids)
        if (got < now) return [`${got} of ${now} were answered with a signature`]
        signed += got
      }
      return []
    },
    ping: async () => {
      await device.ping()
      return device.held.length > 0
    },
  }
}
