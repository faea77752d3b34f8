import { describe, expect, test } from 'vitest'
import { EVENT_KIND, V2_EVENT_KIND } from '#contract/limits.ts'
import { protocolTexts, refusal, v2Refusal } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { V2_REPLAY_KEPT_S } from '#signer/limits.ts'
import { present, recordedEvents, recordedKey, vectors } from '#tests/support/v2-vectors.ts'
import { V2_AGE_MAX_S, V2_AHEAD_MAX_S } from '../limits.ts'
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
      expect(verdict).toBe(idx === recorded.to_idx ? null : v2Refusal.recipients)
    }
  })

  /** In the order of the checks. */
  test.each<[string, Partial<NostrEvent>, string | null]>([
    ['may have other tags', { tags: [['e', 'x'], forUs, ['t'], []] }, null],
    ['must have a recipient', { tags: [], kind: EVENT_KIND }, v2Refusal.recipients],
    ['must have no other recipient', { tags: [forUs, ['p', sender]] }, v2Refusal.recipients],
    ['must not name us twice', { tags: [forUs, forUs] }, v2Refusal.recipients],
    ['must name us in lower case', { tags: [['p', self.toUpperCase()]] }, v2Refusal.recipients],
    ['must name somebody', { tags: [['p']] }, v2Refusal.recipients],
    ['must be of its kind', { kind: EVENT_KIND, pubkey: self }, refusal.wrongKind],
    ['must not be our own', { pubkey: self }, v2Refusal.ownEvent],
    ['must be of a peer', { pubkey: 'ab'.repeat(32) }, protocolTexts.notAPeer],
  ])('%s', (_, wrong, reason) => {
    expect(event.kind).toBe(V2_EVENT_KIND)
    expect(checkAddress({ ...event, ...wrong }, { self, peers })).toBe(reason)
  })
})

describe('a message', () => {
  test.each([
    ['of now', 0, null],
    ['as far ahead as a clock may be', V2_AHEAD_MAX_S, null],
    ['further ahead', V2_AHEAD_MAX_S + 1, v2Refusal.tooFarAhead(V2_AHEAD_MAX_S)],
    ['as old as may be', -V2_AGE_MAX_S, null],
    ['older', -V2_AGE_MAX_S - 1, v2Refusal.tooOld(V2_AGE_MAX_S)],
  ])('%s is judged so', (_, offset, reason) => {
    expect(checkSentAt(NOW + offset, NOW)).toBe(reason)
  })

  test('is never accepted again once its request is forgotten', () => {
    const latest = NOW + V2_AHEAD_MAX_S
    expect(checkSentAt(latest, NOW)).toBeNull()
    expect(checkSentAt(latest, NOW + V2_REPLAY_KEPT_S - 1)).toBeNull()
    expect(checkSentAt(latest, NOW + V2_REPLAY_KEPT_S)).not.toBeNull()
  })
})
