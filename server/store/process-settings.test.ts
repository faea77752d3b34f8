import { expect, test } from 'vitest'
import { createProcessSettings } from './process-settings.ts'
import { openTestDatabase, temporaryFolder } from './testing/support.ts'

function setUp() {
  const db = openTestDatabase(temporaryFolder())
  const start = () => createProcessSettings(db)
  return { settings: start(), restarted: start }
}

test('small settings are kept by name', () => {
  const { settings, restarted } = setUp()

  settings.set('ui.theme', 'dark')
  settings.set('ui.theme', 'light')

  expect(restarted().get('ui.theme')).toBe('light')
  expect(settings.get('ui.density')).toBeUndefined()
})

test('event ids come in blocks that never overlap, even over a restart', () => {
  const { settings, restarted } = setUp()

  expect(settings.reserveEventIds(100)).toBe(1)
  expect(settings.reserveEventIds(1)).toBe(101)
  expect(restarted().reserveEventIds(50)).toBe(102)
  expect(restarted().reserveEventIds(1)).toBe(152)
})

test('a block of event ids has at least one', () => {
  const { settings } = setUp()

  for (const count of [0, -1, 1.5, Number.NaN]) {
    expect(() => settings.reserveEventIds(count)).toThrow(RangeError)
  }
})
