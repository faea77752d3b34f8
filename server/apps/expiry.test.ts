import { expect, test } from 'vitest'
import { isExpired } from './expiry.ts'

const DAY = 86_400_000
const NOW = 1_000 * DAY

test.each([
  ['was used 29 days ago', { until: null, pairedAt: 1 }, NOW - 29 * DAY, false],
  ['was used 31 days ago', { until: null, pairedAt: 1 }, NOW - 31 * DAY, true],
  [
    'was paired 29 days ago and never used',
    { until: null, pairedAt: NOW - 29 * DAY },
    undefined,
    false,
  ],
  [
    'was paired 31 days ago and never used',
    { until: null, pairedAt: NOW - 31 * DAY },
    undefined,
    true,
  ],
  ['is not paired yet', { until: null, pairedAt: null }, undefined, false],
  ['was used just now, and whose end is over', { until: NOW, pairedAt: 1 }, NOW, true],
  ['was used just now, and whose end is to come', { until: NOW + 1, pairedAt: 1 }, NOW, false],
])('an app that %s', (_, app, lastUsedAt, isOver) => {
  expect(isExpired(app, lastUsedAt, NOW)).toBe(isOver)
})
