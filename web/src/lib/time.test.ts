import { describe, expect, it } from 'vitest'
import { ago, clockTime, dayOf, describeDuration, duration, hourAndMinute, since } from './time.ts'

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

it('says how long something took in milliseconds, and in seconds from 0.1 s', () => {
  expect([0.4, 42, 99, 100, 440, 12_345].map(describeDuration)).toEqual([
    ...['<1 ms', '42 ms', '99 ms', '0.1 s', '0.4 s', '12.3 s'],
  ])
})

it('calls a day of the server by its date, wherever the browser is', () => {
  expect(dayOf('2026-11-01')).toBe('Nov 1')
})

it('tells the time of day with two digits everywhere', () => {
  expect(hourAndMinute(new Date(2026, 2, 1, 4, 5, 6))).toBe('04:05')
  expect(clockTime(new Date(2026, 2, 1, 4, 5, 6))).toBe('04:05:06')
})

describe('since when something is so', () => {
  const now = Date.parse('2026-03-12T12:00:00.000Z')

  it.each([
    [3 * HOUR, /^\d\d:\d\d$/],
    [3 * DAY, /^(Sunday|Monday)$/],
    [20 * DAY, /^Feb (19|20|21)$/],
  ])('%d ms ago is said as people do', (ms, words) => {
    expect(since(new Date(now - ms).toISOString(), now)).toMatch(words)
  })
})
