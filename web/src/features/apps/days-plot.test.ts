import { expect, test } from 'vitest'
import { DAYS_SHOWN, describeDays, heightOf, lastDays } from './days-plot.ts'

const NOW = Date.parse('2026-11-23T00:30:00Z')
const DAYS = [
  { day: '2026-10-01', uses: { 'sign:1': 9 } },
  { day: '2026-10-25', uses: { 'sign:1': 2 } },
  { day: '2026-11-23', uses: { 'sign:1': 1, 'nip44.decrypt': 4 } },
]

test('a plot has every one of the last days, today at its end', () => {
  const days = lastDays(DAYS, NOW)
  expect(days).toHaveLength(DAYS_SHOWN)
  expect(days[0]).toEqual({ day: '2026-10-25', uses: 2 })
  expect(days[1]).toEqual({ day: '2026-10-26', uses: 0 })
  expect(days.at(-1)).toEqual({ day: '2026-11-23', uses: 5 })
})

test('a sentence says how often the app was used, and on how many days', () => {
  expect(describeDays(DAYS, NOW)).toBe('Used 7 times on 2 days of the last 30')
  expect(describeDays([], NOW)).toBe('Not used in the last 30 days')
})

test('a bar is seen beside one a thousand times as high, and zero has no bar', () => {
  expect(heightOf(0, 1_000)).toBe(0)
  expect(heightOf(1, 1_000)).toBeGreaterThanOrEqual(0.12)
  expect(heightOf(1_000, 1_000)).toBe(1)
})
