import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase, schemaVersion } from '../database.ts'
import { migrate } from '../migrate.ts'
import { openTestStore, recordingLog, temporaryFolder } from '../testing/support.ts'
import { initial } from './001-initial.ts'
import { migrations } from './index.ts'

test('a database from before logins keeps what it had, and can take sessions and keys', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'floe.db')
  const old = openDatabase(file)
  migrate(old, [initial], recordingLog().log)
  old.exec("INSERT INTO settings (name, value) VALUES ('kept', 'as it was')")
  old.close()

  const store = openTestStore(folder)

  expect(store.settings.get('kept')).toBe('as it was')
  expect([store.sessions.list(), store.apiKeys.list(), store.owner.get()]).toEqual([
    [],
    [],
    undefined,
  ])
  expect(existsSync(`${file}.before-${migrations.length}`)).toBe(true)
  store.close()
  const db = openDatabase(file)
  expect(schemaVersion(db)).toBe(migrations.length)
  db.close()
})
