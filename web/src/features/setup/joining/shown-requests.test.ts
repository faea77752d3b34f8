import { describe, expect, it } from 'vitest'
import type { OnboardingAsked } from '#contract/packages.ts'
import { JOINED_SHOWN } from '#web/lib/limits.ts'
import { requestKey, shownRequests } from './shown-requests.ts'

const NOW = Date.parse('2026-05-01T12:00:00Z')
const nobody = new Set<string>()

const asked = (state: OnboardingAsked['state'], age = 0): OnboardingAsked => ({
  pubkey: `02${'ab'.repeat(32)}`,
  index: 3,
  askedAt: new Date(NOW - age).toISOString(),
  lastAskedAt: new Date(NOW - age).toISOString(),
  state,
})
const isShown = (request: OnboardingAsked, hidden: ReadonlySet<string> = nobody) =>
  shownRequests([request], { now: NOW, hidden }).length === 1

describe('a device that has asked to join', () => {
  it.each(['waiting', 'approved'] as const)('is shown while it is %s', (state) => {
    expect(isShown(asked(state, 10 * JOINED_SHOWN))).toBe(true)
  })

  it.each(['answered', 'refused'] as const)('is shown for a while once it is %s', (state) => {
    expect([isShown(asked(state)), isShown(asked(state, JOINED_SHOWN))]).toEqual([true, false])
  })

  it('can be hidden once it is decided, and comes back when it asks again', () => {
    const first = asked('answered', 60_000)
    const hidden = new Set([requestKey(first)])
    expect(isShown(first, hidden)).toBe(false)
    expect(isShown(asked('answered'), hidden)).toBe(true)
  })

  it("can't be hidden while it waits", () => {
    const waiting = asked('waiting')
    expect(isShown(waiting, new Set([requestKey(waiting)]))).toBe(true)
  })
})
