import { expect, test } from 'vitest'
import { pluralsOf } from './plurals.ts'

const words = { one: 'one', few: 'few', other: 'other' }

test('a number takes the form that its language has for it', () => {
  const [english, spanish, polish] = ['en', 'es', 'pl'].map(pluralsOf)
  expect([0, 1, 2].map((count) => english?.(count, words))).toEqual(['other', 'one', 'other'])
  expect([0, 1, 1.5].map((count) => spanish?.(count, words))).toEqual(['other', 'one', 'other'])
  expect([1, 2, 5, 22].map((count) => polish?.(count, words))).toEqual([
    'one',
    'few',
    'other',
    'few',
  ])
})

test('a form that is missing is the one for all others', () => {
  const spanish = pluralsOf('es')
  expect(spanish(1_000_000, words)).toBe('other')
})
