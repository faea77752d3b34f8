import { describe, expect, test } from 'vitest'
import { V2_CONTENT_CHARS_MAX } from '#protocol/limits.ts'
import { EVENT_SESSION } from '#protocol/v2/event-session.ts'
import { peerEntry } from '#tests/support/signer-parts.ts'
import type { PeerBuild } from '../peers/peers.ts'
import { eventsInOneSession, HASH_ALONE, purposeFor, purposeOf } from './purpose.ts'

const group = { group_name: 'Test', group_pk: 'ab'.repeat(32), threshold: 2, members: [] }
const peer = (build: PeerBuild | null) => peerEntry(2, { build })
const events = (...bytes: number[]) => bytes.map((count) => 'x'.repeat(count))
const READ = V2_CONTENT_CHARS_MAX / 2

describe.each(['igloo-beta', null] as const)('with a peer of build %s', (build) => {
  const peers = [peer('floe'), peer(build)]
  const together = (...bytes: number[]) =>
    eventsInOneSession({ group }, peers, events(...bytes)).length

  test('as many events are shown together as it can read', () => {
    expect(together(9_000, 7_000, 9_000)).toBe(2)
    expect(together(9_000, 9_000)).toBe(1)
    expect(together(READ / 2, READ / 2)).toBe(1)
    expect(together(READ / 2, READ / 2 - 1)).toBe(2)
  })

  test('a larger event is signed alone, and this peer gets only its hash', () => {
    expect(together(READ + 1, 1)).toBe(1)
    expect(together(40_000)).toBe(0)
    for (const [bytes, isShown] of [
      [READ, true],
      [READ + 1, false],
    ] as const) {
      const purpose = purposeOf(events(bytes))
      expect(purposeFor(peers, purpose)).toEqual(isShown ? purpose : HASH_ALONE)
      expect(purposeFor([peer('floe')], purpose)).toEqual(purpose)
    }
  })
})

test('peers that can read everything are shown as much as a message has room for', () => {
  const peers = [peer('floe'), peer('igloo')]
  expect(eventsInOneSession({ group }, peers, events(12_000, 12_000, 12_000))).toHaveLength(2)
  expect(purposeFor(peers, purposeOf(events(28_000))).kind).toBe(EVENT_SESSION)
  expect(eventsInOneSession({ group }, peers, [])).toEqual([])
  expect(purposeOf([])).toEqual(HASH_ALONE)
})
