import { describe, expect, it } from 'vitest'
import { audit as texts } from '../../../../server/contract/texts/audit.ts'
import { describeAction, describeActor, describeOutcome } from './describe-entry.ts'

describe('who an entry is of', () => {
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

it('reads an action or an outcome that this console does not know as it was written', () => {
  expect(describeAction('moon.landing')).toBe('moon.landing')
  expect(describeOutcome('NO_QUORUM')).toEqual({ word: 'NO_QUORUM', tone: 'bad' })
})

it('tells by its tone what was refused from what has failed', () => {
  expect(['ok', 'refused', 'failed'].map((outcome) => describeOutcome(outcome).tone)).toEqual([
    'ok',
    'warn',
    'bad',
  ])
})
