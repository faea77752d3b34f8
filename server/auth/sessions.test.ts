import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createSessions, type Sessions as SessionRows } from '#store/sessions.ts'
import { openTestDatabase, testGuards } from '#store/testing/support.ts'
import { threadTime } from '../../tests/support/holds.ts'
import { hashOf } from './secrets.ts'
import { Sessions, type SessionsOptions } from './sessions.ts'
import { MINUTE, recordingLog, START, temporaryFolder } from './testing/support.ts'

const TIMEOUT_S = 3_600
const HOUR = 60 * MINUTE
const OPENED = { scope: 'admin', openedBy: 'owner:1' } as const

// Sweeps and writes of last uses run on timers; the clock is a parameter.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp() {
  const clock = { now: START }
  const db = openTestDatabase(temporaryFolder())
  const rows = createSessions(db, testGuards(db))
  const { log, lines } = recordingLog()
  const open = (changes: Partial<SessionsOptions> = {}) => {
    const sessions = new Sessions({
      store: rows,
      timeout: TIMEOUT_S,
      isStillOpenedBy: () => true,
      log,
      now: () => clock.now,
      ...changes,
    })
    onTestFinished(() => sessions.stop())
    const ended: string[] = []
    sessions.onEnded((hash) => ended.push(hash))
    return { sessions, ended }
  }
  const { sessions, ended } = open()
  const create = (userId = 'owner') => sessions.create(userId, OPENED).sessionId
  /** The same sessions, in a fresh process. */
  const restart = (changes: Partial<SessionsOptions> = {}) => {
    sessions.stop()
    return open(changes)
  }
  return { sessions, ended, create, restart, clock, db, rows, lines }
}

const rowOf = (rows: SessionRows, id: string) => rows.list().find(({ hash }) => hash === hashOf(id))

test('a session has an id of 256 bits, which is kept nowhere', () => {
  const { sessions, rows } = setUp()

  const { sessionId, expiresIn } = sessions.create('owner', OPENED)

  expect(Buffer.from(sessionId, 'base64url')).toHaveLength(32)
  expect(expiresIn).toBe(TIMEOUT_S)
  expect(sessions.find(sessionId)).toMatchObject({ userId: 'owner', scope: 'admin' })
  expect(JSON.stringify(rows.list())).not.toContain(sessionId)
  expect(rowOf(rows, sessionId)?.hash).toBe(hashOf(sessionId))
})

test('a text that is not the id of a session finds none', () => {
  const { sessions, create } = setUp()
  const id = create()

  for (const other of ['', 'x', `${id}=`, ` ${id}`, id.slice(1), hashOf(id), 'A'.repeat(43)]) {
    expect(sessions.find(other)).toBeNull()
    expect(sessions.hasEnded(other)).toBe(false)
  }
})

test('a session in use lives on, and an unused one ends to the millisecond', () => {
  const { sessions, create, clock, ended } = setUp()
  const used = create()
  const unused = create()

  clock.now += HOUR - 1
  expect(sessions.find(used)).not.toBeNull()
  clock.now += 1
  expect(sessions.find(unused)).toBeNull()
  expect(ended).toEqual([hashOf(unused)])
  clock.now += HOUR - 2
  expect(sessions.find(used)).not.toBeNull()
  clock.now += HOUR
  expect(sessions.find(used)).toBeNull()
})

test('however much it is used, a session ends after twelve time-outs', () => {
  const { sessions, create, clock, ended } = setUp()
  const id = create()
  const end = START + 12 * HOUR

  while (clock.now + 30 * MINUTE < end) {
    clock.now += 30 * MINUTE
    expect(sessions.find(id)).not.toBeNull()
  }
  clock.now = end - 1
  expect(sessions.find(id)).not.toBeNull()
  clock.now = end
  expect(sessions.find(id)).toBeNull()
  expect(ended).toEqual([hashOf(id)])
})

test('an expired session that nobody asks for is found within fifteen seconds', () => {
  const { create, clock, ended, rows } = setUp()
  const id = create()

  clock.now += HOUR
  expect(ended).toEqual([])
  vi.advanceTimersByTime(15_000)

  expect(ended).toEqual([hashOf(id)])
  expect(rows.list()).toEqual([])
})

test('a clock that is set back by more than the time-out ends a session, a small step does not', () => {
  const { sessions, create, clock } = setUp()
  const id = create()

  clock.now -= MINUTE
  expect(sessions.find(id)).not.toBeNull()
  clock.now -= HOUR
  expect(sessions.find(id)).toBeNull()
})

test('the last use is on the disk within a minute, and written no more often', () => {
  const { sessions, create, clock, rows } = setUp()
  const touch = vi.spyOn(rows, 'touch')
  const ids = [create(), create()]

  for (let second = 0; second < 59; second += 1) {
    clock.now += 1_000
    for (const id of ids) sessions.find(id)
  }
  expect(touch).not.toHaveBeenCalled()
  vi.advanceTimersByTime(MINUTE)

  expect(touch).toHaveBeenCalledTimes(1)
  for (const id of ids) expect(rowOf(rows, id)?.lastUsedAt).toBe(START + 59_000)
  vi.advanceTimersByTime(5 * MINUTE)
  expect(touch).toHaveBeenCalledTimes(1)
})

