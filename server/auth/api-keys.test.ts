import { expect, onTestFinished, test, vi } from 'vitest'
import { auth as texts } from '#contract/messages.ts'
import { createApiKeys } from '#store/api-keys.ts'
import { openDatabase } from '#store/database.ts'
import { openTestDatabase, testGuards } from '#store/testing/support.ts'
import { ApiKeys } from './api-keys.ts'
import { hashOf } from './secrets.ts'
import { MINUTE, START, silent, temporaryFolder } from './testing/support.ts'

const ENVIRONMENT_KEY = 'a key that a person chose'

function setUp(environmentKey?: string) {
  const clock = { now: START }
  const db = openTestDatabase(temporaryFolder())
  const rows = createApiKeys(db, testGuards(db))
  const open = () => {
    const keys = new ApiKeys({
      store: rows,
      environmentKey,
      log: silent,
      now: () => clock.now,
    })
    onTestFinished(() => keys.stop())
    return keys
  }
  return { keys: open(), open, clock, db, rows }
}

test('a key is shown once, gives access by its scope, and is kept as a hash', () => {
  const { keys, rows } = setUp()

  const { key, id } = keys.create({ name: 'backup', scope: 'read' })

  expect(key).toMatch(/^floe_[\w-]{43}$/)
  expect(keys.find(key)).toEqual({ id, name: 'backup', scope: 'read' })
  expect(JSON.stringify(rows.list())).not.toContain(key)
  expect(rows.list()[0]?.hash).toBe(hashOf(key))
  expect(JSON.stringify(keys.list())).not.toMatch(/floe_|hash/)
})

test('a text that is not a key opens nothing', () => {
  const { keys } = setUp()
  const { key, id } = keys.create({ name: 'backup', scope: 'read' })

  for (const other of ['', id, 'backup', key.slice(5), `${key}x`, key.toUpperCase(), hashOf(key)]) {
    expect(keys.find(other)).toBeNull()
  }
})

test('keys are listed with name, scope and last use, and are there after a restart', () => {
  const { keys, open, clock } = setUp()
  const first = keys.create({ name: 'one', scope: 'sign' })
  clock.now += MINUTE
  const second = keys.create({ name: 'two', scope: 'admin' })
  clock.now += MINUTE
  keys.find(second.key)
  keys.stop()

  const after = open()

  expect(after.list()).toEqual([
    {
      id: first.id,
      name: 'one',
      scope: 'sign',
      createdAt: START,
      lastUsedAt: null,
      revocable: true,
    },
    {
      id: second.id,
      name: 'two',
      scope: 'admin',
      createdAt: START + MINUTE,
      lastUsedAt: START + 2 * MINUTE,
      revocable: true,
    },
  ])
  expect(after.find(first.key)).toMatchObject({ name: 'one' })
})

test('the last use is written once a minute at most', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { keys, rows, clock } = setUp()
  const { key } = keys.create({ name: 'one', scope: 'sign' })
  const touch = vi.spyOn(rows, 'touch')

  for (let second = 0; second < 59; second += 1) {
    clock.now += 1_000
    keys.find(key)
  }
  expect(touch).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2 * MINUTE)

  expect(touch).toHaveBeenCalledTimes(1)
  expect(rows.list()[0]?.lastUsedAt).toBe(START + 59_000)
})

test('a revoked key is reported at once and opens nothing, even after a restart', () => {
  const { keys, open, rows } = setUp()
  const { key, id } = keys.create({ name: 'one', scope: 'sign' })
  const revoked: string[] = []
  keys.onRevoked((revokedId) => revoked.push(revokedId))

  expect(keys.revoke(id)).toBe(true)

  expect(revoked).toEqual([id])
  expect(keys.find(key)).toBeNull()
  expect(keys.has(id)).toBe(false)
  expect(rows.list()).toEqual([])
  expect(open().find(key)).toBeNull()
  expect(keys.revoke(id)).toBe(false)
  expect(revoked).toHaveLength(1)
})

