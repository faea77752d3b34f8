import { expect, test } from 'vitest'
import { appRefusal as texts } from '#contract/app-messages.ts'
import { signing } from '#contract/messages.ts'
import { failure } from './message.ts'
import { parseRequest } from './methods.ts'

const OWN = 'ab'.repeat(32)
const NOW = 1_700_000_000

const parsed = (event: object) =>
  parseRequest(
    { id: '1', method: 'sign_event', params: [JSON.stringify(event)] },
    { caller: { door: 'app', id: 'notes' }, client: 'cd'.repeat(32), groupKey: OWN, seconds: NOW },
  )

test('missing fields of an event are filled in', () => {
  expect(parsed({ kind: 65_535 })).toMatchObject({
    kind: 'key',
    request: { operation: 'sign', event: { kind: 65_535, created_at: NOW, tags: [], content: '' } },
  })
})

test.each([
  ['kind', { kind: 65_536 }, signing.kindTooHigh(65_535)],
  ['created_at', { kind: 1, created_at: 1_750_000_000_000 }, signing.notSeconds],
])('an event that no relay takes is refused before the owner is asked: %s', (field, event, why) => {
  expect(parsed(event)).toEqual({
    kind: 'answer',
    answer: failure(texts.eventMisfit(`${field}: ${why}`)),
  })
})

test.each(['', null])('a field of an event that is %j counts as missing', (none) => {
  const empty = { pubkey: none, id: none, sig: none, created_at: none, tags: none, content: none }
  const event = { kind: 1, created_at: NOW, tags: [], content: '' }

  expect(parsed({ kind: 1, ...empty })).toMatchObject({ kind: 'key', request: { event } })
  expect(parsed({ ...empty, kind: none })).toEqual({
    kind: 'answer',
    answer: failure(texts.kindMissing),
  })
})

test('an event of another author is refused, and the error names both keys', () => {
  const other = 'ef'.repeat(32)
  expect(parsed({ kind: 1, pubkey: other })).toEqual({
    kind: 'answer',
    answer: failure(texts.otherAuthor(other, OWN)),
  })
})
