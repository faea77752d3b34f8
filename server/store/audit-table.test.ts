import { describe, expect, it, test } from 'vitest'
import { createUsesReader, usesSql } from './audit-table.ts'
import { openTestDatabase, temporaryFolder } from './testing/support.ts'

/** One old problem of the actor `rare`, then `rows` uses of the actor `loud`. */
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

const DAY = 86_400_000

interface Kept {
  /** By default each row is a day after the one before it, from 1970 on. Milliseconds. */
  at?: number
  actor?: string
  detail?: object
  shown?: string | null
}

function keptUses(rows: readonly Kept[]) {
  const db = openTestDatabase(temporaryFolder())
  const insert = db.prepare(
    `INSERT INTO audit (at, actor, action, outcome, detail, class, shown)
     VALUES (?, ?, 'sign', 'ok', ?, ?, ?)`,
  )
  for (const [day, row] of rows.entries()) {
    const { at = day * DAY, actor = 'app', detail = {}, shown = 'use' } = row
    const kind = shown === 'use' ? 'use' : shown === 'sign-in' ? 'login' : 'admin'
    insert.run(at, actor, JSON.stringify(detail), kind, shown)
  }
  const uses = createUsesReader(db)
  return (options: Partial<Parameters<typeof uses>[0]>) => {
    const { entries, next } = uses({ about: 'uses', limit: 50, ...options })
    return { ids: entries.map(({ id }) => id), next }
  }
}

describe('A page of uses of the key', () => {
  it('can be of one device only, whether it asked or took part', () => {
    const found = keptUses([
      { detail: { peers: ['ab', 'cd'] } },
      { detail: { peers: ['cd'] } },
      { actor: 'ab', detail: { peers: ['ab'] } },
      {},
    ])
    expect(found({ device: 'ab' })).toEqual({ ids: [3, 1], next: undefined })
  })

  it('can be of one kind of events only', () => {
    const found = keptUses([
      { detail: { kind: 1 } },
      { detail: { kinds: [7, 1] } },
      { detail: { kind: 7 } },
      {},
    ])
    expect(found({ kind: 1 }).ids).toEqual([2, 1])
    expect(found({ kind: 1, limit: 1 })).toEqual({ ids: [2], next: 2 })
    expect(found({ kind: 1, limit: 1, before: 2 }).ids).toEqual([1])
  })

  it('can be of some days only', () => {
    const found = keptUses(Array.from({ length: 9 }, () => ({})))
    expect(found({ from: 3 * DAY, until: 6 * DAY })).toEqual({ ids: [6, 5, 4], next: undefined })
    expect(found({ from: 3 * DAY, until: 6 * DAY, limit: 2 })).toEqual({ ids: [6, 5], next: 5 })
    expect(found({ from: 20 * DAY }).ids).toEqual([])
    expect(found({ until: 0 }).ids).toEqual([])
  })

  it('has all uses of a day, even if the clock was set meanwhile', () => {
    const found = keptUses([{}, {}, { at: 9 * DAY }, { at: 9 * DAY + 1 }, { at: DAY + 1 }, {}])
    expect(found({ from: 9 * DAY, until: 10 * DAY }).ids).toEqual([4, 3])
    expect(found({ from: DAY, until: 2 * DAY }).ids).toEqual([5, 2])
    expect(found({ from: DAY, until: 2 * DAY, limit: 1 })).toEqual({ ids: [5], next: 5 })
    expect(found({ from: DAY, until: 2 * DAY, limit: 1, before: 5 }).ids).toEqual([2])
    expect(found({ from: 2 * DAY, until: DAY }).ids).toEqual([])
  })

  it('has sign-ins and changes, but no uses, if it is about security', () => {
    const found = keptUses([{ shown: null }, {}, { shown: 'sign-in' }, {}, { shown: null }])
    expect(found({ about: 'security' }).ids).toEqual([5, 3, 1])
    expect(found({ about: 'security', limit: 2 })).toEqual({ ids: [5, 3], next: 3 })
  })

  it('ends after some thousand rows without a match, and says where to go on', () => {
    const uses = createUsesReader(fullAudit({ rows: 7_000 }))
    const page = uses({ about: 'uses', device: 'rare', limit: 50 })
    expect(page).toEqual({ entries: [], next: 2_002 })
    expect(uses({ about: 'uses', device: 'rare', limit: 50, before: 2_002 }).entries).toHaveLength(
      1,
    )
  })
})

describe('Reading a page of uses of the key', () => {
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
    // To sort them, SQLite would read all rows first.
    expect(plan.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
  })
})

test('a rare entry is found on the first page, below any number of others, and that page is the last', () => {
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
