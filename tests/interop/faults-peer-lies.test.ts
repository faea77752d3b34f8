import { secp256k1 } from '@noble/curves/secp256k1.js'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { protocolTexts, refusal, request, v2Refusal } from '#contract/messages.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import { verifySignature } from '#nostr/event.ts'
import { combineEcdh, ecdhKeyshare } from '#protocol/v1/arithmetic.ts'
import { generateKeyset, type Keyset } from '#protocol/v1/keyset.ts'
import type { EcdhPackage, PartialSignatures } from '#protocol/v1/messages.ts'
import type {
  Message,
  MessageType,
  PartialSignature,
  SignResponse,
  EcdhPackage as V2EcdhPackage,
} from '#protocol/v2/messages.ts'
import type { PeerEntry } from '#signer/peers/peers.ts'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { CURVE_ORDER } from '../support/credentials.ts'
import { type FloeSigner, startFloeSigner } from '../support/floe-signer.ts'
import { speaking } from '../support/pair.ts'
import { SILENT } from '../support/patient.ts'
import { seededPrng } from '../support/prng.ts'
import { type Conduct, lying, RoguePeer } from '../support/rogue-peer.ts'
import { EXCHANGING, SIGNING } from '../support/rules.ts'
import { simulateTimeOver } from '../support/simulated-relays.ts'
import { until } from '../support/until.ts'
import { lyingIn, type Conduct as V2Conduct, V2Rogue } from '../support/v2-rogue.ts'

const prng = seededPrng(201)
const hex = (bytes: number) => Buffer.from(prng.bytes(bytes)).toString('hex')
const keyset = generateKeyset({ threshold: 2, totalMembers: 3, random: prng.bytes })

let relay: RelayFixture
let liar: RoguePeer
let honest: RoguePeer
/** The same two in 2026. */
let v2Liar: V2Rogue
let v2Honest: V2Rogue

beforeAll(async () => {
  relay = await RelayFixture.start()
  liar = await RoguePeer.start({ keyset, idx: 2, relay: relay.url })
  honest = await RoguePeer.start({ keyset, idx: 3, relay: relay.url })
  v2Liar = await V2Rogue.start(keyset, 2, relay.url)
  v2Honest = await V2Rogue.start(keyset, 3, relay.url)
})

afterAll(async () => {
  await Promise.all([liar, honest, v2Liar, v2Honest].map((peer) => peer.stop()))
  await relay.stop()
})

/** A fresh node, which trusts everybody and asks those with a low index first. */
async function startNode(
  from: Keyset = keyset,
  generation: ProtocolName = '1.x',
): Promise<FloeSigner> {
  const floe = await startFloeSigner({
    group: from.groupCredential,
    share: from.shareCredentials[0] ?? '',
    relays: [relay.url],
    random: () => 0,
    timings: SILENT,
    ...speaking({ onTestFinished }, generation),
  })
  onTestFinished(() => floe.node.stop())
  if (generation === '2026') {
    await floe.node.pingAll()
    const hasMet = ({ protocols }: PeerEntry) => protocols.get('2026')?.pingVersion === 2
    await until(() => floe.node.peers.all.every(hasMet))
  }
  return floe
}

/** A member behaves so from now until the end of the test. */
function behave(conduct: Conduct, member = liar): void {
  const before = member.conduct
  member.conduct = conduct
  onTestFinished(() => {
    member.conduct = before
  })
}

function behaveInV2(conduct: V2Conduct, member = v2Liar): void {
  const before = member.conduct
  member.conduct = conduct
  onTestFinished(() => {
    member.conduct = before
  })
}

/** Keeps the honest member's answers back until somebody is accused: a slow liar would be replaced unheard. */
function holdHonest(floe: FloeSigner): void {
  const isAccused = () => accusations(floe).length > 0
  behave(async ({ tag }, answer) => {
    if (tag !== '/ping/req') await until(isAccused)
    return answer()
  }, honest)
  behaveInV2(async ({ type }, answer) => {
    if (type !== 'PingRequest') await until(isAccused)
    return answer()
  }, v2Honest)
}

