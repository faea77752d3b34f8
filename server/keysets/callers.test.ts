import { expect, test } from 'vitest'
import type { Caller } from '#contract/rules.ts'
import { createCallers } from './callers.ts'

const CLIENT = 'ab'.repeat(32)

/** A keyset with one API key, and one app with one client. */
const callers = createCallers({
  programName: (id) => (id === 'key' ? 'Backup script' : undefined),
  isApp: (id, client) => id === 'app' && (client === undefined || client === CLIENT),
  peers: () => null,
  approvesOnboarding: () => false,
})

const blockedBy = (caller: Caller, client?: string) =>
  callers.blockedBy({ caller, operation: 'sign', ...(client && { client }) })

test('an API key or an app that the owner has removed may not use the key', () => {
  expect(blockedBy({ door: 'program', id: 'key' })).toBeNull()
  expect(blockedBy({ door: 'program', id: 'removed' })).toBe('gone')
  expect(blockedBy({ door: 'app', id: 'app' }, CLIENT)).toBeNull()
  expect(blockedBy({ door: 'app', id: 'removed' }, CLIENT)).toBe('gone')
})

test('a client that another one has replaced may not use the key', () => {
  expect(blockedBy({ door: 'app', id: 'app' }, 'cd'.repeat(32))).toBe('gone')
})
