import { describe, expect, test } from 'vitest'
import { DENIABLE, type Deniable } from '#contract/rule-terms.ts'
import { effects } from '#contract/rules.ts'
import { allowAllCallers, openRules } from '#tests/support/rules.ts'
import { peerEntry } from '#tests/support/signer-parts.ts'
import { profileFor } from '../v2/profile.ts'
import { peerSwitches } from './peer-switches.ts'
import type { PeerPolicy } from './peers.ts'

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

/** The judge of a peer with a policy, and nothing else that would decide. */
function judgeOf(policy: PeerPolicy, approves = false) {
  const peer = peerEntry(1, { policy })
  const known = { get: (pubkey: string) => (pubkey === peer.xonly ? peer : undefined) }
  const switches = peerSwitches({ peers: () => known, approvesOnboarding: () => approves })
  const { policyEngine, book } = openRules({
    doors: {
      ...allowAllCallers,
      bar: switches.bar,
      byDoor: (_, operation) => switches.byDoor(operation),
    },
  })
  const ask = (operation: (typeof OPERATIONS)[number], id = peer.xonly) =>
    policyEngine.rule(
      { caller: { door: 'peer', id }, operation, subject: '', parts: [{}] },
      { openFor: 1_000 },
    )
  return { peer, book, ask }
}

/** What a policy meant for a request before there were rules. */
const isAllowedBefore = ({ allowReceive, denied = [] }: PeerPolicy, what: Deniable): boolean =>
  allowReceive && !denied.includes(what)

describe('the switches of a peer', () => {
  test.for(OPERATIONS)('decide about %s as they did without rules, each of them', (operation) => {
    expect(policies).toHaveLength(128)
    for (const policy of policies) {
      const isAllowed = isAllowedBefore(policy, `receive.${operation}`)
      const { ask, peer } = judgeOf(policy)
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
      const { ask, book } = judgeOf({
        allowSend: true,
        allowReceive: true,
        denied: ['receive.sign'],
      })
      book.add({ whom: 'everyone', operation: 'sign', verdict, for: 'ever' })
      expect(ask('sign')).toMatchObject({ verdict: 'refuse', reason: { by: 'switch' } })
      expect(ask('ecdh')).toMatchObject({ verdict: 'allow' })
    }
  })

  test('leave what is on to rules', () => {
    const { ask, book } = judgeOf({ allowSend: true, allowReceive: true })
    book.add({ whom: { door: 'peer' }, operation: 'ecdh', verdict: 'refuse', for: 'ever' })
    expect(ask('ecdh')).toMatchObject({ verdict: 'refuse', reason: { by: 'rule' } })
    expect(ask('sign')).toMatchObject({ verdict: 'allow', reason: { by: 'door' } })
  })

  test('say nothing of members that there are none of, which get nothing', () => {
    const { ask } = judgeOf({ allowSend: true, allowReceive: true })
    expect(ask('sign', 'ff'.repeat(32))).toMatchObject({
      verdict: 'refuse',
      reason: { by: 'gone' },
    })
  })

  test('have members that join wait for the owner, if that is set', () => {
    for (const policy of policies) {
      const { ask } = judgeOf(policy, true)
      const verdict = isAllowedBefore(policy, 'receive.onboard') ? 'ask' : 'refuse'
      expect(ask('onboard')).toMatchObject({ verdict })
    }
  })
})