/** What a liar does, and what it is accused of. */
interface Lie {
  generation: ProtocolName
  name: string
  begin(): void
  reason: string
}

const inV1 = (lies: [string, () => Conduct, string][]): Lie[] =>
  lies.map(([name, conduct, reason]) => ({
    generation: '1.x',
    name,
    begin: () => behave(conduct()),
    reason,
  }))

const inV2 = (lies: [string, () => V2Conduct, string][]): Lie[] =>
  lies.map(([name, conduct, reason]) => ({
    generation: '2026',
    name,
    begin: () => behaveInV2(conduct()),
    reason,
  }))

const onlyLiar = ({ node: floe }: FloeSigner) =>
  floe.peers.setPolicy(honest.xonly, { allowSend: false, allowReceive: true })

/** Whom the event log accuses, and of what. */
const accusations = ({ entries }: FloeSigner) =>
  entries.flatMap(({ message, data }) => {
    const { peer, reason } = (data ?? {}) as { peer?: string; reason?: string }
    return message.includes('answered wrongly') ? [{ peer, reason }] : []
  })

const signLie = (change: (answer: PartialSignatures) => unknown) => lying('/sign/res', change)
const psigLie = (change: (psig: string) => string) =>
  signLie((answer) => ({
    ...answer,
    psigs: answer.psigs.map(([sighash, psig]) => [sighash, change(psig)]),
  }))
const negated = (scalar: string) =>
  (BigInt(`0x${CURVE_ORDER}`) - BigInt(`0x${scalar}`)).toString(16).padStart(64, '0')
const raw =
  (tag: string, data: string): Conduct =>
  ({ id }) => ({ tag, id, data })

const signLies: [string, () => Conduct, string][] = [
  [
    'a random partial signature',
    () => psigLie(() => hex(32)),
    protocolTexts.partialSignatureInvalid,
  ],
  ['its partial signature negated', () => psigLie(negated), protocolTexts.partialSignatureInvalid],
  [
    'a partial signature of zero',
    () => psigLie(() => '00'.repeat(32)),
    protocolTexts.partialSignatureInvalid,
  ],
  [
    'a partial signature that is no scalar',
    () => psigLie(() => 'ff'.repeat(32)),
    protocolTexts.partialSignatureInvalid,
  ],
  [
    'a bad partial signature and then the good one',
    () =>
      signLie((answer) => ({
        ...answer,
        psigs: answer.psigs.flatMap((entry) => [[entry[0], hex(32)], entry]),
      })),
    protocolTexts.partialSignatureInvalid,
  ],
  ["another member's index", () => signLie((one) => ({ ...one, idx: 3 })), refusal.indexMismatch],
  [
    "another member's public key",
    () => signLie((one) => ({ ...one, pubkey: honest.pubkey })),
    refusal.indexMismatch,
  ],
  [
    'nobody’s public key',
    () => signLie((one) => ({ ...one, pubkey: `02${hex(32)}` })),
    protocolTexts.pubkeyNotInGroup,
  ],
  [
    'its public key with the other parity',
    () =>
      signLie((one) => ({
        ...one,
        pubkey: `${one.pubkey.startsWith('02') ? '03' : '02'}${one.pubkey.slice(2)}`,
      })),
    protocolTexts.pubkeyNotInGroup,
  ],
  [
    'the id of another session',
    () => signLie((one) => ({ ...one, sid: hex(32) })),
    protocolTexts.sessionIdMismatch,
  ],
  [
    'no hashes',
    () => signLie((one) => ({ ...one, psigs: [] })),
    protocolTexts.missingPartialSignatures,
  ],
  [
    'other hashes',
    () => signLie((one) => ({ ...one, psigs: one.psigs.map(([, psig]) => [hex(32), psig]) })),
    protocolTexts.missingPartialSignatures,
  ],
  [
    'an answer of another kind',
    () => raw('/ping/res', '{"send":true,"recv":true}'),
    refusal.wrongAnswerTag,
  ],
  ['what is not JSON', () => raw('/sign/res', '}{'), protocolTexts.signatureSchema],
  [
    'JSON of another form',
    () => raw('/sign/res', '{"psigs":"all"}'),
    protocolTexts.signatureSchema,
  ],
]

