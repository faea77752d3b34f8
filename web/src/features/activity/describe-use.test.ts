import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '../../../../server/contract/operations.ts'
import { namesFrom } from '../names/use-names.ts'
import { describeUse, type Known, matches, withoutOldQuestions } from './describe-use.ts'

const PHONE = 'a'.repeat(64)
const BEN = 'b'.repeat(64)
const known: Known = {
  names: namesFrom([
    { caller: { door: 'peer', id: PHONE }, name: 'Phone', preset: null, suspended: false },
  ]),
  rules: [
    {
      id: 12,
      whom: { door: 'peer', id: PHONE },
      operation: 'sign',
      kinds: [1],
      verdict: 'allow',
      limit: { count: 60, per: 'hour', beyond: 'refuse' },
      createdAt: '2026-03-01T12:00:00.000Z',
    },
  ],
}

const entry = (some: Partial<AuditEntry>): AuditEntry => ({
  ...{ id: 1, at: '2026-03-01T12:00:00.000Z', actor: PHONE },
  ...{ action: 'sign', outcome: 'ok', detail: {} },
  ...some,
})

const read = (some: Partial<AuditEntry>) => describeUse(entry(some), known)

describe('what was asked', () => {
  it.each<[string, string, AuditEntry['detail']]>([
    ['Publish a note', 'signature.given', { hashes: ['x'], kinds: [1] }],
    [
      'React to something, 3 times',
      'signature.given',
      { hashes: ['x', 'y', 'z'], kinds: [7, 7, 7] },
    ],
    ['Sign something that it does not show', 'signature.given', { hashes: ['x'] }],
    ['Sign 2 things that it does not show', 'verdict', { operation: 'sign', count: 2 }],
    ['Publish a note, 4 times', 'verdict', { operation: 'sign', count: 4, kinds: [1] }],
    [
      'Sign 3 events of different kinds',
      'question',
      { operation: 'sign', count: 3, kinds: [1, 7] },
    ],
    ['Change your profile', 'sign', { kind: 0 }],
    ['Encrypt a text for Phone', 'nip44.encrypt', { peer: PHONE }],
    ['Read what bbbbbbbbbbbbbbbb...bbbbbbbb sent you', 'nip04.decrypt', { peer: BEN }],
    ['Read and write private messages with Phone', 'exchange.given', { keys: [PHONE] }],
    ['Read and write private messages with 2 others', 'exchange.given', { keys: [PHONE, BEN] }],
    ['Be given the group', 'onboarding.asked', { peer: `02${PHONE}` }],
    ['Stop signing', 'stop', {}],
  ])('is said as: %s', (deed, action, detail) => {
    expect(read({ action, detail }).deed).toBe(deed)
  })

  it.each([
    ['Phone', PHONE],
    ['Peer bbbbbbbb', BEN],
    ["API key 'bot'", 'api-key:bot'],
    ['anna', 'anna'],
  ])('was asked by %s', (who, actor) => {
    expect(read({ actor }).who).toBe(who)
  })
})

describe('what decided', () => {
  it.each([
    ['rule: May publish a note, at most 60 times an hour; more is refused', 'rule 12'],
    [
      'limit of the rule: May publish a note, at most 60 times an hour; more is refused',
      'limit of rule 12',
    ],
    ['rule 13, which is deleted', 'rule 13'],
    ['preset: Everyday things', 'preset everyday'],
    ['its switch is off', 'switch'],
    ['', 'door'],
    ['moon', 'moon'],
  ])('is said as: %s', (why, by) => {
    expect(read({ detail: { by } }).why).toBe(why)
  })

  it('was the owner, which the verdict says already', () => {
    const detail = { by: 'answer' }
    expect(read({ action: 'question', outcome: 'allowed', detail })).toMatchObject({
      ...{ word: 'You allowed it', tone: 'ok', why: '' },
    })
    expect(read({ action: 'question', outcome: 'refused', detail }).word).toBe('You refused it')
    expect(read({ action: 'question', outcome: 'refused', detail: { by: 'rule 12' } }).word).toBe(
      'Refused',
    )
  })

  it('is a failure where the outcome is a code', () => {
    expect(read({ outcome: 'NO_QUORUM' })).toMatchObject({ word: 'Failed', tone: 'bad' })
  })
})

it('leaves out that a question was asked once it says how that ended', () => {
  const row = (id: number, outcome: string, question: string) =>
    entry({ id, action: 'question', outcome, detail: { question } })
  const rows = [
    row(4, 'asked', 'c'),
    row(3, 'allowed', 'a'),
    row(2, 'asked', 'b'),
    row(1, 'asked', 'a'),
  ]
  expect(withoutOldQuestions(rows).map(({ id }) => id)).toEqual([4, 3, 2])
})

it('leaves out that a question was allowed once it says what came of it', () => {
  const ask = (id: number, outcome: string, question: string) =>
    entry({ id, action: 'question', outcome, detail: { question, by: 'answer' } })
  const use = (id: number, outcome: string, question: string) =>
    entry({ id, outcome, detail: { question, by: 'answer', kind: 1 } })
  const rows = withoutOldQuestions([
    ask(6, 'allowed', 'not done yet'),
    use(5, 'NO_QUORUM', 'failed'),
    ask(4, 'allowed', 'failed'),
    use(3, 'ok', 'done'),
    ask(2, 'allowed', 'done'),
    ask(1, 'asked', 'done'),
  ])
  expect(rows.map((row) => [row.id, describeUse(row, known).word])).toEqual([
    [6, 'You allowed it'],
    [5, 'Failed'],
    [3, 'Done'],
  ])
  expect(describeUse(use(3, 'ok', 'done'), known).why).toBe('your answer')
})

it('finds a use by all words of a search, in any order and case', () => {
  const use = read({ detail: { kind: 1 } })
  expect(matches(use, 'NOTE phone')).toBe(true)
  expect(matches(use, PHONE)).toBe(true)
  expect(matches(use, '')).toBe(true)
  expect(matches(use, 'note laptop')).toBe(false)
})
