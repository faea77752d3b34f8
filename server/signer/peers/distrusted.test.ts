import { expect, test } from 'vitest'
import { protocolTexts } from '#contract/messages.ts'
import { peerEntry, recordedLog, testClock } from '#tests/support/signer-parts.ts'
import { Distrusted } from './distrusted.ts'

const alice = peerEntry(1)
const bob = peerEntry(2)

test('a peer that lied is named in the log, with what was wrong', () => {
  const { log, entries } = recordedLog()
  new Distrusted(log, Date.now).add(alice, protocolTexts.partialSignatureInvalid)
  expect(entries[0]).toMatchObject({
    type: 'error',
    message: `Peer 02010101 answered wrongly: ${protocolTexts.partialSignatureInvalid}`,
    data: { peer: alice.pubkey, reason: protocolTexts.partialSignatureInvalid },
  })
})

test('a peer that lied is distrusted for a minute', () => {
  const clock = testClock()
  const distrusted = new Distrusted(recordedLog().log, clock.now)
  distrusted.add(alice, 'lie')
  clock.advance(30_000)
  distrusted.add(bob, 'lie')
  expect(distrusted.peers).toEqual(new Set([alice.xonly, bob.xonly]))
  clock.advance(29_999)
  expect(distrusted.peers).toEqual(new Set([alice.xonly, bob.xonly]))
  clock.advance(1)
  expect(distrusted.peers).toEqual(new Set([bob.xonly]))
})

test('a peer that keeps lying stays distrusted', () => {
  const clock = testClock()
  const distrusted = new Distrusted(recordedLog().log, clock.now)
  distrusted.add(alice, 'lie')
  clock.advance(50_000)
  distrusted.add(alice, 'lie')
  clock.advance(50_000)
  expect(distrusted.peers).toEqual(new Set([alice.xonly]))
})
