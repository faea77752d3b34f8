import { describe, expect, test } from 'vitest'
import { EVENT_KIND, GEN2_EVENT_KIND } from '#contract/limits.ts'
import { gen2Refusal, node, refusal } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { GEN2_REPLAY_KEPT_S } from '#signer/limits.ts'
import { present, recordedEvents, recordedKey, vectors } from '#tests/support/gen2-vectors.ts'
import { GEN2_AGE_MAX_S, GEN2_AHEAD_MAX_S } from '../limits.ts'
import { checkAddress, checkSentAt } from './arrival.ts'

const NOW = 1_795_188_300
const peers = new Set(vectors.keyset.device_keys.map(({ xonly }) => xonly))

describe('an event', () => {
  const { event } = present(recordedEvents[0])
  const [self, sender] = [recordedKey(2), recordedKey(1)]
  const forUs = ['p', self]

  test.each(recordedEvents)('of “$step” is for its recipient, and for nobody else', (recorded) => {
    for (const { idx, xonly } of vectors.keyset.device_keys) {
      const verdict = checkAddress(recorded.event, { self: xonly, peers })
      expect(verdict).toBe(idx === recorded.to_idx ? null : gen2Refusal.recipients)
    }
  })

  /** In the order of the checks. */
  test.each<[string, Partial<NostrEvent>, string | null]>([
    ['may have other tags', { tags: [['e', 'x'], forUs, ['t'], []] }, null],
    ['must have a recipient', { tags: [], kind: EVENT_KIND }, gen2Refusal.recipients],
    ['must have no other recipient', { tags: [forUs, ['p', sender]] }, gen2Refusal.recipients],
    ['must not name us twice', { tags: [forUs, forUs] }, gen2Refusal.recipients],
    ['must name us in lower case', { tags: [['p', self.toUpperCase()]] }, gen2Refusal.recipients],
    ['must name somebody', { tags: [['p']] }, gen2Refusal.recipients],
    ['must be of its kind', { kind: EVENT_KIND, pubkey: self }, refusal.wrongKind],
    ['must not be our own', { pubkey: self }, gen2Refusal.ownEvent],
    ['must be of a peer', { pubkey: 'ab'.repeat(32) }, node.notAPeer],
  ])('%s', (_, wrong, reason) => {
    expect(event.kind).toBe(GEN2_EVENT_KIND)
    expect(checkAddress({ ...event, ...wrong }, { self, peers })).toBe(reason)
  })
})

describe('a message', () => {
  test.each([
    ['of now', 0, null],
    ['as far ahead as a clock may be', GEN2_AHEAD_MAX_S, null],
    ['further ahead', GEN2_AHEAD_MAX_S + 1, gen2Refusal.tooFarAhead(GEN2_AHEAD_MAX_S)],
    ['as old as may be', -GEN2_AGE_MAX_S, null],
    ['older', -GEN2_AGE_MAX_S - 1, gen2Refusal.tooOld(GEN2_AGE_MAX_S)],
  ])('%s is judged so', (_, offset, reason) => {
    expect(checkSentAt(NOW + offset, NOW)).toBe(reason)
  })

  test('is never accepted again once its request is forgotten', () => {
    const latest = NOW + GEN2_AHEAD_MAX_S
    expect(checkSentAt(latest, NOW)).toBeNull()
    expect(checkSentAt(latest, NOW + GEN2_REPLAY_KEPT_S - 1)).toBeNull()
    expect(checkSentAt(latest, NOW + GEN2_REPLAY_KEPT_S)).not.toBeNull()
  })
})
