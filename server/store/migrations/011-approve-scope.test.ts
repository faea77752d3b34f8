import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createApiKeys } from '../api-keys.ts'
import { openDatabase } from '../database.ts'
import { createGuards } from '../guards.ts'
import { migrate } from '../migrate.ts'
import { keyFromSecret } from '../sealing-key.ts'
import { openTestStore, recordingLog, temporaryFolder } from '../testing/support.ts'
import { approveScope } from './011-approve-scope.ts'
import { migrations } from './index.ts'

const SECRET = 'the secret that seals all of it, in 32 characters and more'
const hashOf = (letter: string) => letter.repeat(43)
const session = (letter: string) => ({
  ...{ hash: hashOf(letter), userId: 'olga', scope: 'admin' as const, openedBy: 'owner:x' },
  ...{ createdAt: 1, lastUsedAt: 2, expiresAt: 4_000_000_000_000 },
})
const key = {
  ...{ id: 'k', name: 'script', hash: hashOf('k'), scope: 'sign' as const },
  ...{ createdAt: 3, lastUsedAt: null },
}

test('older keys and sessions stay valid, and a new key may have the scope approve', () => {
  const folder = temporaryFolder()
  const { log, lines } = recordingLog()
  const old = openDatabase(join(folder, 'floe.db'))
  migrate(old, migrations.slice(0, approveScope.version - 1), log)
  const add = old.prepare(
    `INSERT INTO sessions
       (hash, user_id, scope, opened_by, created_at, last_used_at, expires_at, ended_at)
     VALUES (:hash, :userId, :scope, :openedBy, :createdAt, :lastUsedAt, :expiresAt, :endedAt)`,
  )
  add.run({ ...session('a'), endedAt: null })
  add.run({ ...session('b'), endedAt: 5 })
  const guards = createGuards(old, keyFromSecret(SECRET), log)
  old.transaction(() => guards.rebuild())()
  createApiKeys(old, guards).add(key)
  old.close()

  const store = openTestStore(folder, { sealingKey: SECRET, log })

  expect(store.sessions.list()).toEqual([{ ...session('a'), address: null, browser: null }])
  expect(store.sessions.ended(9)).toEqual([hashOf('b')])
  expect(store.apiKeys.list()).toEqual([key])
  store.apiKeys.add({ ...key, id: 'phone', hash: hashOf('p'), scope: 'approve' })
  expect(store.apiKeys.list().map(({ scope }) => scope)).toEqual(['sign', 'approve'])
  expect(lines).not.toContainEqual(expect.objectContaining({ level: 'warn' }))
  store.close()
})
