import { expect, test } from 'vitest'
import { type ApiKeyRecord, createApiKeys } from './api-keys.ts'
import { openTestDatabase, temporaryFolder, testGuards } from './testing/support.ts'

const setUp = () => {
  const db = openTestDatabase(temporaryFolder())
  return createApiKeys(db, testGuards(db))
}
const key = (n: number): ApiKeyRecord => ({
  id: `id-${n}`,
  name: `key ${n}`,
  hash: String(n).padStart(43, 'h'),
  scope: 'sign',
  createdAt: n,
  lastUsedAt: null,
})

test('keys come back as they were added, the oldest first', () => {
  const keys = setUp()

  keys.add(key(2))
  keys.add(key(1))

  expect(keys.list()).toEqual([key(1), key(2)])
})

test('a revoked key leaves nothing behind, and revoking an unknown key returns false', () => {
  const keys = setUp()
  keys.add(key(1))

  expect(keys.delete('id-1')).toBe(true)
  expect(keys.delete('id-1')).toBe(false)
  expect(keys.list()).toEqual([])
})

test('last uses are noted together, and those of revoked keys are dropped', () => {
  const keys = setUp()
  keys.add(key(1))

  keys.touch(
    new Map([
      ['id-1', 100],
      ['id-2', 200],
    ]),
  )

  expect(keys.list()).toEqual([{ ...key(1), lastUsedAt: 100 }])
})

test('two keys never share a hash', () => {
  const keys = setUp()
  keys.add(key(1))

  expect(() => keys.add({ ...key(2), hash: key(1).hash })).toThrow()
})
