import { expect, it } from 'vitest'
import type { AuditEntry } from '#contract/operations.ts'
import { rowsOf, withoutOldQuestions } from './rows.ts'

const [ANNA, BEN] = ['a'.repeat(64), 'b'.repeat(64)]
const NOON = Date.parse('2026-03-01T12:00:00.000Z')

/** An entry from so many minutes before noon. */
const before = (minutes: number, some: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ id: 1_000 - minutes, at: new Date(NOON - minutes * 60_000).toISOString(), actor: 'app' },
  ...{ action: 'nip44.decrypt', outcome: 'ok', detail: { peer: ANNA, took: 100 + minutes } },
  ...some,
})

it('makes one row of messages that were read one after the other', () => {
  const rows = rowsOf([
    before(0),
    before(3),
    before(12, { detail: { peer: BEN } }),
    before(30),
    before(31, { actor: 'another' }),
    before(32, { action: 'nip44.encrypt' }),
    before(33, { outcome: 'NO_QUORUM' }),
    before(34, { outcome: 'NO_QUORUM' }),
  ])

  expect(rows.map(({ entries }) => entries)).toEqual([3, 1, 1, 1, 1, 1])
  expect(rows[0]).toMatchObject({ at: before(0).at, others: [ANNA, BEN], took: 103 })
})

it('makes a row of its own for each signature', () => {
  const signed = { action: 'signature.given', detail: { hashes: ['x', 'y'], peer: ANNA, took: 30 } }
  expect(rowsOf([before(0, signed), before(0, signed)]).map(({ entries }) => entries)).toEqual([
    1, 1,
  ])
})

it('makes no row across two days', () => {
  const [morning, night] = [new Date(2026, 2, 2, 0, 4), new Date(2026, 2, 1, 23, 58)]
  const rows = rowsOf([morning, night].map((date) => before(0, { at: date.toISOString() })))
  expect(rows).toHaveLength(2)
})

it('leaves out that a question was asked once another entry says how the question ended', () => {
  const row = (id: number, outcome: string, question: string) =>
    before(0, { id, action: 'question', outcome, detail: { question } })
  const rows = [
    row(4, 'asked', 'c'),
    row(3, 'allowed', 'a'),
    row(2, 'asked', 'b'),
    row(1, 'asked', 'a'),
  ]
  expect(withoutOldQuestions(rows).map(({ id }) => id)).toEqual([4, 3, 2])
})

it('leaves out that a question was allowed once another entry says what came of it', () => {
  const ask = (id: number, outcome: string, question: string) =>
    before(0, { id, action: 'question', outcome, detail: { question, by: 'answer' } })
  const use = (id: number, outcome: string, question: string) =>
    before(0, { id, action: 'sign', outcome, detail: { question, by: 'answer', kind: 1 } })
  const rows = rowsOf([
    ask(6, 'allowed', 'not done yet'),
    use(5, 'NO_QUORUM', 'failed'),
    ask(4, 'allowed', 'failed'),
    use(3, 'ok', 'done'),
    ask(2, 'allowed', 'done'),
    ask(1, 'asked', 'done'),
  ])
  expect(rows.map(({ entry }) => [entry.id, entry.outcome])).toEqual([
    [6, 'allowed'],
    [5, 'NO_QUORUM'],
    [3, 'ok'],
  ])
})
