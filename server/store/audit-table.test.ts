import { describe, expect, it, test } from 'vitest'
import { createUsesReader, usesSql } from './audit-table.ts'
import { openTestDatabase, temporaryFolder } from './testing/support.ts'

/** Refused long ago, once; then signed for another caller, time and again. */
function fullAudit({ rows }: { rows: number }) {
  const db = openTestDatabase(temporaryFolder())
  const insert = (count: number, shown: string, actor: string) =>
    db
      .prepare(
        `INSERT INTO audit (at, actor, action, outcome, detail, class, shown)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         SELECT i, ?, 'sign', 'of test', '{}', 'use', ? FROM n`,
      )
      .run(count, actor, shown)
  insert(1, 'problem', 'rare')
  insert(rows, 'use', 'loud')
  return db
}

describe('A page of uses of the key', () => {
  const planOf = (sql: string) =>
    openTestDatabase(temporaryFolder())
      .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all({ before: 1, most: 1, actor: 'x' })
      .map(({ detail }) => detail)

  it.each([
    ['uses', false],
    ['problems', false],
    ['activity', false],
    ['uses', true],
    ['problems', true],
    ['activity', true],
  ] as const)('reads no more rows than it has: %s, of one caller: %s', (about, ofActor) => {
    const plan = planOf(usesSql(about, { ofActor }))

    const reads = plan.filter((step) => /SCAN|SEARCH/.test(step))
    const bounded = ofActor
      ? 'SEARCH audit USING INDEX audit_shown_of (actor=? AND shown=? AND rowid<?)'
      : 'SEARCH audit USING INDEX audit_shown (shown=? AND rowid<?)'
    expect(reads).toEqual(reads.map(() => bounded))
    // Sorted, all that there are would be read first.
    expect(plan.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
  })
})

test('what is rare is found at once, below any number of others, and nothing comes after it', () => {
  const uses = createUsesReader(fullAudit({ rows: 25_000 }))

  for (const options of [{ about: 'problems' }, { about: 'activity', actor: 'rare' }] as const) {
    const { entries, next } = uses({ ...options, limit: 50 })
    expect(entries.map(({ id }) => id)).toEqual([1])
    expect(next).toBeUndefined()
  }
})

test('pages follow each other to the last entry, each once', () => {
  const uses = createUsesReader(fullAudit({ rows: 2_500 }))
  const seen: number[] = []
  let before: number | undefined
  do {
    const page = uses({ about: 'activity', limit: 1_000, before })
    seen.push(...page.entries.map(({ id }) => id))
    before = page.next
  } while (before !== undefined)

  expect(seen).toEqual(Array.from({ length: 2_501 }, (_, at) => 2_501 - at))
})