const v2SignLie = (change: (answer: SignResponse) => unknown): V2Conduct =>
  lyingIn('SignResponse', (answer) => change(answer) as SignResponse)
const v2PsigLie = (change: (psig: PartialSignature) => PartialSignature) =>
  v2SignLie((one) => ({ ...one, psigs: one.psigs.map(change) }))
const partial = (change: (psig: string) => string) => () =>
  v2PsigLie((psig) => ({ ...psig, partial_sig: change(psig.partial_sig) }))
/** An answer other than the one asked for. */
const v2Raw =
  (asked: MessageType, answer: Message): V2Conduct =>
  (request, honestly) =>
    request.type === asked ? answer : honestly()
const pong = { version: 1, nonces: null, policy_profile: null } as const

const v2SignLies: [string, () => V2Conduct, string][] = [
  ['a random partial signature', partial(() => hex(32)), protocolTexts.partialSignatureInvalid],
  ['its partial signature negated', partial(negated), protocolTexts.partialSignatureInvalid],
  [
    'a partial signature of zero',
    partial(() => '00'.repeat(32)),
    protocolTexts.partialSignatureInvalid,
  ],
  [
    'a partial signature that is no scalar',
    partial(() => 'ff'.repeat(32)),
    protocolTexts.partialSignatureInvalid,
  ],
  ["another member's index", () => v2SignLie((one) => ({ ...one, idx: 3 })), refusal.indexMismatch],
  [
    'the id of another session',
    () => v2SignLie((one) => ({ ...one, sid: hex(32) })),
    v2Refusal.answerMismatch,
  ],
  ['no hashes', () => v2SignLie((one) => ({ ...one, psigs: [] })), protocolTexts.signatureSchema],
  [
    'other hashes',
    () => v2PsigLie((psig) => ({ ...psig, sighash: hex(32) })),
    v2Refusal.answerHashes,
  ],
  [
    'one hash too many',
    () => v2SignLie((one) => ({ ...one, psigs: [...one.psigs, ...one.psigs] })),
    v2Refusal.answerHashes,
  ],
  [
    'an answer of another kind',
    () => v2Raw('SignRequest', { type: 'PingResponse', data: pong }),
    refusal.wrongAnswerTag,
  ],
  [
    'JSON of another form',
    () => v2SignLie(() => ({ psigs: 'all' })),
    protocolTexts.signatureSchema,
  ],
]

const allSignLies = [...inV1(signLies), ...inV2(v2SignLies)]

describe('a co-signer that answers a signing request with', () => {
  test.each(allSignLies)('$name in $generation is named and replaced', async (lie) => {
    const { generation, begin, reason } = lie
    begin()
    const floe = await startNode(keyset, generation)
    holdHonest(floe)
    const hash = hex(32)
    const outcome = await floe.node.sign(SIGNING, hash)
    if (!outcome.ok) throw new Error(outcome.why.error)
    const { signature, pubkey } = outcome.signature
    expect(verifySignature(signature, hash, keyset.group.group_pk.slice(2))).toBe(true)
    expect(pubkey).toBe(keyset.group.group_pk.slice(2))
    expect(accusations(floe)).toEqual([{ peer: liar.pubkey, reason }])
    expect(floe.audited).toMatchObject([{ generation, outcome: 'ok', peers: [honest.xonly] }])
  })

  test.each(allSignLies)(
    '$name in $generation leaves a clear error when it is the only one',
    async ({ generation, begin, reason }) => {
      begin()
      const floe = await startNode(keyset, generation)
      onlyLiar(floe)
      expect(await floe.node.sign(SIGNING, hex(32))).toEqual({
        ok: false,
        why: expect.objectContaining({ error: reason }),
      })
      expect(accusations(floe)).toEqual([{ peer: liar.pubkey, reason }])
      expect(floe.audited).toMatchObject([{ outcome: 'failed', peers: [liar.xonly] }])
      expect(floe.entries.at(-1)).toMatchObject({
        type: 'error',
        message: `Signing failed: ${reason}`,
      })
    },
  )
})

