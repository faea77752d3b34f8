import { expect, test } from 'vitest'
import { ownerWarning } from '#contract/messages.ts'
import type { V1Mode } from '#contract/protocols.ts'
import { peerEntry, recordedLog, testClock } from '#tests/support/signer-parts.ts'
import { Warnings } from '../warnings.ts'
import { V1Policy } from './v1-policy.ts'

const HOUR = 3_600_000
const alice = peerEntry(1)
const bob = peerEntry(2)

function setUp(mode: V1Mode) {
  const clock = testClock()
  const { log, messages } = recordedLog()
  const warnings = new Warnings(log, clock.now)
  return { clock, messages, warnings, policy: new V1Policy(mode, warnings) }
}

test('a warning names each peer, is logged once a day, and stays', () => {
  const { clock, messages, warnings, policy } = setUp('warn')
  policy.served(alice)
  policy.served(bob)
  clock.advance(23 * HOUR)
  policy.served(alice)
  expect(messages()).toHaveLength(2)
  expect(messages()[0]).toContain(alice.pubkey.slice(0, 8))
  clock.advance(2 * HOUR)
  policy.served(alice)
  expect(messages()).toHaveLength(3)
  expect(warnings.list).toHaveLength(2)
})

test('if 1.x is simply answered there is no warning', () => {
  const { messages, policy } = setUp('answer')
  policy.served(alice)
  expect(messages()).toEqual([])
  expect(policy.policyOf(alice)).toEqual(alice.policy)
})

test('if 1.x is refused no peer may ask, whatever its policy', () => {
  const { policy } = setUp('refuse')
  expect(policy.isRefused).toBe(true)
  expect(policy.policyOf(alice)).toEqual({ allowSend: true, allowReceive: false })
  expect(alice.policy.allowReceive).toBe(true)
})

test('the third partial signature is warned of, also when requests at the same time reach it together', () => {
  const { messages, policy } = setUp('answer')
  const carol = peerEntry(3)
  policy.exposing([alice, carol], 1)
  expect(messages()).toEqual([])
  policy.exposing([carol], 2)
  policy.exposing([carol], 1)
  expect(messages()).toEqual([ownerWarning.thirdInFirst(carol.pubkey.slice(0, 8))])
  expect([alice, carol].map(({ partialSignatures }) => partialSignatures)).toEqual([1, 4])
})