test('a key whose deletion fails still opens nothing, and can be revoked again', () => {
  const { keys, db, rows } = setUp()
  const { key, id } = keys.create({ name: 'one', scope: 'sign' })
  db.pragma('query_only = ON')

  expect(() => keys.revoke(id)).toThrow(expect.objectContaining({ code: 'READ_ONLY' }))

  expect(keys.find(key)).toBeNull()
  expect(rows.list()).toHaveLength(1)
  db.pragma('query_only = OFF')
  expect(keys.revoke(id)).toBe(true)
  expect(rows.list()).toEqual([])
})

test("the environment's key is an admin's, is listed first, and goes only with the environment", () => {
  const { keys } = setUp(ENVIRONMENT_KEY)
  keys.create({ name: 'one', scope: 'sign' })
  expect(keys.list()[0]).toEqual({
    id: 'environment',
    name: 'environment',
    scope: 'admin',
    createdAt: null,
    lastUsedAt: null,
    revocable: false,
  })

  expect(keys.find(ENVIRONMENT_KEY)).toEqual({
    id: 'environment',
    name: 'environment',
    scope: 'admin',
  })

  expect(keys.list()[0]?.lastUsedAt).toBe(START)
  for (const other of ['', ENVIRONMENT_KEY.slice(1), `${ENVIRONMENT_KEY} `, 'environment']) {
    expect(keys.find(other)).toBeNull()
  }
  expect(keys.revoke('environment')).toBe(false)
  expect(keys.find(ENVIRONMENT_KEY)).not.toBeNull()
  expect([keys.count, keys.has('environment')]).toEqual([2, true])
})

test('without a key in the environment, none is listed, and an empty one opens nothing', () => {
  const { keys } = setUp()

  expect([keys.count, keys.list(), keys.find(''), keys.has('environment')]).toEqual([
    0,
    [],
    null,
    false,
  ])
})

test('an invalid name is refused, and so is the hundred-and-first key', () => {
  const { keys, db, rows } = setUp()
  for (const name of ['', ' ', 'environment', 'a'.repeat(65)]) {
    expect(() => keys.create({ name, scope: 'read' })).toThrow(
      expect.objectContaining({ code: 'INVALID' }),
    )
  }
  db.transaction(() => {
    for (let n = 0; n < 100; n += 1) keys.create({ name: `key ${n}`, scope: 'read' })
  })()

  expect(() => keys.create({ name: 'one more', scope: 'read' })).toThrow(texts.tooManyKeys(100))

  expect(rows.list()).toHaveLength(100)
})

test('a key that a command makes or revokes while the server runs counts at once', async () => {
  const { keys, db } = setUp()
  const { key: kept } = keys.create({ name: 'kept', scope: 'read' })
  const ended: string[] = []
  keys.onRevoked((id) => ended.push(id))
  const beside = openDatabase(db.name)
  onTestFinished(() => {
    beside.close()
  })
  const command = new ApiKeys({
    store: createApiKeys(beside, testGuards(beside)),
    environmentKey: undefined,
    log: silent,
    now: () => START,
  })
  onTestFinished(() => command.stop())

  const { key, id } = command.create({ name: 'from outside', scope: 'sign' })
  expect(keys.find(key)).toEqual({ id, name: 'from outside', scope: 'sign' })
  command.revoke(id)

  expect(keys.find(key)).toBeNull()
  expect(ended).toEqual([id])
  expect(keys.find(kept)).not.toBeNull()
})

test('a key that a command deletes is reported as revoked even if nobody uses it again', () => {
  const { keys, db } = setUp()
  const { id } = keys.create({ name: 'one', scope: 'read' })
  const ended: string[] = []
  keys.onRevoked((revoked) => ended.push(revoked))
  const beside = openDatabase(db.name)
  onTestFinished(() => {
    beside.close()
  })

  createApiKeys(beside, testGuards(beside)).delete(id)
  keys.look()

  expect(ended).toEqual([id])
})