test('a restart signs nobody out, and the idle time runs on', () => {
  const { sessions, create, restart, clock } = setUp()
  const id = create()
  clock.now += 50 * MINUTE
  sessions.find(id)

  const { sessions: after } = restart()

  clock.now += 59 * MINUTE
  expect(after.find(id)).toMatchObject({ userId: 'owner', createdAt: START })
  clock.now += HOUR
  expect(after.find(id)).toBeNull()
})

test('a session that expired while the server was down is ended at start', () => {
  const { create, restart, clock, rows } = setUp()
  const id = create()
  clock.now += HOUR

  const { sessions: after } = restart()

  expect(after.find(id)).toBeNull()
  expect(after.hasEnded(id)).toBe(true)
  expect(rows.list()).toEqual([])
})

test('a shorter time-out after a restart applies to sessions already open', () => {
  const { sessions, create, restart, clock } = setUp()
  const id = create()
  clock.now += 30 * MINUTE
  sessions.find(id)

  const { sessions: after } = restart({ timeout: 120 })

  expect(after.find(id)).toBeNull()
})

test('a session whose credential is gone is ended at start', () => {
  const { sessions, create, restart, rows } = setUp()
  const gone = sessions.create('script', { scope: 'read', openedBy: 'api-key:gone' }).sessionId
  const kept = create()

  const { sessions: after } = restart({ isStillOpenedBy: (name) => name !== 'api-key:gone' })

  expect(after.find(gone)).toBeNull()
  expect(after.find(kept)).not.toBeNull()
  expect(rows.list()).toHaveLength(1)
})

test('a login ends the sessions that were presented with it', () => {
  const { sessions, create, ended } = setUp()
  const [first, second, other] = [create(), create(), create()]

  const { sessionId } = sessions.create('owner', {
    ...OPENED,
    replaces: [first, second, 'nonsense', ''],
  })

  expect([first, second].map((id) => sessions.find(id))).toEqual([null, null])
  expect(sessions.find(sessionId)).not.toBeNull()
  expect(sessions.find(other)).not.toBeNull()
  expect(ended).toEqual([hashOf(first), hashOf(second)])
})

test('an ended session is reported at once, is not found, and does not come back', () => {
  const { sessions, create, ended, restart } = setUp()
  const id = create()

  expect(sessions.end(id)).toBe(true)

  expect(ended).toEqual([hashOf(id)])
  expect(sessions.find(id)).toBeNull()
  expect(sessions.end(id)).toBe(false)
  expect(ended).toHaveLength(1)
  expect(sessions.hasEnded(id)).toBe(true)
  const { sessions: after } = restart()
  expect(after.find(id)).toBeNull()
  expect(after.hasEnded(id)).toBe(true)
})

test('an end is written once', () => {
  const { sessions, create, rows } = setUp()
  const end = vi.spyOn(rows, 'end')
  const [first, second] = [create(), create()]

  sessions.end(first)
  vi.advanceTimersByTime(10 * MINUTE)
  sessions.end(second)

  expect(end).toHaveBeenCalledTimes(2)
})

test('sessions are listed by a handle that ends them, and never by their id', () => {
  const { sessions, create, clock } = setUp()
  const first = create('alice')
  clock.now += MINUTE
  const second = create('bob')
  clock.now += MINUTE
  const current = sessions.find(first)?.hash

  const list = sessions.list(current)

  expect(list).toEqual([
    {
      handle: expect.stringMatching(/^[\w-]{16}$/),
      userId: 'alice',
      createdAt: START,
      lastUsedAt: START + 2 * MINUTE,
      current: true,
    },
    {
      handle: expect.stringMatching(/^[\w-]{16}$/),
      userId: 'bob',
      createdAt: START + MINUTE,
      lastUsedAt: START + MINUTE,
      current: false,
    },
  ])
  for (const id of [first, second]) expect(JSON.stringify(list)).not.toContain(id)
  expect(sessions.find(list[1]?.handle ?? '')).toBeNull()
  expect(sessions.endByHandle(list[1]?.handle ?? '')).toBe(true)
  expect(sessions.endByHandle(list[1]?.handle ?? '')).toBe(false)
  expect(sessions.find(second)).toBeNull()
  expect(sessions.find(first)).not.toBeNull()
})

test('all sessions can be ended, or all but the one that asks', () => {
  const { sessions, create, ended } = setUp()
  const [mine, ...others] = [create(), create(), create()]

  sessions.endAll(hashOf(mine ?? ''))
  expect(ended.sort()).toEqual(others.map(hashOf).sort())
  expect(sessions.find(mine ?? '')).not.toBeNull()
  sessions.endAll()
  expect(sessions.list()).toEqual([])
})

test('the sessions of one credential end without the others', () => {
  const { sessions, create } = setUp()
  const key = sessions.create('script', { scope: 'read', openedBy: 'api-key:1' }).sessionId
  const other = create()

  sessions.endOpenedBy('api-key:1')

  expect(sessions.find(key)).toBeNull()
  expect(sessions.find(other)).not.toBeNull()
})

