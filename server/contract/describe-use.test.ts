import { expect, test } from 'vitest'
import { describeKeyUse, describeQuestion } from './describe-use.ts'
import type { Question } from './questions.ts'
import type { Operation } from './rules.ts'

const words = (
  operation: Operation,
  rest: { kinds?: number[]; count?: number; counterparty?: string } = {},
) => describeKeyUse({ operation, kinds: undefined, count: 1, counterparty: undefined, ...rest })

test.each([
  [words('sign', { kinds: [1] }), 'publish a note'],
  [words('sign', { kinds: [5, 5, 5], count: 3 }), 'ask for events to be deleted, 3 times'],
  [words('sign', { kinds: [1, 0], count: 2 }), 'sign 2 events of different kinds'],
  [words('sign', { kinds: [4242] }), 'sign an event of kind 4242'],
  [words('sign'), 'sign something that it does not show'],
  [words('sign', { count: 100 }), 'sign 100 things that it does not show'],
  [words('nip44.encrypt', { counterparty: 'Ben' }), 'encrypt a text for Ben'],
  [words('nip04.decrypt', { counterparty: 'Ben' }), 'read what Ben sent you'],
  [words('ecdh', { count: 12 }), 'read and write private messages with 12 others'],
  [words('onboard'), 'be given the group'],
])('describes a use of the key: %s', (said, expected) => {
  expect(said).toBe(expected)
})

const BEN = 'b'.repeat(64)

const question = (some: Partial<Question>): Question => ({
  ...{
    id: 'q',
    caller: { door: 'peer', id: 'a'.repeat(64) },
    operation: 'sign',
    count: 1,
    harmless: true,
    irreversible: false,
  },
  ...{ askedAt: '2026-03-01T12:00:00.000Z', runsOutAt: '2026-03-01T12:05:00.000Z' },
  ...some,
})
const event = (kind: number) => ({ kind, created_at: 1, tags: [], content: '' })

test.each<[string, Partial<Question>]>([
  ['publish a note', { kind: 1 }],
  ['sign 2 events of different kinds', { events: [event(1), event(7)], count: 2 }],
  ['sign something that it does not show', {}],
  ['read what Ben sent you', { operation: 'nip04.decrypt', counterparty: BEN }],
  ['read and write private messages with 3 others', { operation: 'ecdh', count: 3 }],
])('describes the use that a question is about: %s', (deed, some) => {
  const nameOf = (pubkey: string) => (pubkey === BEN ? 'Ben' : pubkey)
  expect(describeQuestion(question(some), nameOf)).toBe(deed)
})
