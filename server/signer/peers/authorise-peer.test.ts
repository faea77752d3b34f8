import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DENIABLE, type Deniable } from '#contract/rule-terms.ts'
import { effects } from '#contract/rules.ts'
import { createClock } from '#lib/clock.ts'
import { allowAllCallers, openRules, type TestRulesOptions } from '#tests/support/rules.ts'
import { peerEntry } from '#tests/support/signer-parts.ts'
import { profileFor } from '../v2/profile.ts'
import { PeerAuthoriser, peerSwitches, signSubject } from './authorise-peer.ts'
import type { PeerEntry, PeerPolicy } from './peers.ts'

const MINUTE = 60_000
const [ALICE, BOB] = [peerEntry(1), peerEntry(2)]
const HASHES = ['aa', 'bb'].map((byte) => byte.repeat(32))
/** An authoriser with which the owner is asked about everything, unless a rule decides. */
function setUp({ held = 30_000, ...options }: { held?: number } & TestRulesOptions = {}) {
  const time = { now: 1_700_000_000_000 }
  const rules = openRules({
    clock: createClock({ wall: () => time.now, monotonic: () => time.now }),
    callers: { ...allowAllCallers, byDefault: () => 'ask' },
    ...options,
  })
  onTestFinished(() => rules.close())
  const waiting: string[] = []
  const authoriser = new PeerAuthoriser({
    policyEngine: rules.policyEngine,
    onHeld: ({ idx }, { operation, id }) => void waiting.push(`${idx} ${operation} ${id}`),
    held,
  })
  onTestFinished(() => authoriser.stop())
  const ask = (peer: PeerEntry, hashes = HASHES) => {
    const parts = hashes.map(() => ({}))
    return authoriser.authorise(peer, { operation: 'sign', subject: signSubject(hashes), parts })
  }
  const answer = (verdict: 'allow' | 'refuse', at = 0) =>
    rules.answer(rules.approvals.list()[at]?.id ?? '', { verdict })
  return { time, rules, authoriser, waiting, ask, answer }
}
/** The decision about a request, or `held` if there is none yet. */
const outcomeSoFar = async <T>(heard: Promise<T>): Promise<T | 'held'> =>
  Promise.race([heard, nextTurn('held' as const)])
describe("a peer's request", () => {
  test('is allowed at once when the owner need not be asked', async () => {
    const { ask } = setUp({ callers: allowAllCallers })
    expect(await ask(ALICE)).toMatchObject({ verdict: 'allow', isLate: false })
  })

  test('is held until the owner answers, and then counts as late', async () => {
    const { ask, answer, rules, waiting } = setUp()
    const heard = ask(ALICE)
    expect(await outcomeSoFar(heard)).toBe('held')
    const [question] = rules.approvals.list()
    expect(question).toMatchObject({ asked: { caller: { door: 'peer', id: ALICE.xonly } } })
    expect(waiting).toEqual([`1 sign ${question?.id}`])
    answer('allow')
    expect(await heard).toMatchObject({
      verdict: 'allow',
      reason: { by: 'answer' },
      isLate: true,
    })
  })

  test('delays no other request, of the same peer or of another', async () => {
    const { ask, answer } = setUp()
    const first = ask(ALICE)
    const second = ask(ALICE, HASHES.slice(1))
    const other = ask(BOB)
    answer('refuse', 1)
    answer('allow', 1)
    expect(await second).toMatchObject({ verdict: 'refuse', reason: { by: 'answer' } })
    expect(await other).toMatchObject({ verdict: 'allow' })
    expect(await outcomeSoFar(first)).toBe('held')
  })

  test('gets no answer when its time is over, and the question stays', async () => {
    const { ask, answer, rules } = setUp({ held: 5 })
    expect(await ask(ALICE)).toEqual({ verdict: 'wait' })
    expect(rules.approvals.list()).toHaveLength(1)
    answer('allow')
    expect(await ask(ALICE)).toMatchObject({ verdict: 'allow', isLate: false })
  })

  test('joins an open question about the same hashes, in any order and in upper case', async () => {
    const { ask, answer, rules } = setUp()
    const older = ask(ALICE)
    const newer = ask(
      ALICE,
      HASHES.toReversed().map((hash) => hash.toUpperCase()),
    )
    expect(rules.approvals.list()).toHaveLength(1)
    expect(await outcomeSoFar(older)).toEqual({ verdict: 'wait' })
    answer('allow')
    expect(await newer).toMatchObject({ verdict: 'allow' })
  })

  test('gets the same decision for ten minutes when it is repeated', async () => {
    const { ask, answer, time, rules } = setUp()
    const refused = ask(ALICE)
    answer('refuse')
    await refused
    time.now += 10 * MINUTE - 1
    expect(await ask(ALICE)).toMatchObject({ verdict: 'refuse', reason: { by: 'answer' } })
    time.now += 1
    expect(await outcomeSoFar(ask(ALICE))).toBe('held')
    expect(rules.approvals.list()).toHaveLength(1)
  })

  test('is refused at once when ten others of its peer are held', async () => {
    const { ask, waiting } = setUp()
    const hashOf = (n: number) => n.toString(16).padStart(64, '0')
    const heard = Array.from({ length: 12 }, (_, n) => ask(ALICE, [hashOf(n)]))
    const outcomes = await Promise.all(heard.map(outcomeSoFar))
    expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(10)
    expect(outcomes.slice(10)).toMatchObject(
      Array.from({ length: 2 }, () => ({ verdict: 'refuse', reason: { by: 'crowded' } })),
    )
    expect(waiting).toHaveLength(10)
    expect(await outcomeSoFar(ask(BOB))).toBe('held')
  })

  test('is refused when the owner stops everything, and no longer held when the signer ends', async () => {
    const { ask, rules, authoriser } = setUp()
    const stopped = ask(ALICE)
    rules.stop.stop()
    expect(await stopped).toMatchObject({ verdict: 'refuse', reason: { by: 'stopped' } })
    rules.stop.lift()
    const ended = ask(ALICE)
    authoriser.stop()
    expect([await ended, await ask(ALICE)]).toEqual([{ verdict: 'wait' }, { verdict: 'wait' }])
  })
})

