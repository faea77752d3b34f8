import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createClock } from '#lib/clock.ts'
import { PeerAuthoriser } from '#signer/peers/authorise-peer.ts'
import { DEFAULT_POLICY, PeerBook, type PeerEntry } from '#signer/peers/peers.ts'
import { type OnboardingRecord, OnboardingRequests } from '#signer/v2/onboarding-requests.ts'
import { allowAllCallers, openRules } from '../../tests/support/rules.ts'
import { recordedLog } from '../../tests/support/signer-parts.ts'
import { createOnboardingRequests } from './onboarding-requests.ts'

const MINUTE = 60_000
const KEYS = ['a1', 'b2'].map((byte) => byte.repeat(32))

/** Two members that ask, a clock that the test moves, and a list of what was announced. */
function setUp({ needsApproval = true, held = 30_000 } = {}) {
  const clock = { now: 1_700_000_000_000 }
  const setting = { needsApproval }
  const peers = new PeerBook({
    members: KEYS.map((key, at) => ({ idx: 2 - at, pubkey: `02${key}` })),
    self: 'cc'.repeat(32),
    policies: new Map(),
    partialSignatures: new Map(),
    now: () => clock.now,
  })
  const [first, second] = peers.all as [PeerEntry, PeerEntry]
  const announced: string[] = []
  const settled: number[] = []
  const proofs: { pubkey: string; at: string }[] = []
  const requests = new OnboardingRequests({
    onNews: ({ peer, state }: OnboardingRecord) => void announced.push(`${peer.idx} ${state}`),
    onSettled: (peer) => void settled.push(peer.idx),
    onAnswered: () => {},
    now: () => clock.now,
  })
  const rules = openRules({
    clock: createClock({ wall: () => clock.now, monotonic: () => clock.now }),
    callers: { ...allowAllCallers, byDefault: () => (setting.needsApproval ? 'ask' : 'allow') },
  })
  onTestFinished(() => rules.close())
  const authoriser = new PeerAuthoriser({
    policyEngine: rules.policyEngine,
    onHeld: (peer, request) => requests.held(peer, request),
    held,
  })
  const calls = createOnboardingRequests({
    keyset: { signer: { onboarding: requests } },
    policy: rules,
    proofs: () => proofs,
    log: recordedLog().log,
    audit: () => {},
  })
  const ask = async (peer: PeerEntry) => {
    requests.asked(peer)
    const heard = await authoriser.authorise(peer, {
      operation: 'onboard',
      subject: '',
      parts: [{}],
    })
    if (heard.verdict === 'refuse' && !heard.isLate) requests.refused(peer, heard.reason)
    return heard.verdict
  }
  const decide = (peer: PeerEntry, approve: boolean) =>
    calls.decide(peer.xonly, { approve, actor: 'olga' })
  const states = () => calls.list().map(({ index, state }) => [index, state])
  const requireApproval = (needed: boolean) => {
    setting.needsApproval = needed
    rules.review()
  }
  return {
    ...{ clock, first, second, announced, settled, proofs, requests, rules, authoriser },
    ...{ ask, decide, states, requireApproval },
  }
}