test('one credential has at most 250 open sessions: its least recently used one gives way', () => {
  const { sessions, create, clock, db, ended } = setUp()
  const other = sessions.create('script', { scope: 'read', openedBy: 'api-key:1' }).sessionId
  const ids = db.transaction(() =>
    Array.from({ length: 250 }, () => {
      clock.now += 1
      return create()
    }),
  )()
  clock.now += 1
  sessions.find(ids[0] ?? '')

  const last = create()

  expect(ended).toEqual([hashOf(ids[1] ?? '')])
  for (const id of [other, ids[0] ?? '', last]) expect(sessions.find(id)).not.toBeNull()
  expect(sessions.list()).toHaveLength(251)
})

test('at most a thousand are open: a credential with the most gives way, not one with a few', () => {
  const { sessions, clock, db, ended } = setUp()
  const createBy = (openedBy: string, count: number) =>
    db.transaction(() =>
      Array.from({ length: count }, () => {
        clock.now += 1
        return sessions.create('script', { scope: 'read', openedBy }).sessionId
      }),
    )()
  const first = createBy('api-key:quiet', 10)
  const most = createBy('api-key:1', 250)
  for (const [n, count] of [249, 249, 242].entries()) createBy(`api-key:${n + 2}`, count)

  createBy('api-key:last', 1)

  expect(ended).toEqual([hashOf(most[0] ?? '')])
  expect(first.every((id) => sessions.find(id) !== null)).toBe(true)
  expect(sessions.list()).toHaveLength(1_000)
})

test('one credential’s ended sessions never displace those of another, even across a restart', () => {
  const { sessions, create, db, restart, clock } = setUp()
  const owners = create()
  sessions.end(owners)
  db.transaction(() => {
    for (let n = 0; n < 1_200; n += 1) {
      clock.now += 1
      const { sessionId } = sessions.create('script', { scope: 'read', openedBy: 'api-key:1' })
      sessions.end(sessionId)
    }
  })()

  expect(sessions.hasEnded(owners)).toBe(true)
  expect(restart().sessions.hasEnded(owners)).toBe(true)
})

test("a session ends even if that can't be written, and the write is tried again later", () => {
  const { sessions, create, db, rows, lines } = setUp()
  const id = create()
  db.pragma('query_only = ON')

  expect(sessions.end(id)).toBe(true)

  expect(sessions.find(id)).toBeNull()
  expect(rows.list()).toHaveLength(1)
  expect(lines).toMatchObject([{ level: 'error' }])
  db.pragma('query_only = OFF')
  vi.advanceTimersByTime(15_000)
  expect(rows.list()).toEqual([])
})

test("last uses that can't be written are written later", () => {
  const { sessions, create, clock, db, rows, lines } = setUp()
  const id = create()
  clock.now += MINUTE
  sessions.find(id)
  db.pragma('query_only = ON')

  vi.advanceTimersByTime(MINUTE)

  expect(lines).toMatchObject([{ level: 'warn' }])
  db.pragma('query_only = OFF')
  vi.advanceTimersByTime(MINUTE)
  expect(rowOf(rows, id)?.lastUsedAt).toBe(START + MINUTE)
})

test("a session that can't be kept is open all the same, and is kept once that is possible", () => {
  const { sessions, db, restart } = setUp()
  db.pragma('query_only = ON')

  const { sessionId } = sessions.create('owner', OPENED)

  expect(sessions.find(sessionId)).not.toBeNull()
  db.pragma('query_only = OFF')
  vi.advanceTimersByTime(MINUTE)
  expect(restart().sessions.find(sessionId)).not.toBeNull()
})

test('a failing listener keeps neither other listeners from hearing nor a session from ending', () => {
  const { sessions, create, lines } = setUp()
  const heard: string[] = []
  sessions.onEnded(() => {
    throw new Error('broken')
  })
  sessions.onEnded((hash) => heard.push(hash))
  const [first, second] = [create(), create()]

  sessions.end(first)
  sessions.end(second)

  expect(heard).toEqual([hashOf(first), hashOf(second)])
  expect(sessions.list()).toEqual([])
  expect(lines).toMatchObject([{ message: 'a listener failed' }, { message: 'a listener failed' }])
})

test('no session id is in the log', () => {
  const { sessions, create, db, lines } = setUp()
  const id = create()
  db.pragma('query_only = ON')
  sessions.find(id)
  sessions.end(id)
  sessions.stop()

  expect(lines.map(({ level }) => level)).toEqual(['error', 'warn'])
  expect(JSON.stringify(lines)).not.toContain(id)
})

test('looking a session up is quick enough for thousands a second', () => {
  const { sessions, create } = setUp()
  const ids = Array.from({ length: 20 }, () => create())
  const started = threadTime()

  for (let n = 0; n < 20_000; n += 1) sessions.find(ids[n % ids.length] ?? '')

  expect(threadTime() - started).toBeLessThan(4_000)
})
