import { get_session_id } from '@frostr/bifrost/lib'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import {
  MAX_CONTENT_CHARS,
  MAX_HASHES,
  MAX_STAMP_SKEW_S,
  MAX_TWEAKS,
} from '../../server/contract/limits.ts'
import { node, refusal } from '../../server/contract/messages.ts'
import type { NostrEvent } from '../../server/contract/nostr.ts'
import { newMessageId } from '../../server/frostr/v1/envelope.ts'
import { generateKeyset } from '../../server/frostr/v1/keyset.ts'
import type { EcdhPackage, SighashVector, SignSession } from '../../server/frostr/v1/messages.ts'
import { xonlyOf } from '../../server/signer/peers.ts'
import { type FloeNode, startFloeNode } from '../support/floe-node.ts'
import { seededPrng } from '../support/prng.ts'
import { RoguePeer } from '../support/rogue-peer.ts'
import { until } from '../support/until.ts'

const prng = seededPrng(401)
const hex = (bytes = 32) => Buffer.from(prng.bytes(bytes)).toString('hex')
const keyset = generateKeyset({ threshold: 3, totalMembers: 4, random: prng.bytes })
const foreign = generateKeyset({ threshold: 2, totalMembers: 2, random: prng.bytes })
const now = () => Math.floor(Date.now() / 1000)

const vectors = (count: number, tweaks = 0): SighashVector[] =>
  Array.from({ length: count }, () => [hex(), ...Array.from({ length: tweaks }, () => hex())])

let relay: RelayFixture
let rogue: RoguePeer
let honest: RoguePeer
let stranger: RoguePeer

beforeAll(async () => {
  relay = await RelayFixture.start()
  rogue = await RoguePeer.start({ keyset, idx: 2, relay: relay.url })
  honest = await RoguePeer.start({ keyset, idx: 3, relay: relay.url })
  stranger = await RoguePeer.start({ keyset: foreign, idx: 1, relay: relay.url })
})

afterEach(() => relay.clearFaults())

afterAll(async () => {
  await Promise.all([rogue.stop(), honest.stop(), stranger.stop()])
  await relay.stop()
})

/** A fresh node, which has refused nothing yet. */
async function startNode(): Promise<FloeNode> {
  const floe = await startFloeNode({
    group: keyset.groupCredential,
    share: keyset.shareCredentials[0] ?? '',
    relays: [relay.url],
    timings: { startDelay: 60_000 },
  })
  onTestFinished(() => floe.node.stop())
  return floe
}

/** What was refused, and whose it was, in the order of the event log. */
const refusals = ({ entries }: FloeNode) =>
  entries.flatMap(({ type, data }) => {
    const { reason, peer } = (data ?? {}) as { reason?: string; peer?: string }
    return type === 'bifrost' && reason !== undefined ? [{ reason, peer }] : []
  })

const givenTo = (floe: FloeNode, peer: RoguePeer): number =>
  floe.node.peers.get(peer.xonly)?.partialSignatures ?? -1

/** All that the node does for a request that it refuses is to say so in the log. */
async function expectRefused(floe: FloeNode, reason: string, source: string): Promise<void> {
  const answers = rogue.answers.length
  await until(() => refusals(floe).length > 0, { what: `the refusal: ${reason}` })
  // What comes behind it is served, so nothing more is to be expected for what was refused.
  await rogue.ask(floe.node.self.xonly, '/ping/req', 'ping')
  expect(refusals(floe)).toEqual([{ reason, peer: source }])
  expect(rogue.answers).toHaveLength(answers + 1)
  expect(floe.audited).toEqual([])
  expect(givenTo(floe, rogue)).toBe(0)
  const received = floe.entries.filter(({ message }) => message.includes('request received'))
  expect(received).toEqual([])
}

/** A sound session of members 1, 2 and 3 with something changed, and the id that goes with it. */
function session(wrong: Partial<Omit<SignSession, 'sid'>> = {}): SignSession {
  const sound = rogue.session([1, 2, 3], vectors(1))
  const changed = { ...sound, ...wrong }
  return { ...changed, sid: get_session_id(changed.gid, structuredClone(changed)) }
}

function exchange(wrong: Partial<EcdhPackage> = {}): EcdhPackage {
  return {
    ...rogue.keyshare({
      idx: 2,
      members: [1, 2, 3],
      ecdh_pk: keyset.group.group_pk,
      keyshare: '',
    }),
    ...wrong,
  }
}

const twice = (): SighashVector[] => {
  const [vector = ['']] = vectors(1)
  return [vector, [...vector]]
}