describe('a member that asks to join', () => {
  test('waits for the owner, and is answered the moment the owner says yes', async () => {
    const { requests, first, announced, settled, ask, decide, states } = setUp()
    const asked = ask(first)
    expect(states()).toEqual([[2, 'waiting']])
    expect(decide(first, true)).toEqual({ ok: true, value: true })
    expect(await asked).toBe('allow')
    expect(states()).toEqual([[2, 'approved']])
    expect(new Set(settled)).toEqual(new Set([2]))
    requests.answered(first)
    expect(states()).toEqual([[2, 'answered']])
    expect(announced).toEqual(['2 waiting', '2 answered'])
  })

  test('is on the list until it has signed, and again when it asks later', async () => {
    const { requests, first, clock, proofs, ask, states } = setUp({ needsApproval: false })
    await ask(first)
    requests.answered(first)
    proofs.push({ pubkey: first.pubkey, at: new Date(clock.now - 1).toISOString() })
    expect(states()).toEqual([[2, 'answered']])
    proofs.splice(0, 1, { pubkey: first.pubkey, at: new Date(clock.now + 1).toISOString() })
    expect(states()).toEqual([])
    clock.now += MINUTE
    await ask(first)
    requests.answered(first)
    expect(states()).toEqual([[2, 'answered']])
  })

  test('is answered when the owner answers its question, on whatever page', async () => {
    const { requests, rules, first, ask, states } = setUp()
    const asked = ask(first)
    rules.answer(requests.questionOf(first.xonly) ?? '', { verdict: 'allow' })
    expect(await asked).toBe('allow')
    expect(states()).toEqual([[2, 'approved']])
    expect(requests.questionOf(first.xonly)).toBeNull()
  })

  test('is refused when the owner says no, and when it asks again', async () => {
    const { first, ask, decide, states } = setUp()
    const asked = ask(first)
    decide(first, false)
    expect([await asked, await ask(first)]).toEqual(['refuse', 'refuse'])
    expect(states()).toEqual([[2, 'refused']])
  })

  test('gets no answer when nobody has decided, and is answered when it asks again', async () => {
    const { first, ask, decide, states } = setUp({ held: 5 })
    expect(await ask(first)).toBe('wait')
    expect(states()).toEqual([[2, 'waiting']])
    decide(first, true)
    expect(await ask(first)).toBe('allow')
  })

  test('can be decided on after its question has expired, and the decision can be changed', async () => {
    const { first, clock, rules, ask, decide, states } = setUp({ held: 5 })
    await ask(first)
    clock.now += 5 * MINUTE
    expect(rules.approvals.list()).toEqual([])
    await nextTurn()
    expect(states()).toEqual([[2, 'waiting']])
    decide(first, true)
    expect(await ask(first)).toBe('allow')
    decide(first, false)
    expect(await ask(first)).toBe('refuse')
    decide(first, true)
    expect(await ask(first)).toBe('allow')
    expect(rules.ruleSet.ruleViews()).toHaveLength(1)
  })

  test.for([true, false])(
    'needs a new decision after ten minutes (approved: %s)',
    async (approve) => {
      const { first, clock, ask, decide, states } = setUp({ held: 5 })
      await ask(first)
      decide(first, approve)
      clock.now += 10 * MINUTE - 1
      expect(await ask(first)).toBe(approve ? 'allow' : 'refuse')
      clock.now += 1
      expect(await ask(first)).toBe('wait')
      expect(states()).toEqual([[2, 'waiting']])
    },
  )

  test('that has not asked again while it was allowed waits for the owner once more', async () => {
    const { first, clock, ask, decide, states } = setUp({ held: 5 })
    await ask(first)
    decide(first, true)
    clock.now += 10 * MINUTE - 1
    expect(states()).toEqual([[2, 'approved']])
    clock.now += 1
    expect(states()).toEqual([[2, 'waiting']])
    decide(first, true)
    expect(await ask(first)).toBe('allow')
  })

  test('has only its newest request held', async () => {
    const { requests, first, clock, ask, decide } = setUp()
    const older = ask(first)
    clock.now += 1_000
    const newer = ask(first)
    expect(await Promise.race([older, nextTurn('held')])).toBe('wait')
    decide(first, true)
    expect(await newer).toBe('allow')
    const [{ askedAt, lastAskedAt } = { askedAt: '', lastAskedAt: '' }] = requests.list
    expect(Date.parse(lastAskedAt) - Date.parse(askedAt)).toBe(1_000)
  })

  test('is decided on separately, whatever others ask', async () => {
    const { first, second, ask, decide, states } = setUp({ held: 5 })
    const asked = [ask(first), ask(second)]
    decide(second, true)
    expect(await Promise.all(asked)).toEqual(['wait', 'allow'])
    expect(states()).toEqual([
      [1, 'approved'],
      [2, 'waiting'],
    ])
  })

  test('is announced once a minute, however often it asks', async () => {
    const { requests, first, clock, announced, ask } = setUp({ needsApproval: false })
    for (let asks = 0; asks < 100; asks += 1) {
      expect(await ask(first)).toBe('allow')
      requests.answered(first)
    }
    clock.now += MINUTE
    requests.answered(first)
    expect(announced).toEqual(['2 answered', '2 answered'])
  })

  test('needs no approval once the owner has turned that off, even if it already waits', async () => {
    const { first, ask, states, requireApproval, authoriser } = setUp()
    const asked = ask(first)
    requireApproval(false)
    expect([await asked, await ask(first)]).toEqual(['allow', 'allow'])
    requireApproval(true)
    void ask(first)
    expect(states()).toEqual([[2, 'waiting']])
    authoriser.stop()
  })

  test('waits no longer when the signer stops', async () => {
    const { authoriser, first, ask } = setUp()
    const asked = ask(first)
    authoriser.stop()
    expect([await asked, await ask(first)]).toEqual(['wait', 'wait'])
  })
})

test('A member that has not asked cannot be decided on', () => {
  const { requests, second, decide } = setUp()
  expect(decide(second, true)).toEqual({ ok: true, value: false })
  expect(requests.list).toEqual([])
  expect(second.policy).toEqual(DEFAULT_POLICY)
})
