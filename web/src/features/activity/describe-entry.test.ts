import { describe, expect, it } from 'vitest'
import type { OnboardingState } from '#contract/packages.ts'
import { audit as texts } from '#contract/texts/audit.ts'
import { namesFrom } from '../settings/use-names.ts'
import { describeAction, describeActor, describeOutcome } from './describe-entry.ts'

describe('whose an entry is', () => {
  it.each([
    ['anna', 'anna'],
    ['api-key:backup: nightly', texts.actors.apiKey('backup: nightly')],
    ['3f'.repeat(32), texts.actors.peer('3f3f3f3f')],
    ['self', texts.actors.self],
    ['unknown', texts.actors.unknown],
    ['constructor', 'constructor'],
  ])('is %s in words', (actor, words) => {
    expect(describeActor(actor)).toBe(words)
  })
})

it('calls a device by its name, if it has one', () => {
  const names = { of: (key: string) => (key === 'ab'.repeat(32) ? 'Phone' : undefined) }
  expect(describeActor('ab'.repeat(32), names)).toBe('Phone (abababab)')
  expect(describeActor('cd'.repeat(32), names)).toBe(texts.actors.peer('cdcdcdcd'))
})

it('calls an app by its name, or says that it was removed', () => {
  const [kept, gone] = [
    '0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9',
    '1b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9',
  ]
  const names = namesFrom([
    { caller: { door: 'app', id: kept }, name: 'Coracle', preset: null, suspended: false },
  ])
  expect(describeActor(kept, names)).toBe('Coracle')
  expect(describeActor(gone, names)).toBe(texts.actors.removedApp)
})

it('shows an action or outcome that this console does not know as it was written', () => {
  expect(describeAction('moon.landing')).toBe('moon.landing')
  expect(describeOutcome('NO_QUORUM')).toEqual({ word: 'NO_QUORUM', state: 'unknown' })
})

it.each([
  ['ok', 'ok'],
  ['answered', 'ok'],
  ['allowed', 'ok'],
  ['waiting', 'wait'],
  ['refused', 'warn'],
  ['failed', 'bad'],
  ['silent', 'bad'],
])('gives the outcome %s the icon of %s', (outcome, state) => {
  expect(describeOutcome(outcome).state).toBe(state)
})

type Reason = Extract<OnboardingState, { state: 'failed' }>['reason']
const REASONS: Record<Reason, true> = {
  package: true,
  relays: true,
  denied: true,
  silent: true,
  group: true,
  nonces: true,
}

it.each(Object.keys(REASONS))('has words for an onboarding that ended with %s', (reason) => {
  expect(describeOutcome(reason).word).not.toBe(reason)
})
