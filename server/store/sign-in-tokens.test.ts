import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { initial } from './migrations/001-initial.ts'
import { changeGuarded } from './outside.ts'
import { createSignInTokens } from './sign-in-tokens.ts'
import {
  filesOf,
  openTestDatabase,
  openTestStore,
  recordingLog,
  startChild,
  temporaryFolder,
  testGuards,
} from './testing/support.ts'

const setUp = () => {
  const db = openTestDatabase(temporaryFolder())
  return createSignInTokens(db, testGuards(db))
}
const hashOf = (n: number) => String(n).padStart(43, 'h')
const fromOutside = (dataDir: string) =>
  changeGuarded({ dataDir, secret: undefined, log: recordingLog().log }, (db, guards) =>
    createSignInTokens(db, guards).add({ hash: hashOf(1), expiresAt: 1_000 }, 0),
  )

test('a token is taken once', () => {
  const tokens = setUp()
  tokens.add({ hash: hashOf(1), expiresAt: 1_000 }, 0)

  expect(tokens.take(hashOf(2), 999, 10_000)).toBe(false)
  expect(tokens.take(hashOf(1), 999, 10_000)).toBe(true)
  expect(tokens.take(hashOf(1), 999, 10_000)).toBe(false)
})

test('a token that has expired is worth nothing', () => {
  const tokens = setUp()
  tokens.add({ hash: hashOf(1), expiresAt: 1_000 }, 0)

  expect(tokens.take(hashOf(1), 1_000, 10_000)).toBe(false)
})

test('a token made in what is now the future is worth nothing: the clock was set back since', () => {
  const tokens = setUp()
  tokens.add({ hash: hashOf(1), expiresAt: 1_000_000 }, 990_000)

  expect(tokens.take(hashOf(1), 500_000, 10_000)).toBe(false)
})

test('expired tokens are dropped, and the newest twenty of the others are kept', () => {
  const db = openTestDatabase(temporaryFolder())
  const tokens = createSignInTokens(db, testGuards(db))
  const count = () => db.prepare('SELECT count(*) FROM sign_in_tokens').pluck().get()
  for (let n = 0; n < 25; n += 1) tokens.add({ hash: hashOf(n), expiresAt: 1_000 }, 0)
  expect(count()).toBe(20)
  expect(tokens.take(hashOf(4), 0, 10_000)).toBe(false)
  expect(tokens.take(hashOf(5), 0, 10_000)).toBe(true)

  tokens.add({ hash: hashOf(99), expiresAt: 2_000 }, 1_000)

  expect(count()).toBe(1)
})

test('commands beside a running server each add their token, and the server keeps its folder', async () => {
  const folder = temporaryFolder()
  const server = openTestStore(folder)
  const commands = [1, 2].map((n) => startChild(['sign-in-link', folder, hashOf(n), '1000']))

  for (let n = 0; n < 50; n += 1) server.settings.set('name', String(n))
  const answers = await Promise.all(commands.map((command) => command.line()))
  await Promise.all(commands.map(({ exit }) => exit))

  const added = { code: 'ADDED', message: '' }
  expect(answers.map((answer) => JSON.parse(answer))).toEqual([added, added])
  for (const n of [1, 2]) {
    expect(server.signInTokens.take(hashOf(n), 0, 10_000)).toBe(true)
    expect(server.signInTokens.take(hashOf(n), 0, 10_000)).toBe(false)
  }
  const second = startChild(['try', folder])
  expect(JSON.parse(await second.line()).code).toBe('LOCKED')
  server.settings.set('name', 'still writable')
  expect(server.settings.get('name')).toBe('still writable')
})

test('a token that was added while the server was down is there when it starts', () => {
  const folder = temporaryFolder()
  openTestStore(folder).close()

  fromOutside(folder)

  expect(openTestStore(folder).signInTokens.take(hashOf(1), 0, 10_000)).toBe(true)
})

test('without a database the command says so, and makes none', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'empty'))
  writeFileSync(join(folder, 'empty', 'floe.db'), '')

  for (const dataDir of [folder, join(folder, 'missing'), join(folder, 'empty')]) {
    expect(() => fromOutside(dataDir)).toThrow(
      expect.objectContaining({ code: 'NO_DATABASE', message: expect.stringContaining(dataDir) }),
    )
  }
  expect(readdirSync(folder)).toEqual(['empty'])
  expect(readdirSync(join(folder, 'empty'))).toEqual(['floe.db'])
})

test('a database of an older Floe is not updated by the command', () => {
  const folder = temporaryFolder()
  const db = openDatabase(join(folder, 'floe.db'))
  migrate(db, [initial], recordingLog().log)
  db.close()
  const before = filesOf(folder)

  expect(() => fromOutside(folder)).toThrow(
    expect.objectContaining({ code: 'NO_DATABASE', message: expect.stringContaining('older') }),
  )

  expect(filesOf(folder).get('floe.db')).toEqual(before.get('floe.db'))
})

test('a database of a newer Floe is refused, untouched', () => {
  const folder = temporaryFolder()
  openTestStore(folder).close()
  const db = openDatabase(join(folder, 'floe.db'))
  db.pragma('user_version = 99')
  db.close()
  const before = filesOf(folder)

  expect(() => fromOutside(folder)).toThrow(
    expect.objectContaining({ code: 'NEWER_DATABASE', message: expect.stringContaining('99') }),
  )

  for (const name of ['floe.db', 'secret.key']) {
    expect(filesOf(folder).get(name)).toEqual(before.get(name))
  }
})

test('a command of another user is refused, and the database is named', async () => {
  const parent = temporaryFolder()
  chmodSync(parent, 0o755)
  const folder = join(parent, 'data')
  openTestStore(folder).close()
  const refusal = async () => {
    const command = startChild(['sign-in-link', folder, hashOf(1), '1000'], { unprivileged: true })
    const refused = JSON.parse(await command.line())
    await command.exit
    return refused
  }

  chmodSync(folder, 0o000)
  const closedFolder = await refusal()
  chmodSync(folder, 0o755)
  chmodSync(join(folder, 'floe.db'), 0o400)
  const closedFile = await refusal()

  const readOnly = {
    code: 'READ_ONLY',
    message: expect.stringContaining(join(folder, 'floe.db')),
  }
  expect([closedFolder, closedFile]).toEqual([readOnly, readOnly])
})
