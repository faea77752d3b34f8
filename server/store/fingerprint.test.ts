import { expect, test } from 'vitest'
import { createFingerprint } from './sealing-key.ts'
import { openTestStore, temporaryFolder } from './testing/support.ts'

const one = createFingerprint(Buffer.alloc(32, 1))

test('the same secret has the same fingerprint, even after a restart', () => {
  const folder = temporaryFolder()
  const before = openTestStore(folder)
  const fingerprint = before.fingerprint('api-key', 'secret')
  before.close()

  expect(openTestStore(folder).fingerprint('api-key', 'secret')).toBe(fingerprint)
})

test('another secret, another split into parts, or another key gives another fingerprint', () => {
  const other = createFingerprint(Buffer.alloc(32, 2))

  const all = [one('ab', 'c'), one('a', 'bc'), one('abc'), one('ab', 'd'), other('ab', 'c')]

  expect(new Set(all).size).toBe(all.length)
})
