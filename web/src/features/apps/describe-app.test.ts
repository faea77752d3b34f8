import { describe, expect, test } from 'vitest'
import { apps as texts } from '#contract/texts/apps.ts'
import { conditionOf, describeCondition, rightsLine, websiteOf } from './describe-app.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')
const invited = { state: 'invited', suspended: false } as const

describe('an app is shown as', () => {
  test('waiting while its link can be used, with the time that is left', () => {
    const app = { ...invited, invitedUntil: '2026-11-23T12:09:32Z' }
    expect(describeCondition(app, NOW)).toBe('Waits for the app · 9:32 left')
    expect(conditionOf(app, NOW + 600_000)).toBe('lapsed')
    expect(conditionOf(invited, NOW)).toBe('lapsed')
  })

  test('suspended only where it could otherwise do something', () => {
    expect(conditionOf({ state: 'paired', suspended: true }, NOW)).toBe('suspended')
    expect(conditionOf({ state: 'signed out', suspended: true }, NOW)).toBe('signed out')
  })
})

test('what it may do fits one line', () => {
  const may = { preset: 'everyday', suspended: false } as const
  expect(rightsLine(may, 0)).toBe('Everyday things')
  expect(rightsLine({ ...may, until: '2026-12-01T12:00:00Z' }, 2)).toMatch(
    /^Everyday things, 2 rules of its own, until Dec 1, 2026/,
  )
  expect(rightsLine({ ...may, preset: null }, 1)).toBe('Nothing unasked, 1 rule of its own')
  expect(rightsLine({ ...may, suspended: true }, 1)).toBe(texts.suspended)
})

test('only a plain web address of an app becomes a link', () => {
  expect(websiteOf('https://coracle.social')).toBe('https://coracle.social')
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a:b@c.de',
    'coracle',
    undefined,
  ]) {
    expect(websiteOf(url)).toBeUndefined()
  }
})
