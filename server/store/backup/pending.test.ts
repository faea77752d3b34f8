import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordingLog, temporaryFolder } from '../testing/support.ts'
import { dropReplaced, replacedName } from './pending.ts'

const { log } = recordingLog()
const NOW = Date.UTC(2026, 7, 1, 12)
const DAY = 24 * 3_600_000

/** A folder with databases that restores replaced so many days ago. */
function folderOf(...days: number[]): string {
  const folder = temporaryFolder()
  for (const ago of days) writeFileSync(join(folder, databaseOf(ago)), '')
  return folder
}

const databaseOf = (daysAgo: number): string => replacedName('floe.db', NOW - daysAgo * DAY)

const namesIn = (folder: string): string[] => readdirSync(folder).sort()

const namesOf = (...days: number[]): string[] => days.map(databaseOf).sort()

test('the newest three databases that restores replaced are kept, however old', () => {
  const folder = folderOf(0, 100, 200, 300, 400)

  dropReplaced(folder, NOW, log)

  expect(namesIn(folder)).toEqual(namesOf(0, 100, 200))
})

test('none of the last thirty days is removed, however many there are', () => {
  const folder = folderOf(0, 1, 2, 3, 29, 30, 31)

  dropReplaced(folder, NOW, log)

  expect(namesIn(folder)).toEqual(namesOf(0, 1, 2, 3, 29, 30))
})

test('the database that this restore replaced is kept even when the clock was set back', () => {
  const folder = folderOf(0, -100, -200, -300)

  dropReplaced(folder, NOW, log)

  expect(namesIn(folder)).toContain(databaseOf(0))
})

test('a database goes with its logs, and nothing else goes: no key, no copy from before an update', () => {
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
