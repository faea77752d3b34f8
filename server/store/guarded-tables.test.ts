import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './database.ts'
import { GUARDED, GUARDED_NAMES, GUARDED_SINCE } from './guarded-tables.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { recordingLog, temporaryFolder } from './testing/support.ts'

test('a table is guarded from the version that makes it', () => {
  const db = openDatabase(join(temporaryFolder(), 'floe.db'))
  onTestFinished(() => {
    db.close()
  })
  const tables = () =>
    db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
  const madeBy = new Map<string, number>()
  for (const { version } of migrations) {
    migrate(db, migrations.slice(0, version), recordingLog().log, { keepCopy: false })
    for (const name of tables()) if (!madeBy.has(name)) madeBy.set(name, version)
  }

  for (const name of GUARDED_NAMES) {
    expect([name, GUARDED[name].since]).toEqual([
      name,
      Math.max(madeBy.get(name) ?? Number.NaN, GUARDED_SINCE),
    ])
  }
})
