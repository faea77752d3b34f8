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
/** A door at which the owner is asked about everything, unless rules say otherwise. */
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
/** What has become of a request by now. */
const sofar = async <T>(heard: Promise<T>): Promise<T | 'held'> =>
  Promise.race([heard, nextTurn('held' as const)])
describe('what a peer asks for', () => {
  test('is allowed at once when nobody has to be asked', async () => {
    const { ask } = setUp({ callers: allowAllCallers })
    expect(await ask(ALICE)).toMatchObject({ verdict: 'allow', isLate: false })
  })

  test('is held until the owner answers, and is late then', async () => {
    const { ask, answer, rules, waiting } = setUp()
    const heard = ask(ALICE)
    expect(await sofar(heard)).toBe('held')
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

  test('holds up nothing else, of this peer or of another', async () => {
    const { ask, answer } = setUp()
    const first = ask(ALICE)
    const second = ask(ALICE, HASHES.slice(1))
    const other = ask(BOB)
    answer('refuse', 1)
    answer('allow', 1)
    expect(await second).toMatchObject({ verdict: 'refuse', reason: { by: 'answer' } })
    expect(await other).toMatchObject({ verdict: 'allow' })
    expect(await sofar(first)).toBe('held')
  })

  test('gets no answer when its time is over, and the question stays', async () => {
    const { ask, answer, rules } = setUp({ held: 5 })
    expect(await ask(ALICE)).toEqual({ verdict: 'wait' })
    expect(rules.approvals.list()).toHaveLength(1)
    answer('allow')
    expect(await ask(ALICE)).toMatchObject({ verdict: 'allow', isLate: false })
  })

  test('joins the open question when it is the same, in whatever order and in capitals', async () => {
    const { ask, answer, rules } = setUp()
    const older = ask(ALICE)
    const newer = ask(
      ALICE,
      HASHES.toReversed().map((hash) => hash.toUpperCase()),
    )
    expect(rules.approvals.list()).toHaveLength(1)
    expect(await sofar(older)).toEqual({ verdict: 'wait' })
    answer('allow')
    expect(await newer).toMatchObject({ verdict: 'allow' })
  })

  test('is answered for ten minutes as the owner has answered it', async () => {
    const { ask, answer, time, rules } = setUp()
    const refused = ask(ALICE)
    answer('refuse')
    await refused
    time.now += 10 * MINUTE - 1
    expect(await ask(ALICE)).toMatchObject({ verdict: 'refuse', reason: { by: 'answer' } })
    time.now += 1
    expect(await sofar(ask(ALICE))).toBe('held')
    expect(rules.approvals.list()).toHaveLength(1)
  })

  test('is held ten times at most, and refused at once beyond', async () => {
    const { ask, waiting } = setUp()
    const hashOf = (n: number) => n.toString(16).padStart(64, '0')
    const heard = Array.from({ length: 12 }, (_, n) => ask(ALICE, [hashOf(n)]))
    const outcomes = await Promise.all(heard.map(sofar))
    expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(10)
    expect(outcomes.slice(10)).toMatchObject(
      Array.from({ length: 2 }, () => ({ verdict: 'refuse', reason: { by: 'crowded' } })),
    )
    expect(waiting).toHaveLength(10)
    expect(await sofar(ask(BOB))).toBe('held')
  })

  test('is refused when the owner stops everything, and waits no longer when the signer ends', async () => {
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
/** Every policy that there can be: both directions, and each set of what is denied. */
const policies: PeerPolicy[] = BOTH.flatMap((allowSend) =>
  BOTH.flatMap((allowReceive) =>
    Array.from({ length: 2 ** DENIABLE.length }, (_, bits) => ({
      allowSend,
      allowReceive,
      denied: DENIABLE.filter((_, at) => (bits >> at) & 1),
    })),
  ),
)
/** The policy engine for a peer, with nothing else that would decide. */
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
/** What a policy meant for a request before there were rules. */
const isAllowedBefore = ({ allowReceive, denied = [] }: PeerPolicy, what: Deniable): boolean =>
  allowReceive && !denied.includes(what)
describe('the switches of a peer', () => {
  test.for(OPERATIONS)('decide about %s as they did without rules, each of them', (operation) => {
    expect(policies).toHaveLength(128)
    for (const policy of policies) {
      const isAllowed = isAllowedBefore(policy, `receive.${operation}`)
      const { ask, peer } = policyOf(policy)
      expect(ask(operation)).toMatchObject(
        isAllowed
          ? { verdict: 'allow', reason: { by: 'door' } }
          : { verdict: 'refuse', reason: { by: 'switch' } },
      )
      // What we say of ourselves stays true.
      expect(profileFor(peer, 0).respond[operation]).toBe(isAllowed)
    }
  })

  test('bar what is off, whatever rules say', () => {
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

  test('leave what is on to rules', () => {
    const { ask, ruleSet } = policyOf({ allowSend: true, allowReceive: true })
    ruleSet.add({ whom: { door: 'peer' }, operation: 'ecdh', verdict: 'refuse', for: 'ever' })
    expect(ask('ecdh')).toMatchObject({ verdict: 'refuse', reason: { by: 'rule' } })
    expect(ask('sign')).toMatchObject({ verdict: 'allow', reason: { by: 'door' } })
  })

  test('say nothing of members that there are none of, which get nothing', () => {
    const { ask } = policyOf({ allowSend: true, allowReceive: true })
    expect(ask('sign', 'ff'.repeat(32))).toMatchObject({
      verdict: 'refuse',
      reason: { by: 'gone' },
    })
  })

  test('have members that join wait for the owner, if that is set', () => {
    for (const policy of policies) {
      const { ask } = policyOf(policy, true)
      const verdict = isAllowedBefore(policy, 'receive.onboard') ? 'ask' : 'refuse'
      expect(ask('onboard')).toMatchObject({ verdict })
    }
  })
})
