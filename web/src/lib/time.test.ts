import { describe, expect, it } from 'vitest'
import { ago, clockTime, duration } from './time.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('a duration', () => {
  it.each([
    [0, '0 s'],
    [59.9 * SECOND, '59 s'],
    [MINUTE, '1 min'],
    [59 * MINUTE + 59 * SECOND, '59 min'],
    [2 * HOUR + 50 * MINUTE, '2 h'],
    [47 * HOUR, '47 h'],
    [6 * DAY + HOUR, '6 days'],
  ])('of %d ms reads %s', (ms, words) => {
    expect(duration(ms)).toBe(words)
  })
})

describe('how long ago something was', () => {
  const now = Date.parse('2026-03-01T12:00:00.000Z')

  it('is computed from a server date and the current time', () => {
    expect(ago('2026-03-01T11:59:57.000Z', now)).toBe('3 s ago')
  })

  it('is never in the future when two clocks differ a little', () => {
    expect(ago('2026-03-01T12:00:02.000Z', now)).toBe('just now')
  })
})

it('tells the time of day with two digits everywhere', () => {
  expect(clockTime(new Date(2026, 2, 1, 4, 5, 6))).toBe('04:05:06')
})
