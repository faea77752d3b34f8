import { expect, test } from 'vitest'
import { createSessions, type SessionRecord } from './sessions.ts'
import { openTestDatabase, temporaryFolder, testGuards } from './testing/support.ts'

const KEPT = { max: 1_000, ofOne: 250 }

const setUp = () => {
  const db = openTestDatabase(temporaryFolder())
  return createSessions(db, testGuards(db))
}
const hashOf = (n: number) => String(n).padStart(43, 'h')
const session = (n: number): SessionRecord => ({
  hash: hashOf(n),
  userId: 'owner',
  scope: 'admin',
  openedBy: 'owner:1',
  createdAt: n,
  lastUsedAt: n + 1,
  expiresAt: n + 2,
  address: null,
  browser: null,
})

test('a session comes back as it was added', () => {
  const sessions = setUp()

  sessions.add(session(1))
  sessions.add({ ...session(2), scope: 'read' })

  expect(sessions.list()).toEqual([session(1), { ...session(2), scope: 'read' }])
  expect(sessions.ended(KEPT.max)).toEqual([])
})

test('a session comes back with where it was opened, which is forgotten once it has ended', () => {
  const db = openTestDatabase(temporaryFolder())
  const sessions = createSessions(db, testGuards(db))
  const opened = { ...session(1), address: '192.168.1.20', browser: 'Firefox on Linux' }
  sessions.add(opened)
  expect(sessions.list()).toEqual([opened])

  sessions.end([opened.hash], 10, KEPT)

  const rows = db.prepare('SELECT address, browser FROM sessions').all()
  expect(rows).toEqual([{ address: null, browser: null }])
})

test('an ended session is no longer listed, and known as ended, the newest first', () => {
  const sessions = setUp()
  for (const n of [1, 2, 3]) sessions.add(session(n))

  sessions.end([hashOf(1), hashOf(99)], 10, KEPT)
  sessions.end([hashOf(3)], 20, KEPT)

  expect(sessions.list()).toEqual([session(2)])
  expect(sessions.ended(KEPT.max)).toEqual([hashOf(3), hashOf(1)])
})

test('a session ends once, and no use brings it back', () => {
  const sessions = setUp()
  sessions.add(session(1))
  sessions.add(session(2))
  sessions.end([hashOf(1)], 10, KEPT)
  sessions.end([hashOf(2)], 20, KEPT)

  sessions.end([hashOf(1)], 30, KEPT)
  sessions.touch(new Map([[hashOf(1), 40]]))

  expect(sessions.list()).toEqual([])
  expect(sessions.ended(KEPT.max)).toEqual([hashOf(2), hashOf(1)])
})

test('last uses are noted together', () => {
  const sessions = setUp()
  for (const n of [1, 2, 3]) sessions.add(session(n))

  sessions.touch(
    new Map([
      [hashOf(1), 100],
      [hashOf(3), 300],
    ]),
  )

  expect(sessions.list().map(({ lastUsedAt }) => lastUsedAt)).toEqual([100, 3, 300])
})

test('the last thousand ended sessions are remembered, and the last 250 of one credential', () => {
  const db = openTestDatabase(temporaryFolder())
  const sessions = createSessions(db, testGuards(db))
  const all = Array.from({ length: 1_002 }, (_, n) => n)
  db.transaction(() => {
    for (const n of all) sessions.add({ ...session(n), openedBy: `api-key:${n % 5}` })
  })()

  sessions.end([hashOf(0), hashOf(1)], 1, KEPT)
  sessions.end(
    all.slice(2).map((n) => hashOf(n)),
    2,
    KEPT,
  )

  expect(sessions.ended(KEPT.max)).toHaveLength(1_000)
  expect(sessions.ended(KEPT.max)).not.toContain(hashOf(0))

  const loud = Array.from({ length: 600 }, (_, n) => 2_000 + n)
  for (const n of loud) sessions.add(session(n))
  sessions.end(
    loud.map((n) => hashOf(n)),
    3,
    KEPT,
  )
  const ended = new Set(sessions.ended(KEPT.max))
  expect(loud.filter((n) => ended.has(hashOf(n)))).toHaveLength(250)
  expect(all.filter((n) => ended.has(hashOf(n)))).toHaveLength(750)
})

test('a session with an invalid hash or scope is refused', () => {
  const sessions = setUp()

  expect(() => sessions.add({ ...session(1), hash: 'a session id' })).toThrow()
  expect(() => sessions.add({ ...session(1), scope: 'root' as 'admin' })).toThrow()

  expect(sessions.list()).toEqual([])
})
