import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { ApprovalRequest, ApprovalStore, ReusableAnswer } from '#policy/approvals.ts'
import { findSecrets, formsOf } from '../../tests/support/secret-search.ts'
import { until } from '../../tests/support/until.ts'
import { createApprovals } from './approvals.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { createRules } from './rules.ts'
import { reseal } from './sealed-values.ts'
import { createSealer, KEY_BYTES } from './sealing.ts'
import {
  fillDisk,
  makeRoom,
  openTestDatabase,
  openTestStore,
  recordingLog,
  temporaryFolder,
  testGuards,
} from './testing/support.ts'

const NOW = 1_000_000
const CONTENT = 'a note that is not meant for anybody yet'
const FAR = 8_000_000_000_000

const question = (id: string, changes: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  id,
  asked: {
    caller: { door: 'peer', id: 'aa'.repeat(32) },
    operation: 'sign',
    subject: `hash of ${id}`,
    parts: [{ event: { kind: 1, created_at: 5, tags: [['p', 'b']], content: CONTENT } }],
  },
  askedAt: NOW,
  runsOutAt: NOW + 300_000,
  ...changes,
})

const answer = (id: string, until = FAR): ReusableAnswer => ({
  id,
  request: `digest of ${id}`,
  end: 'allowed',
  until,
})

const sealer = createSealer(Buffer.alloc(KEY_BYTES, 1))

function setUp() {
  const db = openTestDatabase(temporaryFolder())
  const guards = testGuards(db)
  const of = (keyset: number): ApprovalStore =>
    createApprovals(db, { sealer, guards, keyset, now: () => NOW })
  return { db, of, questions: of(1), rules: createRules(db, { guards, keyset: 1 }) }
}

const inFile = (folder: string, sql: string): void => {
  const db = new Database(join(folder, 'floe.db'))
  db.exec(sql)
  db.close()
}

test('open questions and valid answers survive a restart, the oldest first', () => {
  const folder = temporaryFolder()
  const first = openTestStore(folder)
  const { approvals: questions } = first.keyset(1)
  const encryption = question('b', {
    asked: {
      caller: { door: 'app', id: 'an app' },
      operation: 'nip44.encrypt',
      subject: 'b',
      parts: [{ counterparty: 'cc'.repeat(32) }, {}],
    },
  })
  for (const one of [question('z'), encryption, question('a')]) questions.open(one)
  expect(questions.end('a', answer('a'))).toBe(true)
  expect(questions.list()).toEqual({ open: [question('z'), encryption], answers: [answer('a')] })
  first.close()

  const store = openTestStore(folder)

  expect(store.keyset(1).approvals.list()).toEqual({
    open: [question('z'), encryption],
    answers: [answer('a')],
  })
  expect(store.tampering.reports).toEqual([])
})

test('a question ends once, and later attempts to end it return false', () => {
  const { questions } = setUp()
  questions.open(question('a'))

  expect(questions.end('a', { ...answer('a'), end: 'refused' })).toBe(true)
  expect(questions.end('a', answer('a'))).toBe(false)
  expect(questions.end('never asked', answer('never asked'))).toBe(false)

  expect(questions.list()).toEqual({ open: [], answers: [{ ...answer('a'), end: 'refused' }] })
})

test('an answer, its rule and the end of its question are kept together or not at all', () => {
  const { db, questions, rules } = setUp()
  const rule = { whom: 'everyone', verdict: 'allow', createdAt: NOW, until: null } as const
  const remember = () => {
    rules.add(rule)
  }
  questions.open(question('a'))
  questions.open(question('b'))

  expect(questions.end('a', answer('a'), remember)).toBe(true)
  expect(questions.end('a', answer('a'), remember)).toBe(false)
  const cutShort = () => {
    remember()
    throw new RangeError('cut short')
  }
  expect(() => questions.end('b', answer('b'), cutShort)).toThrow(RangeError)

  expect(questions.list()).toEqual({ open: [question('b')], answers: [answer('a')] })
  expect(rules.list()).toHaveLength(1)
  const wide = { ...rule, kinds: Array.from({ length: 5_000 }, (_, kind) => kind) }
  fillDisk(db)
  expect(() => questions.end('b', answer('b'), () => void rules.add(wide))).toThrow(
    expect.objectContaining({ code: 'FULL' }),
  )
  expect(questions.list()).toEqual({ open: [question('b')], answers: [answer('a')] })
  expect(rules.list()).toHaveLength(1)
  makeRoom(db)
  expect(questions.end('b', answer('b'), () => void rules.add(wide))).toBe(true)
})

test('a full disk refuses a question, and keeps nothing of it', () => {
  const { db, questions } = setUp()
  let opened = 0
  fillDisk(db)

  expect(() => {
    for (;;) {
      questions.open(question(`question ${opened}`))
      opened += 1
    }
  }).toThrow(expect.objectContaining({ code: 'FULL' }))

  expect(questions.list().open).toHaveLength(opened)
})

test('an answer is valid until its time, and is then deleted by `trim`', () => {
  const { db, of, questions } = setUp()
  for (const id of ['past', 'now', 'later', 'open']) questions.open(question(id))
  questions.end('past', answer('past', NOW - 1))
  questions.end('now', answer('now', NOW))
  questions.end('later', answer('later', NOW + 1))
  of(2).open(question('other'))
  of(2).end('other', answer('other', NOW - 1))

  expect(questions.list().answers).toEqual([answer('later', NOW + 1)])
  questions.trim(NOW)

  expect(questions.list()).toEqual({
    open: [question('open')],
    answers: [answer('later', NOW + 1)],
  })
  const ids = db.prepare('SELECT id FROM answers ORDER BY id').pluck().all()
  expect(ids).toEqual(['later', 'other'])
})