describe('a signing request is refused, with nothing computed, that', () => {
  const cases: [string, () => Partial<Omit<SignSession, 'sid'>>, string][] = [
    ['has 101 hashes', () => ({ hashes: vectors(101) }), refusal.tooManyHashes(MAX_HASHES)],
    ['has 400 hashes', () => ({ hashes: vectors(400) }), refusal.tooManyHashes(MAX_HASHES)],
    ['has no hashes', () => ({ hashes: [] }), refusal.noHashes],
    ['has a hash twice', () => ({ hashes: twice() }), refusal.duplicateHash],
    [
      'has too many tweaks',
      () => ({ hashes: vectors(1, MAX_TWEAKS + 1) }),
      refusal.tooManyTweaks(MAX_TWEAKS),
    ],
    ['leaves us out', () => ({ members: [2, 3, 4] }), refusal.membersWithoutUs],
    ['leaves its sender out', () => ({ members: [1, 3, 4] }), refusal.membersWithoutAsker],
    ['names an unknown member', () => ({ members: [1, 2, 9] }), refusal.memberUnknown],
    ['names a member twice', () => ({ members: [1, 2, 2] }), refusal.memberDuplicate],
    ['has too few members', () => ({ members: [1, 2] }), refusal.tooFewMembers],
    ['is 16 minutes old', () => ({ stamp: now() - 960 }), refusal.staleStamp],
    ['is 16 minutes ahead', () => ({ stamp: now() + 960 }), refusal.staleStamp],
    ['is of another group', () => ({ gid: hex() }), refusal.groupIdMismatch],
  ]

  test.each(cases)('%s', async (_, wrong, reason) => {
    const floe = await startNode()
    rogue.send(floe.node.self.xonly, '/sign/req', JSON.stringify(session(wrong())))
    await expectRefused(floe, reason, rogue.xonly)
  })

  test('has another session id than its content makes', async () => {
    const floe = await startNode()
    const wrong = { ...session(), sid: hex() }
    rogue.send(floe.node.self.xonly, '/sign/req', JSON.stringify(wrong))
    await expectRefused(floe, node.sessionIdMismatch, rogue.xonly)
  })

  test.each(['', '}{', '[]', '{"hashes":1}'])('is no session: %j', async (data) => {
    const floe = await startNode()
    rogue.send(floe.node.self.xonly, '/sign/req', data)
    await expectRefused(floe, node.sessionSchema, rogue.xonly)
  })

  test('comes from a peer that may not ask', async () => {
    const floe = await startNode()
    floe.node.peers.setPolicy(rogue.xonly, { allowSend: true, allowReceive: false })
    rogue.send(floe.node.self.xonly, '/sign/req', JSON.stringify(session()))
    await expectRefused(floe, node.unauthorized, rogue.xonly)
  })
})

describe('a key exchange is refused that', () => {
  const cases: [string, Partial<EcdhPackage>, string][] = [
    ['leaves us out', { members: [2, 3, 4] }, refusal.membersWithoutUs],
    ['names an unknown member', { members: [1, 2, 9] }, refusal.memberUnknown],
    ['names a member twice', { members: [1, 2, 2] }, refusal.memberDuplicate],
    ['has too few members', { members: [1, 2] }, refusal.tooFewMembers],
    ['is under the index of another', { idx: 3 }, refusal.indexMismatch],
  ]

  test.each(cases)('%s', async (_, wrong, reason) => {
    const floe = await startNode()
    rogue.send(floe.node.self.xonly, '/ecdh/req', JSON.stringify(exchange(wrong)))
    await expectRefused(floe, reason, rogue.xonly)
  })

  test('is none', async () => {
    const floe = await startNode()
    rogue.send(floe.node.self.xonly, '/ecdh/req', '{"idx":2}')
    await expectRefused(floe, node.ecdhSchema, rogue.xonly)
  })

  test('has a key that is no point', async () => {
    const floe = await startNode()
    const data = JSON.stringify(exchange({ ecdh_pk: `02${'00'.repeat(31)}05` }))
    const id = rogue.send(floe.node.self.xonly, '/ecdh/req', data)
    await until(() => refusals(floe).length > 0)
    expect(refusals(floe)).toEqual([{ reason: refusal.publicKeyInvalid, peer: rogue.xonly }])
    await rogue.ask(floe.node.self.xonly, '/ping/req', 'ping')
    expect(rogue.answersTo(id)).toEqual([])
  })

  test('comes from a peer that may not ask', async () => {
    const floe = await startNode()
    floe.node.peers.setPolicy(rogue.xonly, { allowSend: true, allowReceive: false })
    rogue.send(floe.node.self.xonly, '/ecdh/req', JSON.stringify(exchange()))
    await expectRefused(floe, node.unauthorized, rogue.xonly)
  })
})

