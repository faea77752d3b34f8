import { expect, test } from 'vitest'
import { createPolicies } from './policies.ts'
import { openTestDatabase, temporaryFolder, testGuards } from './testing/support.ts'

const alice = 'aa'.repeat(32)
const bob = 'bb'.repeat(32)

const setUp = () => {
  const db = openTestDatabase(temporaryFolder())
  return createPolicies(db, { guards: testGuards(db), keyset: 1 })
}

test('a policy that was set is listed, and the last one counts', () => {
  const policies = setUp()

  policies.set({ pubkey: bob, allowSend: true, allowReceive: true, denied: [] })
  policies.set({ pubkey: alice, allowSend: true, allowReceive: false, denied: [] })
  policies.set({ pubkey: bob, allowSend: false, allowReceive: true, denied: [] })

  expect(policies.list()).toEqual([
    { pubkey: alice, allowSend: true, allowReceive: false, denied: [] },
    { pubkey: bob, allowSend: false, allowReceive: true, denied: [] },
  ])
})

test('single denied operations are listed as they were set', () => {
  const policies = setUp()
  const allowed = { pubkey: alice, allowSend: true, allowReceive: true }

  policies.set({ ...allowed, denied: ['send.ecdh', 'receive.onboard'] })
  expect(policies.list()).toEqual([{ ...allowed, denied: ['send.ecdh', 'receive.onboard'] }])
  policies.set({ ...allowed, denied: [] })
  expect(policies.list()).toEqual([{ ...allowed, denied: [] }])
})

test('a 33-byte pubkey and capitals mean the same peer', () => {
  const policies = setUp()

  policies.set({
    pubkey: `02${alice.toUpperCase()}`,
    allowSend: false,
    allowReceive: false,
    denied: [],
  })
  policies.set({ pubkey: `03${alice}`, allowSend: true, allowReceive: false, denied: [] })

  expect(policies.list()).toEqual([
    { pubkey: alice, allowSend: true, allowReceive: false, denied: [] },
  ])
  expect(policies.delete(`02${alice}`)).toBe(true)
  expect(policies.list()).toEqual([])
})

test('deleting a policy that is not there returns false', () => {
  expect(setUp().delete(alice)).toBe(false)
})

test('a text that is not a pubkey is refused', () => {
  const policies = setUp()

  for (const pubkey of ['', 'aa', 'zz'.repeat(32), `04${alice}`]) {
    expect(() => policies.set({ pubkey, allowSend: true, allowReceive: true, denied: [] })).toThrow(
      TypeError,
    )
    expect(policies.delete(pubkey)).toBe(false)
  }
})
