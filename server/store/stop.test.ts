import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { StopRecord, StopStore } from '#policy/stop.ts'
import { createStop } from './stop.ts'
import {
  openTestDatabase,
  openTestStore,
  recordingLog,
  temporaryFolder,
  testGuards,
} from './testing/support.ts'

const UNTIL_LIFTED: StopRecord = { since: 1_000, until: null }
const FOR_A_WHILE: StopRecord = { since: 2_000, until: 9_000 }

const fileIn = (folder: string): string => join(folder, 'floe.stopped')

const inDatabase = (folder: string, sql: string): void => {
  const db = new Database(join(folder, 'floe.db'))
  db.exec(sql)
  db.close()
}

/** The stop at the next start, and whether that reports that somebody has changed it. */
function afterStart(folder: string) {
  const store = openTestStore(folder)
  const isReported = store.tampering.warning?.error.includes('the stop') ?? false
  const found = { stop: store.stop.get(), isReported }
  store.close()
  return found
}

function stoppedFolder(stop: StopRecord = UNTIL_LIFTED): string {
  const folder = temporaryFolder()
  const store = openTestStore(folder)
  store.stop.set(stop)
  store.close()
  return folder
}

test('nothing is stopped until the owner does, and a stop outlasts restarts until it is lifted', () => {
  const folder = temporaryFolder()
  const store = openTestStore(folder)
  const stop: StopStore = store.stop
  expect(stop.get()).toBeNull()

  stop.set(UNTIL_LIFTED)
  expect(stop.get()).toEqual(UNTIL_LIFTED)
  stop.set(FOR_A_WHILE)
  expect(stop.get()).toEqual(FOR_A_WHILE)
  store.close()

  expect(afterStart(folder)).toEqual({ stop: FOR_A_WHILE, isReported: false })
  const again = openTestStore(folder)
  again.stop.set(null)
  expect(again.stop.get()).toBeNull()
  again.close()
  expect(afterStart(folder)).toEqual({ stop: null, isReported: false })
  expect(existsSync(fileIn(folder))).toBe(false)
})

const CHANGES: readonly [what: string, sql: string][] = [
  ['deleted', 'DELETE FROM stop'],
  ['made to end', 'UPDATE stop SET until = 1'],
  ['dated to another day', 'UPDATE stop SET since = 5'],
]

test.for(CHANGES)(
  'a stop that somebody has %s holds as it was set, and that is reported',
  ([, sql]) => {
    const folder = temporaryFolder()
    const store = openTestStore(folder)
    store.stop.set(UNTIL_LIFTED)
    rmSync(fileIn(folder))
    inDatabase(folder, sql)

    expect(store.stop.get()).toEqual(UNTIL_LIFTED)
    expect(store.tampering.warning?.error).toContain('the stop')
    store.close()
    expect(afterStart(folder)).toEqual({ stop: UNTIL_LIFTED, isReported: true })
  },
)

test('a stop that somebody has put into the database stops nobody, and is reported', () => {
  const folder = temporaryFolder()
  openTestStore(folder).close()
  inDatabase(folder, 'INSERT INTO stop VALUES (1, 5, NULL)')

  expect(afterStart(folder)).toEqual({ stop: null, isReported: true })
})

test('a stop holds when the database is replaced', () => {
  const folder = stoppedFolder()
  for (const name of ['floe.db', 'floe.guarded', 'secret.key']) rmSync(join(folder, name))

  expect(afterStart(folder).stop).toEqual(UNTIL_LIFTED)
})

test('if row and file differ, the stop that lasts longer holds, and is stored in both', () => {
  for (const [row, file] of [
    [UNTIL_LIFTED, FOR_A_WHILE],
    [FOR_A_WHILE, UNTIL_LIFTED],
    [{ since: 3_000, until: 8_000 }, FOR_A_WHILE],
    [FOR_A_WHILE, { since: 3_000, until: 8_000 }],
  ] as const) {
    const longer = row.until === null || file.until === null ? UNTIL_LIFTED : FOR_A_WHILE
    const folder = stoppedFolder(row)
    writeFileSync(fileIn(folder), JSON.stringify(file))

    expect(afterStart(folder).stop).toEqual(longer)

    rmSync(fileIn(folder))
    expect(afterStart(folder).stop).toEqual(longer)
    expect(existsSync(fileIn(folder))).toBe(true)
  }
})

test.for(['', 'null', '{}', '{"since":1,"until":"now"}', 'not JSON'])(
  'a file with %j in place of a stop is a stop until the owner lifts it',
  (text) => {
    const folder = temporaryFolder()
    openTestStore(folder).close()
    writeFileSync(fileIn(folder), text)

    const store = openTestStore(folder)

    expect(store.stop.get()).toEqual({ since: expect.any(Number), until: null })
    store.stop.set(null)
    expect(store.stop.get()).toBeNull()
  },
)

test('a stop is kept if one of its two places can be written', () => {
  const folder = temporaryFolder()
  const db = openTestDatabase(folder)
  const guards = testGuards(db)
  const { log, lines } = recordingLog()
  const stop = createStop(db, { guards, dataDir: folder, log })
  const nowhere = createStop(db, { guards, dataDir: join(folder, 'missing'), log })

  nowhere.set(UNTIL_LIFTED)
  expect(nowhere.get()).toEqual(UNTIL_LIFTED)
  nowhere.set(null)
  db.pragma('query_only = ON')
  stop.set(UNTIL_LIFTED)

  expect(stop.get()).toEqual(UNTIL_LIFTED)
  expect(lines.map(({ level }) => level)).toEqual(['warn', 'warn'])
})

test('a stop is not kept if neither of its places can be written, and an earlier stop stays', () => {
  for (const before of [null, FOR_A_WHILE]) {
    const folder = temporaryFolder()
    const db = openTestDatabase(folder)
    const guards = testGuards(db)
    const { log } = recordingLog()
    const nowhere = createStop(db, { guards, dataDir: join(folder, 'missing'), log })
    if (before !== null) nowhere.set(before)
    db.pragma('query_only = ON')

    expect(() => nowhere.set(UNTIL_LIFTED)).toThrow(expect.objectContaining({ code: 'READ_ONLY' }))

    expect(nowhere.get()).toEqual(before)
  }
})
