import { expect, test } from 'vitest'
import { createOwner } from './owner.ts'
import { openTestDatabase, temporaryFolder, testGuards } from './testing/support.ts'

test('there is no owner at first, then one, and the last one set counts', () => {
  const db = openTestDatabase(temporaryFolder())
  const owner = createOwner(db, testGuards(db))
  const bob = { username: 'bob', passwordHash: '$argon2id$2', changedAt: 2 }

  expect(owner.get()).toBeUndefined()
  owner.set({ username: 'alice', passwordHash: '$argon2id$1', changedAt: 1 })
  owner.set(bob)

  expect(owner.get()).toEqual(bob)
  expect(db.prepare('SELECT count(*) FROM owner').pluck().get()).toBe(1)
})
