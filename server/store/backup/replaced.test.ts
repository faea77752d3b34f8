import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordingLog, temporaryFolder } from '../testing/support.ts'
import { dropReplaced, replacedName } from './replaced.ts'

const { log } = recordingLog()
const NOW = Date.UTC(2026, 7, 1, 12)
const DAY = 24 * 3_600_000

/** A folder in which restores so many days ago have kept a database each. */
function folderOf(...days: number[]): string {
  const folder = temporaryFolder()
  for (const ago of days) writeFileSync(join(folder, databaseOf(ago)), '')
  return folder
}

const databaseOf = (daysAgo: number): string => replacedName('floe.db', NOW - daysAgo * DAY)

const namesIn = (folder: string): string[] => readdirSync(folder).sort()

const namesOf = (...days: number[]): string[] => days.map(databaseOf).sort()

test('of the databases that restores have replaced the newest three are kept, however old', () => {
  const folder = folderOf(0, 100, 200, 300, 400)

  dropReplaced(folder, NOW, log)

  expect(namesIn(folder)).toEqual(namesOf(0, 100, 200))
})

test('none goes of the last thirty days, however many there are', () => {
  const folder = folderOf(0, 1, 2, 3, 29, 30, 31)

  dropReplaced(folder, NOW, log)

  expect(namesIn(folder)).toEqual(namesOf(0, 1, 2, 3, 29, 30))
})

test('the one of this restore is kept also by a clock that was set back', () => {
  const folder = folderOf(0, -100, -200, -300)

  dropReplaced(folder, NOW, log)

  expect(namesIn(folder)).toContain(databaseOf(0))
})

test('its logs go with a database, and nothing else does: no key, no copy of an update', () => {
  const folder = folderOf(0, 50, 60, 70)
  const kept = [
    'floe.db',
    'floe.db.before-4',
    `${databaseOf(60)}-wal`,
    `${databaseOf(70)}.mine`,
    replacedName('secret.key', NOW - 70 * DAY),
  ]
  for (const name of [...kept, `${databaseOf(70)}-wal`, `${databaseOf(70)}-journal`]) {
    writeFileSync(join(folder, name), '')
  }

  dropReplaced(folder, NOW, log)

  expect(namesIn(folder)).toEqual([...namesOf(0, 50, 60), ...kept].sort())
})