const OPERATIONS = ['sign', 'ecdh', 'onboard'] as const
const BOTH = [true, false]
/** Every possible policy: both directions, and each set of denied operations. */
const policies: PeerPolicy[] = BOTH.flatMap((allowSend) =>
  BOTH.flatMap((allowReceive) =>
    Array.from({ length: 2 ** DENIABLE.length }, (_, bits) => ({
      allowSend,
      allowReceive,
      denied: DENIABLE.filter((_, at) => (bits >> at) & 1),
    })),
  ),
)
/** A policy engine in which only the switches of one peer decide. */
function policyOf(policy: PeerPolicy, approves = false) {
  const peer = peerEntry(1, { policy })
  const known = { get: (pubkey: string) => (pubkey === peer.xonly ? peer : undefined) }
  const switches = peerSwitches({ peers: () => known, approvesOnboarding: () => approves })
  const { policyEngine, ruleSet } = openRules({
    callers: {
      ...allowAllCallers,
      blockedBy: switches.blockedBy,
      byDefault: (_, operation) => switches.byDefault(operation),
    },
  })
  const ask = (operation: (typeof OPERATIONS)[number], id = peer.xonly) =>
    policyEngine.decide(
      { caller: { door: 'peer', id }, operation, subject: '', parts: [{}] },
      { openFor: 1_000 },
    )
  return { peer, ruleSet, ask }
}
/** Whether the switches alone allow an operation. */
const switchesAllow = ({ allowReceive, denied = [] }: PeerPolicy, what: Deniable): boolean =>
  allowReceive && !denied.includes(what)
describe('the switches of a peer', () => {
  test.for(OPERATIONS)('decide about %s if there are no rules', (operation) => {
    expect(policies).toHaveLength(128)
    for (const policy of policies) {
      const isAllowed = switchesAllow(policy, `receive.${operation}`)
      const { ask, peer } = policyOf(policy)
      expect(ask(operation)).toMatchObject(
        isAllowed
          ? { verdict: 'allow', reason: { by: 'door' } }
          : { verdict: 'refuse', reason: { by: 'switch' } },
      )
      // The profile that we send states the same.
      expect(profileFor(peer, 0).respond[operation]).toBe(isAllowed)
    }
  })

  test('deny an operation that is off, even if a rule allows it', () => {
    for (const verdict of effects) {
      const { ask, ruleSet } = policyOf({
        allowSend: true,
        allowReceive: true,
        denied: ['receive.sign'],
      })
      ruleSet.add({ whom: 'everyone', operation: 'sign', verdict, for: 'ever' })
      expect(ask('sign')).toMatchObject({ verdict: 'refuse', reason: { by: 'switch' } })
      expect(ask('ecdh')).toMatchObject({ verdict: 'allow' })
    }
  })

  test('let rules decide about an operation that is on', () => {
    const { ask, ruleSet } = policyOf({ allowSend: true, allowReceive: true })
    ruleSet.add({ whom: { door: 'peer' }, operation: 'ecdh', verdict: 'refuse', for: 'ever' })
    expect(ask('ecdh')).toMatchObject({ verdict: 'refuse', reason: { by: 'rule' } })
    expect(ask('sign')).toMatchObject({ verdict: 'allow', reason: { by: 'door' } })
  })

  test('don’t apply to a key outside the group, which is refused', () => {
    const { ask } = policyOf({ allowSend: true, allowReceive: true })
    expect(ask('sign', 'ff'.repeat(32))).toMatchObject({
      verdict: 'refuse',
      reason: { by: 'gone' },
    })
  })

  test('make a joining member wait for the owner, if that is set', () => {
    for (const policy of policies) {
      const { ask } = policyOf(policy, true)
      const verdict = switchesAllow(policy, 'receive.onboard') ? 'ask' : 'refuse'
      expect(ask('onboard')).toMatchObject({ verdict })
    }
  })
})
