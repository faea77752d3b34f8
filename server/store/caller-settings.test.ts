import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { CallerSettings, CallerSettingsStore } from '#policy/caller-settings.ts'
import { createCallerSettings } from './caller-settings.ts'
import { openTestDatabase, openTestStore, temporaryFolder, testGuards } from './testing/support.ts'

const phone: CallerSettings = {
  caller: { door: 'peer', id: 'aa'.repeat(32) },
  name: 'Anna’s phone',
  preset: null,
  isSuspended: true,
}
const bot: CallerSettings = {
  caller: { door: 'program', id: 'an id with spaces' },
  name: null,
  preset: 'everyday',
  isSuspended: false,
}

test('settings of callers are listed over a restart, and the last ones count', () => {
  const folder = temporaryFolder()
  const first = openTestStore(folder)
  first.keyset(1).callerSettings.set(bot)
  first
    .keyset(1)
    .callerSettings.set({ ...phone, name: 'a phone', preset: 'ask', isSuspended: false })
  first.keyset(1).callerSettings.set(phone)
  first.close()

  const store = openTestStore(folder)

  expect(store.keyset(1).callerSettings.list()).toEqual([phone, bot])
  expect(store.tampering.reports).toEqual([])
})

test('the settings of a caller are deleted in one keyset only', () => {
  const db = openTestDatabase(temporaryFolder())
  const guards = testGuards(db)
  const of = (keyset: number): CallerSettingsStore => createCallerSettings(db, { guards, keyset })
  for (const keyset of [1, 2]) for (const one of [phone, bot]) of(keyset).set(one)

  of(1).delete(bot.caller)

  expect(of(1).list()).toEqual([phone])
  expect(of(2).list()).toEqual([phone, bot])
})

const TAMPERING: readonly [what: string, sql: string][] = [
  ['lifts a suspension', 'UPDATE standings SET suspended = 0'],
  ['changes names', "UPDATE standings SET name = 'Olga’s laptop'"],
  ['changes presets', "UPDATE standings SET preset = 'all'"],
  ['deletes them', 'DELETE FROM standings'],
  ['moves them to another keyset', 'UPDATE standings SET keyset = 2'],
  ['adds a caller', "INSERT INTO standings VALUES (1, 'app', 'eve', 'Eve', 'all', 0)"],
]

test.for(TAMPERING)('the owner’s settings of callers hold when somebody %s', ([, sql]) => {
  const folder = temporaryFolder()
  const before = openTestStore(folder)
  before.keyset(1).callerSettings.set(phone)
  before.keyset(1).callerSettings.set(bot)
  const db = new Database(join(folder, 'floe.db'))
  db.exec(sql)
  db.close()
  const inAnyOrder = expect.toSatisfy(
    (found: CallerSettings[]) =>
      found.length === 2 && found.every((one) => isIn([phone, bot], one)),
  )

  expect(before.keyset(1).callerSettings.list()).toEqual(inAnyOrder)
  expect(before.tampering.warning?.error).toContain('what is set for callers')
  before.close()
  const store = openTestStore(folder)
  expect(store.keyset(1).callerSettings.list()).toEqual([phone, bot])
  expect(store.tampering.reports).toMatchObject([{ table: 'standings' }])
})

const isIn = (all: readonly CallerSettings[], one: CallerSettings): boolean =>
  all.some((other) => JSON.stringify(other) === JSON.stringify(one))
