import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, schemaVersion } from './database.ts'
import { type Migration, migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { fillDisk, recordingLog, temporaryFolder } from './testing/support.ts'

const notes: Migration = {
  version: 1,
  name: 'notes',
  up: (db) => db.exec('CREATE TABLE notes (text TEXT NOT NULL) STRICT'),
}
const colours: Migration = {
  version: 2,
  name: 'colours',
  up: (db) => db.exec("ALTER TABLE notes ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue'"),
}
const broken: Migration = {
  version: 3,
  name: 'broken',
  up: (db) => {
    db.exec('DROP TABLE notes')
    db.exec('SELECT no_such_thing()')
  },
}
const large: Migration = {
  version: 2,
  name: 'large',
  up: (db) => {
    db.prepare('INSERT INTO notes (text) VALUES (?)').run('x'.repeat(100_000))
  },
}

const { log } = recordingLog()

function openFresh(folder: string): Database.Database {
  const db = openDatabase(join(folder, 'floe.db'))
  onTestFinished(() => {
    db.close()
  })
  return db
}

function openWithNote(folder: string): Database.Database {
  const db = openFresh(folder)
  migrate(db, [notes], log)
  db.exec("INSERT INTO notes (text) VALUES ('kept')")
  return db
}

const texts = (db: Database.Database) => db.prepare('SELECT text FROM notes').pluck().all()

test('a new database gets every migration in order, and no copy', () => {
  const folder = temporaryFolder()
  const db = openFresh(folder)

  migrate(db, [notes, colours], log)

  expect(schemaVersion(db)).toBe(2)
  expect(db.prepare('SELECT text, colour FROM notes').all()).toEqual([])
  expect(readdirSync(folder).filter((name) => name.includes('before'))).toEqual([])
})

test('an older database is copied before it is updated', () => {
  const folder = temporaryFolder()
  const db = openWithNote(folder)

  migrate(db, [notes, colours], log)

  expect(db.prepare('SELECT text, colour FROM notes').all()).toEqual([
    { text: 'kept', colour: 'blue' },
  ])
  const file = join(folder, 'floe.db.before-2')
  const copy = new Database(file, { readonly: true })
  onTestFinished(() => {
    copy.close()
  })
  expect(schemaVersion(copy)).toBe(1)
  expect(copy.prepare('SELECT * FROM notes').all()).toEqual([{ text: 'kept' }])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('the newest three copies from before updates are kept, and no other file is deleted', () => {
  const folder = temporaryFolder()
  const db = openWithNote(folder)
  const others = ['floe.db.before-restore-20260801T120000Z', 'floe.db.before-2.mine']
  for (const name of others) writeFileSync(join(folder, name), '')
  const steps = [2, 3, 4, 5, 10].map(
    (version): Migration => ({ ...colours, version, up: () => {} }),
  )

  for (const [n] of steps.entries()) migrate(db, [notes, ...steps.slice(0, n + 1)], log)

  const copies = readdirSync(folder).filter((name) => name.includes('before'))
  expect(copies.sort()).toEqual(
    ['floe.db.before-10', 'floe.db.before-4', 'floe.db.before-5', ...others].sort(),
  )
})

test('the copy of this update is kept even beside those of later ones', () => {
  const folder = temporaryFolder()
  const db = openWithNote(folder)
  for (const n of [10, 11, 12]) writeFileSync(join(folder, `floe.db.before-${n}`), '')

  migrate(db, [notes, colours], log)

  const copies = readdirSync(folder).filter((name) => name.includes('before'))
  expect(copies.sort()).toEqual([11, 12, 2].map((n) => `floe.db.before-${n}`))
})

test('a failed update drops no older copy', () => {
  const folder = temporaryFolder()
  const db = openWithNote(folder)
  for (const n of [10, 11, 12, 13]) writeFileSync(join(folder, `floe.db.before-${n}`), '')

  expect(() => migrate(db, [notes, colours, broken], log)).toThrow()

  expect(existsSync(join(folder, 'floe.db.before-10'))).toBe(true)
})

test('a database that is up to date is left alone', () => {
  const folder = temporaryFolder()
  const db = openWithNote(folder)

  migrate(db, [notes], log)

  expect(existsSync(join(folder, 'floe.db.before-1'))).toBe(false)
  expect(texts(db)).toEqual(['kept'])
})

test('a failing migration leaves the old database in place, says so, and can be tried again', () => {
  const folder = temporaryFolder()
  const db = openWithNote(folder)

  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(() => migrate(db, [notes, colours, broken], log)).toThrow(
      expect.objectContaining({
        code: 'MIGRATION_FAILED',
        message: expect.stringMatching(
          /3 \(broken\).*no_such_thing.*still the old one \(schema 1\)/,
        ),
      }),
    )
  }

  expect(schemaVersion(db)).toBe(1)
  expect(db.prepare('SELECT * FROM notes').all()).toEqual([{ text: 'kept' }])
  migrate(db, [notes, colours], log)
  expect(schemaVersion(db)).toBe(2)
})

test('a migration that runs out of space is undone and says so', () => {
  const folder = temporaryFolder()
  const db = openWithNote(folder)
  fillDisk(db)

  expect(() => migrate(db, [notes, large], log)).toThrow(expect.objectContaining({ code: 'FULL' }))

  expect(schemaVersion(db)).toBe(1)
  expect(texts(db)).toEqual(['kept'])
})

test('a database of a newer version is refused', () => {
  const db = openWithNote(temporaryFolder())

  expect(() => migrate(db, [], log)).toThrow(expect.objectContaining({ code: 'NEWER_DATABASE' }))
})

test('the migrations are numbered from 1 without a gap, and every table is strict', () => {
  const db = openFresh(temporaryFolder())

  migrate(db, migrations, log)

  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, i) => i + 1))
  const tables = db
    .prepare("SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    .all()
  expect(tables.filter((table) => !Object(table).name.startsWith('sqlite_'))).toSatisfy(
    (own: { strict: number }[]) => own.length > 0 && own.every(({ strict }) => strict === 1),
  )
})
