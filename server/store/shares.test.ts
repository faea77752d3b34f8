import { expect, test } from 'vitest'
import { createSealer } from './sealing.ts'
import { createShares } from './shares.ts'
import { openTestDatabase, temporaryFolder } from './testing/support.ts'

const START = Date.UTC(2026, 0, 1)

function setUp() {
  const db = openTestDatabase(temporaryFolder())
  const clock = { now: START }
  const sealer = createSealer(Buffer.alloc(32, 7))
  const now = () => clock.now
  return { db, clock, shares: createShares(db, { sealer, keyset: 1, now }) }
}

const pair = (n: number) => ({ shareCredential: `share ${n}`, groupCredential: `group ${n}` })

test('a saved record comes back with its time, id and name', () => {
  const { shares } = setUp()

  const saved = shares.save({ ...pair(1), name: 'Family' })

  expect(shares.list()).toEqual([saved])
  expect(saved).toEqual({
    ...pair(1),
    name: 'Family',
    savedAt: '2026-01-01T00:00:00.000Z',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})

test('the newest ten are kept, newest first, even when the clock runs back', () => {
  const { shares, clock } = setUp()

  for (let n = 1; n <= 12; n += 1) {
    shares.save(pair(n))
    clock.now -= 60_000
  }

  expect(shares.list().map((record) => record.shareCredential)).toEqual(
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `share ${n}`),
  )
})

test('the same pair again replaces the older record and keeps its name', () => {
  const { shares, clock } = setUp()
  shares.save({ ...pair(1), name: 'Family' })
  shares.save(pair(2))
  clock.now += 1_000

  shares.save(pair(1))

  expect(shares.list()).toMatchObject([
    { ...pair(1), name: 'Family', savedAt: '2026-01-01T00:00:01.000Z' },
    pair(2),
  ])
  shares.save({ ...pair(1), name: 'Friends' })
  expect(shares.list()[0]?.name).toBe('Friends')
  expect(shares.list()).toHaveLength(2)
})

test('the same share with another group is another record', () => {
  const { shares } = setUp()

  shares.save(pair(1))
  shares.save({ ...pair(1), groupCredential: 'group 2' })

  expect(shares.list()).toHaveLength(2)
})

test('a sealed record that was moved to another id is refused', () => {
  const { db, shares } = setUp()
  shares.save(pair(1))

  db.exec("UPDATE share_records SET id = 'another'")

  expect(() => shares.list()).toThrow(expect.objectContaining({ code: 'CORRUPT' }))
})
