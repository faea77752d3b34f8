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

/** What is waited for, who is there, and how each test signature ends. */
function setUp() {
  const at = {
    waiting: [reservedShare],
    peers: [] as PeerEntry[],
    threshold: 2,
    outcome: { ok: false, why: { error: 'no answer' } } as Signed,
    isFull: false,
    asked: 0,
    /** What happens while it is asked. */
    meanwhile: () => {},
  }
  const proofs = new DeviceProofs({
    unproven: () => at.waiting,
    peers: () => at.peers,
    threshold: () => at.threshold,
    sign: () => {
      at.asked += 1
      at.meanwhile()
      return Promise.resolve(at.outcome)
    },
    onProven: () => {
      if (at.isFull) throw new Error('disk full')
      at.waiting = []
    },
    now: Date.now,
  })
  proofs.check()
  /** What the signer tells when others come and go. */
  const change = (now: Partial<typeof at>) => {
    Object.assign(at, now)
    proofs.check()
    return seconds(0)
  }
  return { at, proofs, change }
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)

test('a device that only asks to join is not asked, and one that runs on its share is', async () => {
  const { at, change } = setUp()
  await change({ peers: [peer(ID, null)] })
  expect(at.asked).toBe(0)
  await change({ peers: [peer(ID, 2)], outcome: { ok: true } })
  expect([at.asked, at.waiting]).toEqual([1, []])
  expect(vi.getTimerCount()).toBe(0)
})

test('a device that does not sign is asked less and less often, and soon when it is shown its share again', async () => {
  const { at, proofs, change } = setUp()
  await change({ peers: [peer(ID, 2)] })
  await seconds(24 * 3_600)
  expect(at.asked).toBeGreaterThan(40)
  expect(at.asked).toBeLessThan(60)
  expect(proofs.problemOf(ID)).toMatchObject({ error: 'no answer' })
  const before = at.asked
  proofs.restart(ID)
  await seconds(0)
  expect(at.asked).toBe(before)
  await seconds(1)
  expect(at.asked).toBe(before + 1)
})

test('nobody is asked while too few are there to sign together', async () => {
  const { at, proofs, change } = setUp()
  await change({ threshold: 3, peers: [peer(ID, 2)] })
  await seconds(60)
  expect([at.asked, proofs.problemOf(ID)]).toEqual([0, texts.needsOthers(1)])
  await change({ peers: [peer(ID, 2), peer('ef'.repeat(32), 2)] })
  expect(at.asked).toBe(1)
})

test('what could not be written down on a full disk is tried again', async () => {
  const { at, proofs, change } = setUp()
  await change({ peers: [peer(ID, 2)], outcome: { ok: true }, isFull: true })
  expect(proofs.problemOf(ID)).toEqual(texts.notKept)
  at.isFull = false
  await seconds(60)
  expect(at.waiting).toEqual([])
  expect(proofs.problemOf(ID)).toBeUndefined()
})

test('it ends with its signer', async () => {
  const { at, proofs, change } = setUp()
  await change({ peers: [peer(ID, 2)] })
  await proofs.stop()
  await change({})
  await seconds(60)
  expect([at.asked, vi.getTimerCount()]).toEqual([1, 0])
})

test.for(['PEER_DECLINED', 'PEER_UNANSWERED'] as const)(
  'a person who was asked there is not asked again for five minutes: %s',
  async (code) => {
    const { at, change } = setUp()
    await change({ peers: [peer(ID, 2)], outcome: { ok: false, why: { error: 'declined' }, code } })
    await seconds(299)
    expect(at.asked).toBe(1)
    await seconds(1)
    expect(at.asked).toBe(2)
  },
)

test('while two devices run on its share neither is asked, and the one that is left is asked at once', async () => {
  const { at, proofs, change } = setUp()
  const two = { ...peer(ID, 2), areTwoDevices: true }
  await change({ peers: [two], outcome: { ok: true } })
  expect([at.asked, proofs.problemOf(ID)]).toEqual([0, texts.twoDevices])
  await change({ peers: [peer(ID, 2)] })
  expect([at.asked, at.waiting]).toEqual([1, []])
})

test('a signature proves nothing once it is found out meanwhile that two devices run on its share', async () => {
  const { at, proofs, change } = setUp()
  const meanwhile = () => {
    at.peers = [{ ...peer(ID, 2), areTwoDevices: true }]
  }
  await change({ peers: [peer(ID, 2)], outcome: { ok: true }, meanwhile })
  expect([at.asked, at.waiting, proofs.problemOf(ID)]).toEqual([
    1,
    [reservedShare],
    texts.twoDevices,
  ])
})

test('a device that comes while another one signs is asked after it', async () => {
  const { at, proofs, change } = setUp()
  const other = { ...reservedShare, id: 'ef'.repeat(32), idx: 3 }
  const meanwhile = () => {
    at.waiting = [other]
    at.peers = [peer(other.id, 2)]
    at.meanwhile = () => {}
    proofs.check()
  }
  await change({ peers: [peer(ID, 2)], meanwhile })
  expect([at.asked, proofs.problemOf(other.id)]).toMatchObject([2, { error: 'no answer' }])
})