describe('a message is refused that', () => {
  const envelope = (data = JSON.stringify(session())) => ({
    tag: '/sign/req',
    id: newMessageId(),
    data,
  })

  /** By a relay that brings us what we did not subscribe to, without looking at it. */
  function bring(event: NostrEvent): void {
    relay.faults.ignoreFilters = true
    relay.inject(event)
    relay.faults.ignoreFilters = false
  }

  test('asks for something unknown', async () => {
    const floe = await startNode()
    rogue.send(floe.node.self.xonly, '/whatever', '')
    await expectRefused(floe, node.unauthorized, rogue.xonly)
  })

  test('is from nobody in the group', async () => {
    const floe = await startNode()
    bring(stranger.seal(floe.node.self.xonly, envelope()))
    await expectRefused(floe, node.notAPeer, relay.url)
  })

  test('is for another member', async () => {
    const floe = await startNode()
    bring(rogue.seal(xonlyOf(keyset.group.commits[3]?.pubkey ?? ''), envelope()))
    await expectRefused(floe, refusal.notRecipient, rogue.xonly)
  })

  test('is of another kind', async () => {
    const floe = await startNode()
    bring(rogue.seal(floe.node.self.xonly, envelope(), { kind: 1 }))
    await expectRefused(floe, refusal.wrongKind, rogue.xonly)
  })

  test('is too large', async () => {
    const floe = await startNode()
    const content = 'A'.repeat(MAX_CONTENT_CHARS + 1)
    rogue.publish(rogue.seal(floe.node.self.xonly, envelope(), { content }))
    await expectRefused(floe, refusal.contentTooLarge, relay.url)
  })

  test('is no event at all', async () => {
    const floe = await startNode()
    relay.injectRaw(JSON.stringify(['EVENT', 'floe-1', { id: 'nonsense' }]))
    await expectRefused(floe, node.eventSchema, relay.url)
  })

  test('has another id than its content makes', async () => {
    const floe = await startNode()
    bring({ ...rogue.seal(floe.node.self.xonly, envelope()), id: hex() })
    await expectRefused(floe, node.eventIdMismatch, rogue.xonly)
  })

  test('was signed by somebody else', async () => {
    const floe = await startNode()
    const sealed = rogue.seal(floe.node.self.xonly, envelope())
    const { sig } = honest.seal(floe.node.self.xonly, envelope())
    bring({ ...sealed, sig })
    await expectRefused(floe, node.invalidEventSignature, rogue.xonly)
  })

  test('was made 16 minutes ago', async () => {
    const floe = await startNode()
    const created_at = now() - MAX_STAMP_SKEW_S - 60
    bring(rogue.seal(floe.node.self.xonly, envelope(), { created_at }))
    await expectRefused(floe, refusal.staleStamp, rogue.xonly)
  })

  test('does not decrypt', async () => {
    const floe = await startNode()
    const { content } = rogue.seal(honest.xonly, envelope())
    rogue.publish(rogue.seal(floe.node.self.xonly, envelope(), { content }))
    await expectRefused(floe, refusal.decryption, rogue.xonly)
  })

  test('holds no envelope', async () => {
    const floe = await startNode()
    rogue.publish(rogue.seal(floe.node.self.xonly, { ...envelope(), id: 'short' }))
    await expectRefused(floe, node.envelopeSchema, rogue.xonly)
  })
})

describe('a request that comes again', () => {
  test('is answered once, however often and by however many relays it is brought', async () => {
    const floe = await startNode()
    const request = { tag: '/sign/req', id: newMessageId(), data: JSON.stringify(session()) }
    const event = rogue.seal(floe.node.self.xonly, request)
    for (let n = 0; n < 5; n += 1) relay.inject(event)
    await until(() => rogue.answersTo(request.id).length > 0)
    for (let n = 0; n < 5; n += 1) relay.inject(event)
    await rogue.ask(floe.node.self.xonly, '/ping/req', 'ping')
    expect(rogue.answersTo(request.id)).toHaveLength(1)
    expect(floe.audited).toHaveLength(1)
    expect(givenTo(floe, rogue)).toBe(1)
    expect(refusals(floe)).toEqual([])
  })

  test('is answered although a forged copy with its id came first', async () => {
    const floe = await startNode()
    const request = { tag: '/sign/req', id: newMessageId(), data: JSON.stringify(session()) }
    const event = rogue.seal(floe.node.self.xonly, request)
    const { sig } = honest.seal(floe.node.self.xonly, request)
    relay.inject({ ...event, sig })
    await until(() => refusals(floe).length > 0)
    expect(refusals(floe)).toEqual([{ reason: node.invalidEventSignature, peer: rogue.xonly }])
    relay.inject(event)
    await until(() => rogue.answersTo(request.id).length > 0)
    expect(floe.audited).toHaveLength(1)
  })

  test('under another event id, as peers do that wait, is answered each time', async () => {
    const floe = await startNode()
    const request = { tag: '/sign/req', id: newMessageId(), data: JSON.stringify(session()) }
    for (let n = 0; n < 2; n += 1) rogue.publish(rogue.seal(floe.node.self.xonly, request))
    await until(() => rogue.answersTo(request.id).length === 2)
    expect(givenTo(floe, rogue)).toBe(2)
  })
})

test('what a peer writes about its session is kept short', async () => {
  const floe = await startNode()
  const data = JSON.stringify(session({ type: 'x'.repeat(50_000) }))
  const answer = await rogue.ask(floe.node.self.xonly, '/sign/req', data)
  expect(answer.tag).toBe('/sign/res')
  expect(JSON.stringify([floe.entries, floe.audited]).length).toBeLessThan(5_000)
})
