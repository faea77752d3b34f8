import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { auditClassOf } from '../audit-rows.ts'
import { auditClasses } from './008-audit-classes.ts'
import { makeSchema } from './index.ts'

test('older rows get the class that they would get now', () => {
  const db = new Database(':memory:')
  makeSchema(db, auditClasses.version - 1)
  const actions = [
    ...['login', 'logout', 'onboarding.asked', 'onboarding.approve', 'env.save', 'package.seal'],
    ...['sign', 'signature.given', 'signature.asked', 'nip44.encrypt', 'nip44.decrypt'],
    ...['nip04.encrypt', 'nip04.decrypt', 'audit.gap', 'what-is-not-known'],
  ]
  const insert = db.prepare(
    "INSERT INTO audit (at, actor, action, outcome, detail) VALUES (0, 'x', ?, 'ok', '{}')",
  )
  for (const action of actions) insert.run(action)

  auditClasses.up(db)

  expect(db.prepare('SELECT action, class FROM audit ORDER BY id').all()).toEqual(
    actions.map((action) => ({ action, class: auditClassOf(action) })),
  )
  db.close()
})
