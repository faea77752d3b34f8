import { expect, test } from 'vitest'
import { question as questionSchema } from '#contract/questions.ts'
import type { Caller } from '#contract/rules.ts'
import { questionView } from './approval-view.ts'
import type { Asked, Part } from './request.ts'

const caller: Caller = { door: 'app', id: 'anna' }
const ben = 'b0'.repeat(32)
const event = (kind: number) => ({ kind, created_at: 1, tags: [['t', 'x']], content: 'hi' })

/** What the owner sees of what is asked, beside whom, when and until when. */
function shown(operation: Asked['operation'], ...parts: Part[]) {
  const asked = { caller, operation, subject: 'not shown', parts }
  const view = questionView(
    { id: 'it', asked, askedAt: 0, runsOutAt: 1_000 },
    { clock: { iso: (at) => new Date(at).toISOString() }, nameOf: () => undefined },
  )
  expect(questionSchema.parse(view)).toEqual(view)
  const { id, caller: who, askedAt, runsOutAt, ...rest } = view
  expect([id, who, askedAt, runsOutAt]).toEqual([
    'it',
    caller,
    '1970-01-01T00:00:00.000Z',
    '1970-01-01T00:00:01.000Z',
  ])
  return rest
}

test('the owner sees the event that is to be signed', () => {
  expect(shown('sign', { event: event(7) })).toEqual({
    operation: 'sign',
    kind: 7,
    event: event(7),
    count: 1,
    harmless: true,
  })
})

test('of events that are signed together the owner sees each, and how many hashes are not shown', () => {
  expect(shown('sign', { event: event(7) }, {}, { event: event(1) })).toEqual({
    operation: 'sign',
    events: [event(7), event(1)],
    count: 3,
    harmless: false,
  })
})

test('the owner sees how many hashes are to be signed that nobody shows', () => {
  expect(shown('sign', {}, {})).toEqual({ operation: 'sign', count: 2, harmless: false })
})

test('the owner sees whom a text is from, if all are from one', () => {
  const from = (...keys: string[]) =>
    shown('nip44.decrypt', ...keys.map((counterparty) => ({ counterparty })))
  const operation = 'nip44.decrypt'
  expect(from(ben, ben)).toEqual({ operation, counterparty: ben, count: 2, harmless: false })
  expect(from(ben, 'c0'.repeat(32))).toEqual({ operation, count: 2, harmless: false })
})