describe('a co-signer that lied', () => {
  test('is not asked for the next signatures while there is another', async () => {
    const time = simulateTimeOver({ onTestFinished }, [relay])
    behave(psigLie(() => hex(32)))
    const floe = await time.until(startNode())
    await time.until(floe.node.sign(SIGNING, hex(32)))
    const asked = liar.heard.length
    for (let n = 0; n < 5; n += 1)
      expect(await time.until(floe.node.sign(SIGNING, hex(32)))).toMatchObject({ ok: true })
    expect(liar.heard).toHaveLength(asked)
  })

  test('about one hash of twenty spoils none of them', async () => {
    let lies = 0
    behave(
      signLie((answer) => {
        lies += 1
        const [[sighash = ''] = []] = answer.psigs.slice(-1)
        return { ...answer, psigs: [...answer.psigs.slice(0, -1), [sighash, hex(32)]] }
      }),
    )
    const floe = await startNode()
    holdHonest(floe)
    const hashes = Array.from({ length: 20 }, () => hex(32))
    const outcomes = await Promise.all(hashes.map((hash) => floe.node.sign(SIGNING, hash)))
    for (const [n, outcome] of outcomes.entries()) {
      if (!outcome.ok) throw new Error(outcome.why.error)
      const { signature, pubkey } = outcome.signature
      expect(verifySignature(signature, hashes[n] ?? '', pubkey)).toBe(true)
    }
    expect(lies).toBeGreaterThan(0)
    expect(new Set(accusations(floe).map(({ peer }) => peer))).toEqual(new Set([liar.pubkey]))
  })

  test('among several is told apart from those that did not', async () => {
    const large = generateKeyset({ threshold: 3, totalMembers: 5, random: prng.bytes })
    const members = await Promise.all(
      [2, 3, 4, 5].map((idx) => RoguePeer.start({ keyset: large, idx, relay: relay.url })),
    )
    onTestFinished(async () => {
      await Promise.all(members.map((member) => member.stop()))
    })
    const [two] = members
    if (two === undefined) throw new Error('no members')
    two.conduct = psigLie(negated)
    const floe = await startNode(large)
    // The others may sign before its answer comes, which then is not looked at: ask again.
    await until(async () => {
      const hash = hex(32)
      const outcome = await floe.node.sign(SIGNING, hash)
      if (!outcome.ok) throw new Error(outcome.why.error)
      const { signature, pubkey } = outcome.signature
      expect(verifySignature(signature, hash, pubkey)).toBe(true)
      return accusations(floe).length > 0
    })
    expect(accusations(floe)).toEqual([
      { peer: two.pubkey, reason: protocolTexts.partialSignatureInvalid },
    ])
    for (const { peers } of floe.audited) expect(peers).not.toContain(two.xonly)
  })
})

const { Point } = secp256k1
const theirSecret = secp256k1.utils.randomSecretKey()
const theirs = Buffer.from(secp256k1.getPublicKey(theirSecret)).toString('hex')

/** The right secret, computed from the other party's side. */
const trueSecret = Point.fromHex(keyset.group.group_pk)
  .multiply(secp256k1.Point.Fn.fromBytes(theirSecret))
  .toHex(true)

const ecdhLie = (change: (answer: EcdhPackage) => unknown) => lying('/ecdh/res', change)

