import { expect, test } from 'vitest'
import { clockAt } from '../../tests/support/clock-by-hand.ts'
import { isExpired, isOpen } from './registry.ts'

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
  ['was used just now, but whose end has passed', { until: NOW, pairedAt: 1 }, NOW, true],
  [
    'was paired at a time that is still to come, for a while',
    { until: NOW + 31 * DAY, pairedAt: NOW + DAY },
    undefined,
    true,
  ],
  ['was given another end since', { until: NOW + DAY, pairedAt: NOW + 31 * DAY }, undefined, false],
  ['was used just now, and whose end is to come', { until: NOW + 1, pairedAt: 1 }, NOW, false],
])('an app that %s', (_, app, lastUsedAt, isOver) => {
  expect(
    isExpired(
      app,
      lastUsedAt,
      clockAt(() => NOW),
    ),
  ).toBe(isOver)
})

test.each([
  ['before its time is over', { since: NOW - 60_000, until: NOW + 1 }, true],
  ['not once its time is over', { since: NOW - 60_000, until: NOW }, false],
  [
    'not if it was made at a time that is still to come',
    { since: NOW + DAY, until: NOW + DAY + 1 },
    false,
  ],
  ['for the longest time allowed, if its beginning is not known', { until: NOW + DAY }, true],
  ['no longer than that', { until: NOW + DAY + 120_000 }, false],
])('a link is open %s', (_, link, is) => {
  expect(
    isOpen(
      { secret: '', ...link },
      clockAt(() => NOW),
    ),
  ).toBe(is)
})
