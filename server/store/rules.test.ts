import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Rule } from '#policy/decide.ts'
import type { RuleStore } from '#policy/rule-set.ts'
import { createRules } from './rules.ts'
import {
  fillDisk,
  makeRoom,
  openTestDatabase,
  openTestStore,
  temporaryFolder,
  testGuards,
} from './testing/support.ts'

const alice = 'aa'.repeat(32)

const refusal = (changes: Partial<Rule> = {}): Omit<Rule, 'id'> => ({
  whom: { door: 'peer', id: alice },
  verdict: 'refuse',
  createdAt: 1_000,
  until: null,
  ...changes,
})

const SHAPES: readonly Omit<Rule, 'id'>[] = [
  refusal({ whom: 'everyone' }),
  refusal({ whom: { door: 'app' }, verdict: 'ask', until: 2_000 }),
  refusal({ operation: 'sign', kinds: [0, [10_000, 19_999], 'blind'] }),
  refusal({ whom: { door: 'owner', id: 'olga the "owner"' }, counterparty: 'bb'.repeat(32) }),
  refusal({ verdict: 'allow', limit: { count: 60, per: 'hour', beyond: 'ask' } }),
]

const inFile = <T>(folder: string, work: (db: Database.Database) => T): T => {
  const db = new Database(join(folder, 'floe.db'))
  try {
    return work(db)
  } finally {
    db.close()
  }
}

const setUp = () => {
  const db = openTestDatabase(temporaryFolder())
  const guards = testGuards(db)
  const of = (keyset: number): RuleStore => createRules(db, { guards, keyset })
  return { db, of }
}

test('rules of every shape are listed as they were made, the oldest first, over a restart', () => {
  const folder = temporaryFolder()
  const first = openTestStore(folder)
  const rules = SHAPES.map((rule) => ({ ...rule, id: first.keyset(1).rules.add(rule) }))
  expect(first.keyset(1).rules.list()).toEqual(rules)
  first.close()

  const store = openTestStore(folder)

  expect(store.keyset(1).rules.list()).toEqual(rules)
  expect(store.tampering.reports).toEqual([])
})

test('the id of a rule is never given again, over a restart either', () => {
  const folder = temporaryFolder()
  const first = openTestStore(folder)
  const ids = [first.keyset(1).rules.add(refusal()), first.keyset(1).rules.add(refusal())]
  for (const id of ids) expect(first.keyset(1).rules.delete(id)).toBe(true)
  ids.push(first.keyset(1).rules.add(refusal()))
  first.close()

  const { rules } = openTestStore(folder).keyset(1)
  ids.push(rules.add(refusal()))

  expect(new Set(ids).size).toBe(ids.length)
  expect(rules.list().map(({ id }) => id)).toEqual(ids.slice(2))
})

test('deleting a rule that is not there returns false', () => {
  expect(setUp().of(1).delete(1)).toBe(false)
})

test('keysets neither see nor delete one another’s rules', () => {
  const { of } = setUp()
  const id = of(1).add(refusal())
  const other = of(2).add(refusal({ whom: 'everyone' }))

  expect(of(2).delete(id)).toBe(false)

  expect(of(1).list()).toEqual([refusalWith(id)])
  expect(of(2).list()).toEqual([{ ...refusalWith(other), whom: 'everyone' }])
})

const refusalWith = (id: number): Rule => ({ ...refusal(), id })

const TAMPERING: readonly [what: string, sql: string, found: object][] = [
  ['makes them allow', "UPDATE rules SET verdict = 'allow'", { changed: 1 }],
  ['makes them end', 'UPDATE rules SET until = 1', { changed: 2 }],
  ['deletes them', 'DELETE FROM rules', { gone: 2 }],
  ['moves them to another keyset', 'UPDATE rules SET keyset = 2', { added: 2, gone: 2 }],
  ['changes their ids', 'UPDATE rules SET id = id + 7', { added: 2, gone: 2 }],
  [
    'adds one',
    `INSERT INTO rules (id, keyset, verdict, created_at) VALUES (9, 1, 'allow', 1)`,
    { added: 1 },
  ],
]

test.for(TAMPERING)(
  'rules stay as they were when somebody %s, at once and after a start',
  ([, sql, found]) => {
    const folder = temporaryFolder()
    const before = openTestStore(folder)
    const [strict, limited] = [SHAPES[2] ?? refusal(), SHAPES[4] ?? refusal()]
    const ids = [before.keyset(1).rules.add(strict), before.keyset(1).rules.add(limited)]
    const rules = [strict, limited].map((rule, at) => ({ ...rule, id: ids[at] }))
    const reports = [{ table: 'rules', added: 0, changed: 0, gone: 0, ...found, ids: anyArray }]

    inFile(folder, (db) => db.exec(sql))

    expect(before.keyset(1).rules.list()).toEqual(rules)
    expect(before.tampering.reports).toEqual(reports)
    before.close()
    const store = openTestStore(folder)
    expect(store.keyset(1).rules.list()).toEqual(rules)
    expect(store.tampering.reports).toEqual(reports)
    store.close()
    const rows = inFile(folder, (db) => db.prepare('SELECT id FROM rules').pluck().all())
    expect(rows).toEqual(ids)
    expect(openTestStore(folder).tampering.reports).toEqual([])
  },
)

const anyArray: unknown = expect.any(Array)

test('a rule that somebody has taken out of the file can still be deleted for good', () => {
  const folder = temporaryFolder()
  const first = openTestStore(folder)
  const id = first.keyset(1).rules.add(refusal())
  inFile(folder, (db) => db.exec('DELETE FROM rules'))

  expect(first.keyset(1).rules.delete(id)).toBe(true)
  expect(first.keyset(1).rules.list()).toEqual([])
  first.close()

  expect(openTestStore(folder).keyset(1).rules.list()).toEqual([])
})

test('a full disk refuses a rule, and keeps nothing of it', () => {
  const { db, of } = setUp()
  const rules = of(1)
  const wide = refusal({
    kinds: Array.from({ length: 64 }, (_, n): [number, number] => [n, 9_999]),
  })
  const ids: number[] = []
  fillDisk(db)

  expect(() => {
    for (;;) ids.push(rules.add(wide))
  }).toThrow(expect.objectContaining({ code: 'FULL' }))

  expect(rules.list().map(({ id }) => id)).toEqual(ids)
  makeRoom(db)
  const next = rules.add(wide)
  expect(next).toBe((ids.at(-1) ?? 0) + 1)
  expect(rules.list().map(({ id }) => id)).toEqual([...ids, next])
})
