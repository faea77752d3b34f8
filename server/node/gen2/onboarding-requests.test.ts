import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { DEFAULT_POLICY, PeerBook, type PeerEntry } from '../peers.ts'
import {
  type OnboardingRecord,
  OnboardingRequests,
  type OnboardingRequestsOptions,
} from './onboarding-requests.ts'

const MINUTE = 60_000
const KEYS = ['a1', 'b2'].map((byte) => byte.repeat(32))

/** Two members, a clock to move, and a list of the news. */
function setUp(options: Partial<OnboardingRequestsOptions> = {}) {
  const clock = { now: 1_700_000_000_000 }
  const book = new PeerBook({
    members: KEYS.map((key, at) => ({ idx: 2 - at, pubkey: `02${key}` })),
    self: 'cc'.repeat(32),
    policies: new Map(),
    partialSignatures: new Map(),
    now: () => clock.now,
  })
  const [first, second] = book.all as [PeerEntry, PeerEntry]
  const told: string[] = []
  const settled: number[] = []
  const requests = new OnboardingRequests({
    needsApproval: true,
    onNews: ({ peer, state }: OnboardingRecord) => void told.push(`${peer.idx} ${state}`),
    onSettled: (peer) => void settled.push(peer.idx),
    now: () => clock.now,
    ...options,
  })
  return { clock, first, second, told, settled, requests }
}

const states = ({ list }: OnboardingRequests) => list.map(({ index, state }) => [index, state])

describe('a member that asks to join', () => {
  test('waits for the owner, and is answered the moment the owner says yes', async () => {
    const { requests, first, told, settled } = setUp()
    const asked = requests.ask(first)
    expect(states(requests)).toEqual([[2, 'waiting']])
    expect(requests.decide(first.xonly, true)).toBe(true)
    expect(await asked).toBe('answer')
    expect(states(requests)).toEqual([[2, 'approved']])
    expect(settled).toEqual([2])
    requests.answered(first)
    expect(states(requests)).toEqual([[2, 'answered']])
    expect(told).toEqual(['2 waiting', '2 answered'])
  })

  test('is told so when the owner says no, and when it asks again', async () => {
    const { requests, first } = setUp()
    const asked = requests.ask(first)
    requests.decide(first.xonly, false)
    expect([await asked, await requests.ask(first)]).toEqual(['deny', 'deny'])
    expect(states(requests)).toEqual([[2, 'refused']])
  })

  test('gets no answer when nobody has decided, and is answered when it asks again', async () => {
    const { requests, first } = setUp({ held: 5 })
    expect(await requests.ask(first)).toBe('silence')
    expect(states(requests)).toEqual([[2, 'waiting']])
    requests.decide(first.xonly, true)
    expect(await requests.ask(first)).toBe('answer')
  })

  test.for([true, false])(
    'needs a new decision after ten minutes (approved: %s)',
    async (approve) => {
      const { requests, first, clock } = setUp({ held: 5 })
      await requests.ask(first)
      requests.decide(first.xonly, approve)
      clock.now += 10 * MINUTE - 1
      expect(await requests.ask(first)).toBe(approve ? 'answer' : 'deny')
      clock.now += 1
      expect(await requests.ask(first)).toBe('silence')
      expect(states(requests)).toEqual([[2, 'waiting']])
    },
  )

  test('that did not ask again while it was allowed waits for the owner once more', async () => {
    const { requests, first, clock } = setUp({ held: 5 })
    await requests.ask(first)
    requests.decide(first.xonly, true)
    clock.now += 10 * MINUTE - 1
    expect(states(requests)).toEqual([[2, 'approved']])
    clock.now += 1
    expect(states(requests)).toEqual([[2, 'waiting']])
    requests.decide(first.xonly, true)
    expect(await requests.ask(first)).toBe('answer')
  })

  test('has only its newest request kept', async () => {
    const { requests, first, clock } = setUp()
    const older = requests.ask(first)
    clock.now += 1_000
    const newer = requests.ask(first)
    expect(await Promise.race([older, nextTurn('held')])).toBe('silence')
    requests.decide(first.xonly, true)
    expect(await newer).toBe('answer')
    const [{ askedAt, lastAskedAt } = { askedAt: '', lastAskedAt: '' }] = requests.list
    expect(Date.parse(lastAskedAt) - Date.parse(askedAt)).toBe(1_000)
  })

  test('is decided on separately, whatever others ask', async () => {
    const { requests, first, second } = setUp({ held: 5 })
    const asked = [requests.ask(first), requests.ask(second)]
    requests.decide(second.xonly, true)
    expect(await Promise.all(asked)).toEqual(['silence', 'answer'])
    expect(states(requests)).toEqual([
      [1, 'approved'],
      [2, 'waiting'],
    ])
  })

  test('is announced once a minute, however often it asks', async () => {
    const { requests, first, clock, told } = setUp({ needsApproval: false })
    for (let asks = 0; asks < 100; asks += 1) {
      expect(await requests.ask(first)).toBe('answer')
      requests.answered(first)
    }
    clock.now += MINUTE
    requests.answered(first)
    expect(told).toEqual(['2 answered', '2 answered'])
  })

  test('needs no approval if the owner wants that, even if it is already waiting', async () => {
    const { requests, first } = setUp()
    const asked = requests.ask(first)
    requests.requireApproval(false)
    expect([await asked, await requests.ask(first)]).toEqual(['answer', 'answer'])
    requests.requireApproval(true)
    void requests.ask(first)
    expect(states(requests)).toEqual([[2, 'waiting']])
    requests.stop()
  })

  test('waits no longer when the signer stops', async () => {
    const { requests, first } = setUp()
    const asked = requests.ask(first)
    requests.stop()
    expect([await asked, await requests.ask(first)]).toEqual(['silence', 'silence'])
  })
})

test('A member that has not asked can’t be decided on', () => {
  const { requests, second } = setUp()
  expect(requests.decide(second.xonly, true)).toBe(false)
  expect(requests.list).toEqual([])
  expect(second.policy).toEqual(DEFAULT_POLICY)
})
