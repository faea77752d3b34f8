import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { auditShownAs } from '../audit-rows.ts'
import { auditShown } from './018-audit-shown.ts'
import { makeSchema } from './index.ts'

const ACTIONS = [
  ...['login', 'logout', 'env.save', 'signature.asked', 'stop', 'resume', 'verdict', 'question'],
  ...['signature.given', 'exchange.given', 'onboarding.asked', 'sign', 'nip44.encrypt'],
  ...['nip44.decrypt', 'nip04.encrypt', 'nip04.decrypt', 'what-is-not-known'],
]
const OUTCOMES = ['ok', 'answered', 'approved', 'allowed', 'asked', 'waiting', 'refused', 'ran out']

test('older rows are listed as they would be now', () => {
  const db = new Database(':memory:')
  makeSchema(db, auditShown.version - 1)
  const insert = db.prepare(
    "INSERT INTO audit (at, actor, action, outcome, detail) VALUES (0, 'x', ?, ?, '{}')",
  )
  const rows = ACTIONS.flatMap((action) => OUTCOMES.map((outcome) => ({ action, outcome })))
  for (const { action, outcome } of rows) insert.run(action, outcome)

  auditShown.up(db)

  expect(db.prepare('SELECT action, outcome, shown FROM audit ORDER BY id').all()).toEqual(
    rows.map((row) => ({ ...row, shown: auditShownAs(row.action, row.outcome) })),
  )
  db.close()
})
