import { describe, expect, it } from 'vitest'
import { joining } from '#contract/codes.ts'
import type { OnboardingState } from '#contract/packages.ts'
import { isJoining, isUnderWay, progressOf, stepsOf } from './onboarding.ts'

const relays = ['wss://one.example.com', 'wss://two.example.com']
const inviter = 'ab'.repeat(32)
const received = {
  state: 'received',
  inviter,
  npub: 'npub1',
  threshold: 2,
  members: 3,
  shareCredential: '{}',
  groupCredential: '{}',
  name: 'Family',
  relays,
} as const
const states: OnboardingState[] = [
  { state: 'none' },
  { state: 'opening', form: 'current' },
  { state: 'connecting', relays, inviter },
  { state: 'asking', relays, inviter, tries: 3 },
  received,
  { state: 'failed', reason: 'silent', ...joining.silent(3) },
]
const named = (matches: (state: OnboardingState) => boolean) =>
  states.filter(matches).map(({ state }) => state)

describe('the joining of a keyset', () => {
  it('is polled only while there will be news', () => {
    expect(named(isUnderWay)).toEqual(['opening', 'connecting', 'asking'])
    expect(isUnderWay(undefined)).toBe(false)
  })

  it('takes the place of the fields until it has ended', () => {
    expect(named(isJoining)).toEqual(['opening', 'connecting', 'asking', 'received'])
    expect(isJoining(undefined)).toBe(false)
  })

  it('is at one step, before which all are done', () => {
    const marks = states.filter(isJoining).map((state) => stepsOf(state).map(({ is }) => is))
    expect(marks).toEqual([
      ['now', 'later', 'later', 'later'],
      ['done', 'now', 'later', 'later'],
      ['done', 'done', 'now', 'later'],
      ['done', 'done', 'done', 'now'],
    ])
  })

  it('says what is going on, and how often the other device was asked', () => {
    expect(states.filter(isJoining).map(progressOf)).toEqual([
      'Trying the password.',
      'Connecting to 2 relays.',
      'Asked 3 times, no answer yet.',
      '',
    ])
  })
})
