import { expect, test } from 'vitest'
import { usesPlot } from './uses-plot.ts'

const app = (n: number, count: number) => ({
  caller: { door: 'app' as const, id: String(n) },
  name: `App ${n}`,
  count,
})

test('the callers that used the key most have their own part in each bar, and the others share one', () => {
  const { series, bars, count, days } = usesPlot([
    { day: '2026-11-21', count: 0, by: [] },
    {
      day: '2026-11-22',
      count: 40,
      by: [app(1, 10), app(2, 9), app(3, 8), app(4, 5), app(5, 4), app(6, 3)],
    },
    { day: '2026-11-23', count: 20, by: [app(6, 20)] },
  ])

  expect(series.map(({ name, count: uses }) => [name, uses])).toEqual([
    ...[
      ['App 6', 23],
      ['App 1', 10],
      ['App 2', 9],
      ['App 3', 8],
      ['App 4', 5],
    ],
    ['Others', 5],
  ])
  expect(bars.map(({ parts }) => parts)).toEqual([
    [0, 0, 0, 0, 0, 0],
    [3, 10, 9, 8, 5, 5],
    [20, 0, 0, 0, 0, 0],
  ])
  expect(bars[2]?.title).toBe('Nov 23: 20, App 6 20')
  expect([count, days]).toEqual([60, 2])
})

test('a caller is called by its name, or by what it is', () => {
  const by = [
    { caller: { door: 'owner' as const, id: 'anna' }, count: 4 },
    { caller: { door: 'peer' as const, id: 'ab'.repeat(32) }, name: 'Phone', count: 3 },
    { caller: { door: 'peer' as const, id: 'cd'.repeat(32) }, count: 2 },
    { caller: { door: 'program' as const, id: 'gone' }, count: 1 },
  ]
  const { series } = usesPlot([{ day: '2026-11-23', count: 10, by }])
  expect(series.map(({ name }) => name)).toEqual([
    ...['You', 'Phone', 'Peer cdcdcdcd', 'An API key that was revoked'],
  ])
})

test('an owner is one caller, whichever login they used', () => {
  const owner = (id: string, count: number) => ({ caller: { door: 'owner' as const, id }, count })
  const { series, bars } = usesPlot([
    { day: '2026-11-23', count: 6, by: [owner('anna', 2), app(1, 3), owner('link', 1)] },
  ])
  expect(series.map(({ name, count }) => [name, count])).toEqual([
    ['You', 3],
    ['App 1', 3],
  ])
  expect(bars[0]?.parts).toEqual([3, 3])
})
