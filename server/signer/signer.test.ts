import { schnorr } from '@noble/curves/secp256k1.js'
import { bytesToHex } from '@noble/curves/utils.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PING_TIMEOUT } from '#contract/limits.ts'
import { ownerWarning, refusal, request, protocolTexts as texts } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { steadyNow } from '#lib/clock.ts'
import { signEvent, verifySignature } from '#nostr/event.ts'
import { xOnly } from '#nostr/x-only.ts'
import { MAX_TWEAKS } from '#protocol/limits.ts'
import { generateKeyset, type Keyset } from '#protocol/v1/keyset.ts'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { CURVE_ORDER } from '../../tests/support/credentials.ts'
import { keysetOf } from '../../tests/support/keyset-reader.ts'
import { seededPrng } from '../../tests/support/prng.ts'
import { EXCHANGING, openPolicyEngine, SIGNING } from '../../tests/support/rules.ts'
import { recordedLog } from '../../tests/support/signer-parts.ts'
import { simulateTimeOver } from '../../tests/support/simulated-relays.ts'
import { thrownBy } from '../../tests/support/thrown.ts'
import { until } from '../../tests/support/until.ts'
import { present, vectors } from '../../tests/support/v2-vectors.ts'
import type { SignerOptions } from './options.ts'
import { Signer } from './signer.ts'

const prng = seededPrng(101)
const hex32 = () => bytesToHex(prng.bytes(32))
const quorum = generateKeyset({ threshold: 2, totalMembers: 3, random: prng.bytes })
/** Each of its members signs alone. */
const alone = generateKeyset({ threshold: 1, totalMembers: 2, random: prng.bytes })

/** The keyset with the share of one member. */
const member = ({ group, shares }: Keyset, idx: number) =>
  keysetOf(group, present(shares.find((one) => one.idx === idx)))

function setUp(keyset: Keyset, options: Partial<SignerOptions> = {}) {
  const recorded = recordedLog()
  const signer = new Signer({
    keyset: member(keyset, 1),
    policyEngine: openPolicyEngine(),
    relays: [],
    log: recorded.log,
    ...options,
  })
  onTestFinished(() => signer.stop())
  return { ...recorded, signer }
}

async function startRelay(): Promise<RelayFixture> {
  const relay = await RelayFixture.start()
  onTestFinished(() => relay.stop())
  return relay
}

const QUICK = { backoffBase: 20, backoffMax: 50, backoffFloor: 5 }

describe('a signer', () => {
  test('knows itself and its peers', () => {
    const { signer } = setUp(quorum)
    const [own, ...others] = quorum.group.commits.map(({ pubkey }) => pubkey)
    expect(signer.self).toEqual({ pubkey: own, xonly: xOnly(own ?? ''), idx: 1 })
    expect(signer.peers.all.map((peer) => peer.pubkey)).toEqual(others)
    expect(signer.isReady).toBe(false)
  })

  test('can’t be created from a keyset of 2026 without a nonce store', () => {
    const keyset = keysetOf(vectors.keyset.group, present(vectors.keyset.shares[0]))
    expect(thrownBy(() => setUp(quorum, { keyset }))).toMatchObject({
      code: 'NODE_ERROR',
      message: texts.createNode,
      details: { reason: expect.objectContaining({ error: ownerWarning.noncesNeeded }) },
    })
  })

  test('does not start without a relay', () => {
    expect(thrownBy(() => setUp(quorum).signer.start())).toMatchObject({
      code: 'NODE_ERROR',
      message: texts.connectNode,
    })
  })

  test('stops at once when it was never started, even twice', async () => {
    const { signer } = setUp(quorum)
    await Promise.all([signer.stop(), signer.stop()])
    expect(await signer.sign(SIGNING, hex32())).toEqual({
      ok: false,
      why: expect.objectContaining({ error: request.stopped }),
      code: 'stopped',
    })
  })

  test('does not ping a key outside its group', async () => {
    expect(await setUp(quorum).signer.ping(hex32())).toMatchObject({
      success: false,
      error: texts.peerDataNotFound,
    })
  })
})