const ecdhLies: [string, () => Conduct, string][] = [
  [
    'a key share that is no point',
    () => ecdhLie((one) => ({ ...one, keyshare: `02${'00'.repeat(31)}05` })),
    refusal.keyshareInvalid,
  ],
  [
    'an x-only key share',
    () => ecdhLie((one) => ({ ...one, keyshare: one.keyshare.slice(2) })),
    refusal.keyshareInvalid,
  ],
  ['no key share', () => ecdhLie((one) => ({ ...one, keyshare: '' })), refusal.keyshareInvalid],
  [
    'a key share that cancels ours',
    () =>
      lying<EcdhPackage>('/ecdh/res', (one, request) => {
        const ours = (JSON.parse(request.data) as EcdhPackage).keyshare
        return { ...one, keyshare: Point.fromHex(ours).negate().toHex(true) }
      }),
    refusal.keyshareWrong,
  ],
  [
    'a random point',
    () => ecdhLie((one) => ({ ...one, keyshare: Point.BASE.multiply(12_345n).toHex(true) })),
    refusal.keyshareWrong,
  ],
  [
    "another member's key share",
    () =>
      ecdhLie((one) => {
        const share = keyset.shares[2]
        if (share === undefined) throw new Error('no share')
        return { ...one, keyshare: ecdhKeyshare([1, 3], one.ecdh_pk, share).keyshare }
      }),
    refusal.keyshareWrong,
  ],
  [
    'a second key share in the wrong place',
    () => ecdhLie((one) => ({ ...one, blinded_keyshare: one.keyshare })),
    refusal.keyshareWrong,
  ],
  ["another member's index", () => ecdhLie((one) => ({ ...one, idx: 3 })), refusal.indexMismatch],
  ['other members', () => ecdhLie((one) => ({ ...one, members: [2, 3] })), refusal.otherExchange],
  [
    'another public key',
    () => ecdhLie((one) => ({ ...one, ecdh_pk: `02${hex(32)}` })),
    refusal.otherExchange,
  ],
  ['an answer of another kind', () => raw('/sign/res', '{}'), refusal.wrongAnswerTag],
  ['what is not JSON', () => raw('/ecdh/res', '}{'), protocolTexts.ecdhSchema],
]

const v2EcdhLie = (change: (answer: V2EcdhPackage, asked: V2EcdhPackage) => unknown) =>
  lyingIn('EcdhResponse', (one, { data }) => change(one, data) as V2EcdhPackage)
const keyshare = (change: (honest: string, asked: string) => string) => () =>
  v2EcdhLie((one, asked) => ({
    ...one,
    entries: one.entries.map((entry, at) => ({
      ...entry,
      keyshare: change(entry.keyshare, asked.entries[at]?.keyshare ?? ''),
    })),
  }))

const v2EcdhLies: [string, () => V2Conduct, string][] = [
  ['a key share that is no point', keyshare(() => `02${'00'.repeat(31)}05`), refusal.keyshareWrong],
  [
    'a random point',
    keyshare(() => Point.BASE.multiply(12_345n).toHex(true)),
    refusal.keyshareWrong,
  ],
  [
    'a key share that cancels ours',
    keyshare((_, ours) => Point.fromHex(ours).negate().toHex(true)),
    refusal.keyshareWrong,
  ],
  [
    'one key share alone',
    () => v2EcdhLie((one) => ({ ...one, entries: one.entries.slice(0, 1) })),
    refusal.otherExchange,
  ],
  ['an x-only key share', keyshare((share) => share.slice(2)), protocolTexts.ecdhSchema],
  ["another member's index", () => v2EcdhLie((one) => ({ ...one, idx: 3 })), refusal.indexMismatch],
  ['other members', () => v2EcdhLie((one) => ({ ...one, members: [2, 3] })), refusal.otherExchange],
  [
    'another public key',
    () =>
      v2EcdhLie((one) => ({
        ...one,
        entries: one.entries.map((entry) => ({ ...entry, ecdh_pk: hex(32) })),
      })),
    refusal.otherExchange,
  ],
  [
    'an answer of another kind',
    () => v2Raw('EcdhRequest', { type: 'PingResponse', data: pong }),
    refusal.wrongAnswerTag,
  ],
  ['JSON of another form', () => v2EcdhLie(() => ({ entries: 1 })), protocolTexts.ecdhSchema],
]

const allEcdhLies = [...inV1(ecdhLies), ...inV2(v2EcdhLies)]

