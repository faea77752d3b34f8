import { expect, test } from 'vitest'
import { apps as texts } from '../contract/app-messages.ts'
import { signing } from '../contract/messages.ts'
import { wantedOf } from './methods.ts'

const GROUP = 'ab'.repeat(32)
const reading = { caller: { door: 'app', id: 'notes' }, groupKey: GROUP, seconds: 7 } as const
const signEvent = (event: object) =>
  wantedOf({ id: '1', method: 'sign_event', params: [JSON.stringify(event)] }, reading)

test('an event is taken with what it leaves out filled in', () => {
  expect(signEvent({ kind: 65_535 })).toMatchObject({
    kind: 'key',
    request: { operation: 'sign', event: { kind: 65_535, created_at: 7, tags: [], content: '' } },
  })
})

test.each([
  ['kind', { kind: 65_536 }, signing.kindTooHigh(65_535)],
  ['created_at', { kind: 1, created_at: 1_750_000_000_000 }, signing.notSeconds],
])('an event that no relay knows is refused before the owner is asked: %s', (field, event, why) => {
  expect(signEvent(event)).toEqual({
    kind: 'answer',
    answer: { result: 'error', error: texts.eventMisfit(`${field}: ${why}`) },
  })
})