describe('a signature', () => {
  test('of a group with threshold 1 needs no peer and no relay', async () => {
    const { signer } = setUp(alone)
    const hash = hex32()
    const outcome = await signer.sign(SIGNING, hash)
    if (!outcome.ok) throw new Error(outcome.why.error)
    const { signature, pubkey, sighash } = outcome.signature
    expect([sighash, pubkey]).toEqual([hash, alone.group.group_pk.slice(2)])
    expect(verifySignature(signature, hash, pubkey)).toBe(true)
  })

  test('may be requested in upper case', async () => {
    const hash = `ab${hex32().slice(2)}`
    expect(await setUp(alone).signer.sign(SIGNING, hash.toUpperCase())).toMatchObject({
      ok: true,
      signature: { sighash: hash },
    })
  })

  test.each([
    ['an empty hash', '', []],
    ['a short hash', 'abcd', []],
    ['a hash that is not hex', 'zz'.repeat(32), []],
    ['a hash with a space', ` ${'ab'.repeat(32)}`, []],
    ['a short tweak', 'ab'.repeat(32), ['01']],
  ])('is not asked for with %s', async (_, hash, tweaks) => {
    expect(await setUp(alone).signer.sign(SIGNING, hash, tweaks)).toEqual({
      ok: false,
      why: expect.objectContaining({ error: request.hashFormat }),
      code: 'invalid',
    })
  })

  test.each([
    ['zero', '00'.repeat(32)],
    ['the curve order', CURVE_ORDER],
    ['above the curve order', 'ff'.repeat(32)],
  ])(
    'with a tweak that is %s is refused, and others requested with it are given',
    async (_, tweak) => {
      const { signer } = setUp(alone)
      const [first, wrong, last] = await Promise.all([
        signer.sign(SIGNING, hex32()),
        signer.sign(SIGNING, hex32(), [hex32(), tweak]),
        signer.sign(SIGNING, hex32()),
      ])
      expect([first.ok, last.ok]).toEqual([true, true])
      expect(wrong).toEqual({
        ok: false,
        why: expect.objectContaining({ error: refusal.tweakInvalid }),
        code: 'invalid',
      })
    },
  )

  test('with more tweaks than peers accept is refused, and with as many as they accept is given', async () => {
    const { signer } = setUp(alone)
    const tweaks = Array.from({ length: MAX_TWEAKS + 1 }, hex32)
    expect(await signer.sign(SIGNING, hex32(), tweaks)).toEqual({
      ok: false,
      why: expect.objectContaining({ error: refusal.tooManyTweaks(MAX_TWEAKS) }),
      code: 'invalid',
    })
    expect(await signer.sign(SIGNING, hex32(), tweaks.slice(1))).toMatchObject({ ok: true })
  })
})

describe('a key exchange', () => {
  test('gives the same secret with either member, and to the other party', async () => {
    const theirs = prng.bytes(32)
    const publicKey = bytesToHex(schnorr.getPublicKey(theirs))
    const [one, two] = await Promise.all([
      setUp(alone).signer.ecdh(EXCHANGING, publicKey),
      setUp(alone, { keyset: member(alone, 2) }).signer.ecdh(EXCHANGING, publicKey.toUpperCase()),
    ])
    expect(one).toMatchObject({ ok: true })
    expect(two).toEqual(one)
  })

  test.each([
    ['no point', `${'00'.repeat(31)}05`],
    ['empty', ''],
    ['no hex', 'zz'.repeat(32)],
  ])('with a key that is %s is refused', async (_, publicKey) => {
    expect(await setUp(alone).signer.ecdh(EXCHANGING, publicKey)).toEqual({
      ok: false,
      why: expect.objectContaining({ error: refusal.publicKeyInvalid }),
      code: 'invalid',
    })
  })

  test('succeeds for each of many that come at once', async () => {
    const { signer } = setUp(alone)
    const keys = Array.from({ length: 100 }, () => bytesToHex(schnorr.getPublicKey(prng.bytes(32))))
    const outcomes = await Promise.all(keys.map((key) => signer.ecdh(EXCHANGING, key)))
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([])
  })
})

describe('the ping monitor', () => {
  async function running(startDelay: number, given?: RelayFixture) {
    const relay = given ?? (await startRelay())
    const parts = setUp(quorum, { relays: [relay.url], timings: { startDelay, relay: QUICK } })
    parts.signer.start()
    await until(() => parts.signer.isReady)
    return { ...parts, relay }
  }

  test('starts by itself a while after the signer is ready', async () => {
    const { signer } = await running(5)
    await until(() => signer.monitor.isRunning)
    await until(() => signer.peers.all.every((peer) => peer.lastPingAttempt !== null))
  })

  test('that the owner stopped stays stopped when a relay comes back', async () => {
    const { signer, relay } = await running(5)
    await until(() => signer.monitor.isRunning)
    signer.monitor.stop()
    const time = simulateTimeOver({ onTestFinished }, [relay])
    relay.dropAll()
    await until(() => !signer.isReady)
    await time.untilTrue(() => signer.isReady)
    await time.pass(1_000)
    expect(signer.monitor.isRunning).toBe(false)
  })

  test('that the owner has already started brings no warning', async () => {
    const relay = await startRelay()
    const time = simulateTimeOver({ onTestFinished }, [relay])
    const { signer, entries } = await running(1_000, relay)
    signer.monitor.start()
    await time.untilTrue(() => signer.connectivity.lastCheck !== null)
    expect(entries.filter(({ type }) => type === 'warning')).toEqual([])
  })

  test('pings everybody again when a relay is back', async () => {
    const relay = await startRelay()
    for (const idx of [2, 3]) {
      const peer = setUp(quorum, { keyset: member(quorum, idx), relays: [relay.url] })
      peer.signer.start()
      await until(() => peer.signer.isReady)
    }
    const { signer } = await running(5, relay)
    await until(async () => (await signer.pingAll()).every(({ success }) => success))
    const before = steadyNow()
    await until(() => steadyNow() > before)
    relay.dropAll()
    await until(() => signer.peers.all.every((peer) => (peer.lastPingAttempt ?? 0) > before))
  })
})

