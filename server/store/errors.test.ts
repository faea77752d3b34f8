import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { store as texts } from '#contract/messages.ts'
import { toStoreError } from './errors.ts'

const FILE = '/data/floe.db'

const sqlite = (code: string) => new Database.SqliteError('what SQLite says', code)
const system = (code: string) =>
  Object.assign(new Error('what the system says'), { code, syscall: 'write' })

test.each([
  ['SQLITE_FULL', 'FULL', texts.full('/data')],
  ['SQLITE_IOERR_SHMSIZE', 'FULL', texts.full('/data')],
  ['SQLITE_READONLY_DIRECTORY', 'READ_ONLY', texts.notWritable(FILE)],
  ['SQLITE_BUSY_SNAPSHOT', 'LOCKED', texts.busy(FILE)],
  ['SQLITE_IOERR_WRITE', 'IO', texts.disk(FILE, 'what SQLite says')],
  ['SQLITE_CANTOPEN', 'IO', texts.disk(FILE, 'what SQLite says')],
  ['SQLITE_ERROR', 'IO', texts.io(FILE, 'what SQLite says')],
] as const)('SQLite’s %s is reported as %s, with what to do', (thrown, code, message) => {
  expect(toStoreError(sqlite(thrown), FILE)).toMatchObject({ code, message })
})

test.each([
  ['ENOSPC', 'FULL', texts.full('/data')],
  ['EROFS', 'READ_ONLY', texts.readOnlyFileSystem(FILE)],
  ['EIO', 'IO', texts.disk(FILE, 'what the system says')],
  ['EISDIR', 'IO', texts.io(FILE, 'what the system says')],
] as const)('the file system’s %s is reported as %s, with what to do', (thrown, code, message) => {
  expect(toStoreError(system(thrown), FILE)).toMatchObject({ code, message })
})

test('an error that is not of a file or SQLite is left as it is', () => {
  const bug = new TypeError('ours')

  expect(toStoreError(bug, FILE)).toBe(bug)
})
