import { describe, expect, it } from 'vitest'
import type { Question } from '#contract/questions.ts'
import { namesFrom } from '../settings/use-names.ts'
import { isLogin, scopesOf } from './scopes.ts'

const BEN = 'b'.repeat(64)
const names = namesFrom([
  { caller: { door: 'peer', id: BEN }, name: 'Ben', preset: null, suspended: false },
])

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

describe('what an answer can be remembered for', () => {
  it.each<[string, Partial<Question>, string[]]>([
    ['a note', { kind: 1 }, ['kind', 'operation']],
    ['what is not shown', {}, ['operation']],
    ['several events', { events: [event(1), event(7)], count: 2 }, ['operation']],
    ['messages with Ben', { operation: 'ecdh', counterparty: BEN }, ['counterparty', 'operation']],
    ['the group', { operation: 'onboard' }, ['operation']],
  ])('is the narrowest first, of %s', (_what, some, scopes) => {
    expect(scopesOf(question(some), names).map(({ value }) => value)).toEqual(scopes)
  })

  it('names the other person, or covers anyone', () => {
    const asked = question({ operation: 'nip44.decrypt', counterparty: BEN })
    expect(scopesOf(asked, names).map(({ text }) => text)).toEqual([
      'private messages with Ben',
      'reading what anyone sent you',
    ])
  })

  it.each([
    [true, 22_242],
    [true, 27_235],
    [false, 1],
    [false, undefined],
  ])('is ten minutes at most where it is a login (%s: kind %s)', (login, kind) => {
    expect(isLogin(question({ kind }))).toBe(login)
  })

  it('is ten minutes at most where one of several is a login', () => {
    expect(isLogin(question({ events: [event(1), event(22_242)], count: 2 }))).toBe(true)
    expect(isLogin(question({ events: [event(1), event(7)], count: 2 }))).toBe(false)
  })
})
