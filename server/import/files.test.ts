import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { imports as texts } from '#contract/import-messages.ts'
import { temporaryFolder } from '../../tests/support/scope.ts'
import { copyDatabase, filesOf, locate, makeFolder, receive } from './files.ts'

const DATABASE = `SQLite format 3\0${'x'.repeat(100)}`

test('finds what lies in its folder, its data folder, or at a file', (t) => {
  const folder = temporaryFolder(t)
  const data = join(folder, 'data')
  mkdirSync(data)
  const [environment, database] = [join(folder, '.env'), join(data, 'igloo.db')]
  writeFileSync(environment, 'HOST_PORT=1\n')
  writeFileSync(database, DATABASE)
  writeFileSync(join(data, 'peer-policies.json'), '[]')
  const all = { database, environment: 'HOST_PORT=1\n', policies: '[]' }

  expect(locate(folder)).toEqual(all)
  expect(locate(data)).toEqual({ ...all, environment: null })
  expect(locate(database)).toEqual({ ...all, policies: null })
  expect(locate(environment)).toEqual({ ...all, database: null })
})

test('a database elsewhere is found by the environment that names it', (t) => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'kept'))
  writeFileSync(join(folder, 'kept/signer.db'), DATABASE)
  writeFileSync(join(folder, '.env'), 'DB_PATH=./kept/signer.db\n')

  expect(locate(folder).database).toBe(join(folder, 'kept/signer.db'))
})

test('without accounts the environment counts, whatever else is there', () => {
  const located = { database: 'igloo.db', environment: 'HEADLESS=true', policies: null }

  expect(filesOf(located)).toMatchObject({ from: 'environment' })
  expect(filesOf({ ...located, environment: 'HEADLESS=false' })).toMatchObject({ from: 'database' })
})

test('an environment file in UTF-16 is decoded', (t) => {
  const folder = temporaryFolder(t)
  const environment = join(folder, '.env')
  writeFileSync(environment, Buffer.from('\uFEFFHEADLESS=true\r\n', 'utf16le'))

  expect(filesOf(locate(environment))).toMatchObject({
    from: 'environment',
    environment: 'HEADLESS=true\r\n',
  })
})

test('a path without such files is refused', (t) => {
  const folder = temporaryFolder(t)

  expect(() => locate(folder)).toThrow(texts.nothing(folder))
  expect(() => locate(join(folder, 'none'))).toThrow(texts.nothing(join(folder, 'none')))
})

test('a database that is written to after it was copied is noticed, also by its log', (t) => {
  const folder = temporaryFolder(t)
  const database = join(folder, 'igloo.db')
  writeFileSync(database, DATABASE)
  chmodSync(database, 0o444)
  const ours = makeFolder(folder)

  const { copy, isUnchanged } = copyDatabase(database, ours)
  const before = isUnchanged()
  appendFileSync(`${database}-wal`, 'new')

  expect([before, isUnchanged()]).toEqual([true, false])
  expect(readFileSync(copy, 'utf8')).toBe(DATABASE)
  expect([statSync(ours).mode & 0o777, statSync(copy).mode & 0o777]).toEqual([0o700, 0o600])
})

test('an upload in pieces becomes two files again', async (t) => {
  const folder = temporaryFolder(t)
  const log = 'the log'
  const source = Readable.from([...`${DATABASE}${log}`].map((char) => Buffer.from(char)))

  const files = await receive({ source, beside: log.length, maxBytes: 1_000 }, folder)

  expect(files).toEqual({ from: 'database', database: join(folder, 'igloo.db') })
  expect(readFileSync(join(folder, 'igloo.db'), 'utf8')).toBe(DATABASE)
  expect(readFileSync(join(folder, 'igloo.db-wal'), 'utf8')).toBe(log)
})

test('an upload that is too large is refused', async (t) => {
  const source = Readable.from([Buffer.alloc(600), Buffer.alloc(600)])

  const received = receive({ source, beside: 0, maxBytes: 1_048_576 / 1_024 }, temporaryFolder(t))

  await expect(received).rejects.toMatchObject({ code: 'TOO_LARGE' })
})
