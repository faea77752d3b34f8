import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reservedShares as texts } from '#contract/codes.ts'
import { DEFAULT_POLICY, type PeerEntry } from '#signer/peers/peers.ts'
import { DeviceProofs, type Signed, type UnprovenShare } from './device-proofs.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ID = 'ab'.repeat(32)
const reservedShare: UnprovenShare = {
  ...{ id: ID, group: 'g', idx: 2, seckey: 'cd'.repeat(32), provedAt: null },
  handedOut: { at: 1, actor: 'olga', name: 'Laptop', sealed: null, rule: null, joinedAt: 1 },
}
const peer = (xonly: string, pingVersion: 1 | 2 | null): PeerEntry => ({
  ...{ pubkey: `02${xonly}`, xonly, idx: 2, status: 'online', latency: null, latencies: [] },
  ...{ lastSeen: 1, lastPingAttempt: 1, policy: DEFAULT_POLICY, heardIn2026: true },
  ...{ firstAllowed: false, partialSignatures: 0, areTwoDevices: false, build: null },
  protocols: new Map([['2026', { firstHeard: 1, lastHeard: 1, policy: null, pingVersion }]]),
})

/** Shares without a proof, peers, and the outcome of each test signature; the test changes them. */
function setUp() {
  const state = {
    waiting: [reservedShare],
    peers: [] as PeerEntry[],
    threshold: 2,
    outcome: { ok: false, why: { error: 'no answer' } } as Signed,
    isFull: false,
    asked: 0,
    /** Runs while the device signs. */
    meanwhile: () => {},
  }
  const proofs = new DeviceProofs({
    unproven: () => state.waiting,
    peers: () => state.peers,
    threshold: () => state.threshold,
    sign: () => {
      state.asked += 1
      state.meanwhile()
      return Promise.resolve(state.outcome)
    },
    onProven: () => {
      if (state.isFull) throw new Error('disk full')
      state.waiting = []
    },
    now: Date.now,
  })
  proofs.check()
  /** Changes what the signer reports, and checks the proofs. */
  const change = (now: Partial<typeof state>) => {
    Object.assign(state, now)
    proofs.check()
    return seconds(0)
  }
  return { state, proofs, change }
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)

test('a device that only asks to join is not asked to sign; a device that runs on its share is', async () => {
  const { state, change } = setUp()
  await change({ peers: [peer(ID, null)] })
  expect(state.asked).toBe(0)
  await change({ peers: [peer(ID, 2)], outcome: { ok: true } })
  expect([state.asked, state.waiting]).toEqual([1, []])
  expect(vi.getTimerCount()).toBe(0)
})

test('a device that does not sign is asked less and less often, and soon after its invitation is shown again', async () => {
  const { state, proofs, change } = setUp()
  await change({ peers: [peer(ID, 2)] })
  await seconds(24 * 3_600)
  expect(state.asked).toBeGreaterThan(40)
  expect(state.asked).toBeLessThan(60)
  expect(proofs.problemOf(ID)).toMatchObject({ error: 'no answer' })
  const before = state.asked
  proofs.restart(ID)
  await seconds(0)
  expect(state.asked).toBe(before)
  await seconds(1)
  expect(state.asked).toBe(before + 1)
})

test('no device is asked while too few devices are online for a signature', async () => {
  const { state, proofs, change } = setUp()
  await change({ threshold: 3, peers: [peer(ID, 2)] })
  await seconds(60)
  expect([state.asked, proofs.problemOf(ID)]).toEqual([0, texts.needsOthers(1)])
  await change({ peers: [peer(ID, 2), peer('ef'.repeat(32), 2)] })
  expect(state.asked).toBe(1)
})

test('a proof that could not be stored on a full disk is made again', async () => {
  const { state, proofs, change } = setUp()
  await change({ peers: [peer(ID, 2)], outcome: { ok: true }, isFull: true })
  expect(proofs.problemOf(ID)).toEqual(texts.notKept)
  state.isFull = false
  await seconds(60)
  expect(state.waiting).toEqual([])
  expect(proofs.problemOf(ID)).toBeUndefined()
})

test('no device is asked after a stop', async () => {
  const { state, proofs, change } = setUp()
  await change({ peers: [peer(ID, 2)] })
  await proofs.stop()
  await change({})
  await seconds(60)
  expect([state.asked, vi.getTimerCount()]).toEqual([1, 0])
})

test.for(['PEER_DECLINED', 'PEER_UNANSWERED'] as const)(
  'a person at the device is not asked again for five minutes: %s',
  async (code) => {
    const { state, change } = setUp()
    await change({ peers: [peer(ID, 2)], outcome: { ok: false, why: { error: 'declined' }, code } })
    await seconds(299)
    expect(state.asked).toBe(1)
    await seconds(1)
    expect(state.asked).toBe(2)
  },
)

test('while two devices run on one share neither is asked; the one that is left is asked at once', async () => {
  const { state, proofs, change } = setUp()
  const two = { ...peer(ID, 2), areTwoDevices: true }
  await change({ peers: [two], outcome: { ok: true } })
  expect([state.asked, proofs.problemOf(ID)]).toEqual([0, texts.twoDevices])
  await change({ peers: [peer(ID, 2)] })
  expect([state.asked, state.waiting]).toEqual([1, []])
})

test('a signature proves nothing if a second device with the share is detected meanwhile', async () => {
  const { state, proofs, change } = setUp()
  const meanwhile = () => {
    state.peers = [{ ...peer(ID, 2), areTwoDevices: true }]
  }
  await change({ peers: [peer(ID, 2)], outcome: { ok: true }, meanwhile })
  expect([state.asked, state.waiting, proofs.problemOf(ID)]).toEqual([
    1,
    [reservedShare],
    texts.twoDevices,
  ])
})

test('a device that comes online while another one signs is asked next', async () => {
  const { state, proofs, change } = setUp()
  const other = { ...reservedShare, id: 'ef'.repeat(32), idx: 3 }
  const meanwhile = () => {
    state.waiting = [other]
    state.peers = [peer(other.id, 2)]
    state.meanwhile = () => {}
    proofs.check()
  }
  await change({ peers: [peer(ID, 2)], meanwhile })
  expect([state.asked, proofs.problemOf(other.id)]).toMatchObject([2, { error: 'no answer' }])
})