test('keysets neither see nor end one another’s questions', () => {
  const { of } = setUp()
  of(1).open(question('a'))
  of(2).open(question('a', { askedAt: 7 }))

  expect(of(2).end('a', answer('a'))).toBe(true)

  expect(of(1).list()).toEqual({ open: [question('a')], answers: [] })
  expect(of(2).list()).toEqual({ open: [], answers: [answer('a')] })
})

test('the content of a question is in no file, and after the decision not even sealed', async () => {
  const folder = temporaryFolder()
  const store = openTestStore(folder)
  const { approvals: questions } = store.keyset(1)
  questions.open(question('a'))
  const forms = formsOf({ content: CONTENT, subject: 'hash of a'.padEnd(32) })
  const files = () =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]))
  const db = new Database(join(folder, 'floe.db'))
  const sealed = db.prepare<[], Buffer>('SELECT sealed FROM questions').pluck().get()
  db.close()
  const has = () => Object.values(files()).some((bytes) => bytes.includes(sealed ?? 'nothing'))

  expect(findSecrets(forms, files())).toEqual([])
  expect(has()).toBe(true)
  questions.end('a', answer('a'))

  await until(() => !has())
  expect(findSecrets(forms, files())).toEqual([])
})

test('questions that were sealed again open with the new key, and not with the old one', () => {
  const { db, questions } = setUp()
  const other = createSealer(Buffer.alloc(KEY_BYTES, 2))
  questions.open(question('a'))

  reseal(db, sealer, other)

  const guards = testGuards(db)
  db.transaction(() => guards.rebuild())()
  const now = () => NOW
  expect(createApprovals(db, { sealer: other, guards, keyset: 1, now }).list().open).toEqual([
    question('a'),
  ])
  expect(() => questions.list()).toThrow(expect.objectContaining({ code: 'WRONG_KEY' }))
})

const TAMPERING: readonly [what: string, sql: string, table: string][] = [
  ['an answer put in', `INSERT INTO answers VALUES (1, 'e', 'x', 'allowed', ${FAR})`, 'answers'],
  ['a refusal made an allowance', "UPDATE answers SET answer = 'allowed'", 'answers'],
  ['an answer for another request', "UPDATE answers SET request = 'other'", 'answers'],
  ['an answer that stands for longer', `UPDATE answers SET until = ${FAR} + 1`, 'answers'],
  ['an answer in another keyset', 'UPDATE answers SET keyset = 2', 'answers'],
  [
    'a question in place of another',
    "UPDATE questions SET sealed = (SELECT sealed FROM questions WHERE id = 'b') WHERE id = 'a'",
    'questions',
  ],
  ['a question damaged', "UPDATE questions SET sealed = x'00' WHERE id = 'a'", 'questions'],
  ['a question moved to another keyset', 'UPDATE questions SET keyset = 2', 'questions'],
]

test.for(TAMPERING)('%s counts for nothing, at once and after a start', ([, sql, table]) => {
  const folder = temporaryFolder()
  const before = openTestStore(folder)
  const { approvals: questions } = before.keyset(1)
  for (const id of ['a', 'b', 'c']) questions.open(question(id))
  const refused = { ...answer('c'), end: 'refused' as const }
  questions.end('c', refused)
  const genuine = [question('a'), question('b')]
  const expectGenuine = (store: ApprovalStore) => {
    const { open, answers } = store.list()
    expect(genuine).toEqual(expect.arrayContaining(open))
    expect([refused]).toEqual(expect.arrayContaining(answers))
  }

  inFile(folder, sql)

  expectGenuine(questions)
  before.close()
  const store = openTestStore(folder)
  expectGenuine(store.keyset(1).approvals)
  expect(store.tampering.reports).toMatchObject([{ table }])
})

test('a question that was decided is not open again when somebody puts it back', () => {
  const folder = temporaryFolder()
  const store = openTestStore(folder)
  const { approvals: questions } = store.keyset(1)
  questions.open(question('a'))
  const db = new Database(join(folder, 'floe.db'))
  const row = db.prepare<[], { sealed: Buffer }>('SELECT * FROM questions').get()
  questions.end('a', null)
  db.prepare("INSERT INTO questions (keyset, id, sealed) VALUES (1, 'a', ?)").run(row?.sealed)
  db.close()

  expect(questions.list().open).toEqual([])
  store.close()
  expect(openTestStore(folder).keyset(1).approvals.list().open).toEqual([])
})

test('a database that the owner adopts has no question and no answer left', () => {
  const folder = temporaryFolder()
  const first = openTestStore(folder)
  first.keyset(1).approvals.open(question('a'))
  first.keyset(1).approvals.open(question('b'))
  first.keyset(1).approvals.end('b', answer('b'))
  first.close()
  inFile(folder, `INSERT INTO answers VALUES (1, 'eve', 'x', 'allowed', ${FAR})`)

  const store = openTestStore(folder, { adopt: true })

  expect(store.keyset(1).approvals.list()).toEqual({ open: [], answers: [] })
})

test('a database of an earlier Floe that the owner adopts has no question and no answer left either', () => {
  const folder = temporaryFolder()
  const old = openDatabase(join(folder, 'floe.db'))
  migrate(old, migrations.slice(0, -1), recordingLog().log)
  old.exec(`INSERT INTO answers VALUES (1, 'eve', 'x', 'allowed', ${FAR})`)
  old.exec("INSERT INTO questions (keyset, id, sealed) VALUES (1, 'a', x'00')")
  old.close()

  const store = openTestStore(folder, { adopt: true })

  expect(store.keyset(1).approvals.list()).toEqual({ open: [], answers: [] })
})