describe('another relay', () => {
  test('is at once searched for peers that could not be reached before', async () => {
    const [first, second] = [await startRelay(), await startRelay()]
    const time = simulateTimeOver({ onTestFinished }, [first, second])
    const { signer } = setUp(quorum, { relays: [first.url], timings: { startDelay: 0, drain: 0 } })
    const { signer: peer } = setUp(quorum, {
      keyset: member(quorum, 2),
      relays: [second.url],
      timings: { startDelay: 3_600_000, drain: 0 },
    })
    for (const one of [signer, peer]) one.start()
    const isAsked = () => signer.peers.all.every((one) => one.lastPingAttempt !== null)
    await time.untilTrue(() => peer.isReady && isAsked())

    signer.setRelays([first.url, second.url])

    await time.untilTrue(() => signer.peers.online === 1, PING_TIMEOUT + 5_000)
  })
})

describe('an event under our own key', () => {
  const { seckey } = member(quorum, 1).share
  const self = xOnly(quorum.group.commits[0]?.pubkey ?? '')
  const other = xOnly(quorum.group.commits[1]?.pubkey ?? '')

  const ownEvent = (createdAt: number): NostrEvent =>
    signEvent(
      {
        kind: 20_004,
        created_at: createdAt,
        tags: [['p', other]],
        content: String(prng.integer(2 ** 32)),
      },
      seckey,
      self,
    )

  async function listening(options: Partial<SignerOptions> = {}) {
    const relay = await startRelay()
    const timings = { startDelay: 60_000 }
    const parts = setUp(quorum, { relays: [relay.url], timings, ...options })
    parts.signer.start()
    await until(() => parts.signer.isReady)
    return { ...parts, relay }
  }

  test('that was sent before the start is from our earlier run, and brings no warning', async () => {
    const start = 1_800_000_000
    const { signer, relay } = await listening({ wall: () => start * 1_000 })
    relay.inject(ownEvent(start - 3))
    relay.inject(ownEvent(start))
    await until(() => (signer.relays[0]?.eventsIn ?? 0) >= 2)
    await simulateTimeOver({ onTestFinished }, [relay]).pass(1_000)
    expect(signer.warnings.list).toEqual([])
  })

  test('that was sent since the start is reported once: two devices run on the share', async () => {
    const { signer, relay, entries } = await listening()
    for (let n = 2; n < 8; n += 1) relay.inject(ownEvent(Math.floor(Date.now() / 1000) + n))
    await until(() => signer.warnings.list.length > 0)
    await until(() => (signer.relays[0]?.eventsIn ?? 0) >= 6)
    expect(signer.warnings.list).toHaveLength(1)
    expect(entries.filter(({ type }) => type === 'warning')).toHaveLength(1)
  })
})

describe('a stop', () => {
  test('leaves nothing running, even when a relay comes back meanwhile', async () => {
    const relay = await startRelay()
    const time = simulateTimeOver({ onTestFinished }, [relay])
    const { signer } = setUp(quorum, {
      relays: [relay.url],
      timings: { startDelay: 50, relay: QUICK },
    })
    signer.start()
    await until(() => signer.isReady)
    // No peer is there to answer, so the stop waits its full time.
    const asked = signer.sign(SIGNING, hex32())
    const stopped = signer.stop()
    relay.dropAll()
    await time.untilTrue(() => relay.totalConnections === 2 && relay.subscriptions === 1)
    await time.until(stopped)
    expect(await asked).toMatchObject({ ok: false })
    expect(signer.monitor.isRunning).toBe(false)
    await until(() => relay.connections === 0)
  })
})