describe('a member that answers a key exchange with', () => {
  test.each(allEcdhLies)('$name in $generation is named and replaced', async (lie) => {
    const { generation, begin, reason } = lie
    begin()
    const floe = await startNode(keyset, generation)
    holdHonest(floe)
    expect(await floe.node.ecdh(EXCHANGING, theirs)).toEqual({ ok: true, secret: trueSecret })
    expect(accusations(floe)).toEqual([{ peer: liar.pubkey, reason }])
  })

  test.each(allEcdhLies)(
    '$name in $generation leaves a clear error when it is the only one',
    async ({ generation, begin, reason }) => {
      begin()
      const floe = await startNode(keyset, generation)
      onlyLiar(floe)
      const isWrong = reason === refusal.keyshareWrong
      const error = isWrong ? request.keyshareWrong([liar.pubkey.slice(0, 8)]) : reason
      expect(await floe.node.ecdh(EXCHANGING, theirs)).toEqual({
        ok: false,
        why: expect.objectContaining({ error }),
      })
      expect(accusations(floe)).toEqual([{ peer: liar.pubkey, reason }])
    },
  )
})

// If one answers late, another is asked in its place: so time stands still here until all is answered.

test('a right secret is kept, and nobody is asked again', async () => {
  const time = simulateTimeOver({ onTestFinished }, [relay])
  const floe = await time.until(startNode())
  await time.until(floe.node.ecdh(EXCHANGING, theirs))
  const asked = liar.heard.length + honest.heard.length
  expect(await time.until(floe.node.ecdh(EXCHANGING, theirs))).toEqual({
    ok: true,
    secret: trueSecret,
  })
  expect(liar.heard.length + honest.heard.length).toBe(asked)
})

test('a secret that need not be proven is asked for again when it must be', async () => {
  const time = simulateTimeOver({ onTestFinished }, [relay])
  behave(ecdhLie((one) => ({ ...one, keyshare: Point.BASE.toHex(true) })))
  const floe = await time.until(startNode())
  const first = await time.until(floe.node.ecdh(EXCHANGING, theirs, { proven: false }))
  expect(first).toMatchObject({ ok: true })
  expect(first).not.toEqual({ ok: true, secret: trueSecret })
  for (const proven of [true, false]) {
    const outcome = await time.until(floe.node.ecdh(EXCHANGING, theirs, { proven }))
    expect(outcome).toEqual({ ok: true, secret: trueSecret })
  }
})

test('a member that has become a Floe is asked once, though it used to be asked twice', async () => {
  const time = simulateTimeOver({ onTestFinished }, [relay])
  const floe = await time.until(startNode())
  onlyLiar(floe)
  expect(await time.until(floe.node.ecdh(EXCHANGING, theirs))).toEqual({
    ok: true,
    secret: trueSecret,
  })
  behave((request, honest) => {
    const answer = honest()
    if (request.tag !== '/ecdh/req' || answer === null) return answer
    const { blinded, ...exchange } = JSON.parse(request.data) as EcdhPackage
    // It answers only requests with a blinded key.
    if (blinded === undefined) return null
    const { keyshare } = liar.keyshare({ ...exchange, ecdh_pk: blinded.ecdh_pk })
    const data = { ...(JSON.parse(answer.data) as EcdhPackage), blinded_keyshare: keyshare }
    return { ...answer, data: JSON.stringify(data) }
  })
  const asked = () => liar.heard.filter(({ tag }) => tag === '/ecdh/req').length
  for (const [scalar, times] of [
    [98n, 2],
    [99n, 1],
  ] as const) {
    const before = asked()
    const key = Point.BASE.multiply(scalar).toHex(true)
    expect(await time.until(floe.node.ecdh(EXCHANGING, key))).toMatchObject({ ok: true })
    expect(asked() - before).toBe(times)
  }
})

test('the right secret of these tests is the one that the members of the group make together', () => {
  const packages = keyset.shares.slice(0, 2).map((share) => ecdhKeyshare([1, 2], theirs, share))
  expect(combineEcdh(packages)).toBe(trueSecret)
})
