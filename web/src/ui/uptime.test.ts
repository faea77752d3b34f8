import { expect, test } from 'vitest'
import { describePercent, describeUptime, percentOf } from './uptime.ts'

test('a sentence says the uptime, of the time that was watched', () => {
  expect(describeUptime('24 hours', [null, 1, 0.5, null])).toBe('24 hours: there 75 % of the time')
  expect(describeUptime('24 hours', [null, 1, 1])).toBe('24 hours: always there')
  expect(describeUptime('24 hours', [0, null])).toBe('24 hours: never there')
  expect(describeUptime('24 hours', [null, null])).toBe('24 hours: nobody watched')
})

test('only a full uptime is 100 %, and only none is 0 %', () => {
  expect([0, 0.0001, 0.004, 0.5, 0.9999, 1].map(percentOf)).toEqual([0, 1, 1, 50, 99, 100])
})

test('there is a figure only once there are bars', () => {
  expect(describePercent([null, 1, 1])).toBe('–')
  expect(describePercent([1, 1, 0.9995])).toBe('99 %')
})
