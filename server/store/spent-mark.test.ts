import { expect, test } from 'vitest'
import { createSpentMarks } from './spent-mark.ts'
import { openTestDatabase, recordingLog, temporaryFolder } from './testing/support.ts'

const MARK = { generation: 1, file: 'a', spent: 3 }
/** FULL, as SQLite numbers it. */
const WAITS_FOR_THE_DISK = 2

/** Marks in a database, and what SQLite's `synchronous` is after them. */
function start() {
  const db = openTestDatabase(temporaryFolder())
  const { log, lines } = recordingLog()
  const marks = createSpentMarks({ db, log, onOlder: () => {} })
  return { db, marks, lines, synchronous: () => db.pragma('synchronous', { simple: true }) }
}

test('a write after a mark waits for the disk again', () => {
  const { marks, synchronous } = start()

  marks.keepWithoutSync(MARK)

  expect(marks.get()).toEqual(MARK)
  expect(synchronous()).toBe(WAITS_FOR_THE_DISK)
})

test('a write after a mark that could not be kept waits for the disk again', () => {
  const { db, marks, lines, synchronous } = start()
  db.exec("CREATE TEMP TRIGGER t BEFORE INSERT ON spent_mark BEGIN SELECT raise(FAIL, 'no'); END")

  marks.keepWithoutSync(MARK)

  expect(lines).toMatchObject([{ level: 'warn' }])
  expect(synchronous()).toBe(WAITS_FOR_THE_DISK)
})

test('a mark that is kept inside a transaction is committed with it', () => {
  const { db, marks, synchronous } = start()

  db.transaction(() => marks.keepWithoutSync(MARK))()

  expect(marks.get()).toEqual(MARK)
  expect(synchronous()).toBe(WAITS_FOR_THE_DISK)
})
