import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Caller } from '#contract/rules.ts'
import { createAudit } from './audit.ts'
import { DAY, HOUR } from './audit-counts.ts'
import { openDatabase } from './database.ts'
import type { SignatureRecord } from './keyset-audit.ts'
import { CALLERS_A_DAY } from './limits.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import {
  fillDisk,
  makeRoom,
  openTestDatabase,
  recordingLog,
  temporaryFolder,
} from './testing/support.ts'

const START = Date.UTC(2026, 0, 1)
const TODAY = START / DAY
const [alice, bob] = ['aa'.repeat(32), 'bb'.repeat(32)]
const app = (n: number): Caller => ({ door: 'app', id: `app ${n}` })

const signature = (hashes: number, changes: Partial<SignatureRecord> = {}): SignatureRecord => ({
  peers: [alice],
  sessionId: 'c0ffee',
  hashes: Array<string>(hashes).fill('11'.repeat(32)),
  type: 'message',
  direction: 'given',
  generation: '2026',
  outcome: 'ok',
  took: 100,
  ...changes,
})

const use = (caller: Caller, outcome = 'ok') => ({
  ...{ caller, times: 1, actor: caller.id, action: 'nip44.decrypt', outcome },
})

function setUp() {
  const db = openTestDatabase(temporaryFolder())
  const clock = { now: START }
  /** The audit of the first keyset, as after a restart. */
  const start = () => {
    const audit = createAudit({
      ...{ db, log: recordingLog().log, now: () => clock.now },
      ...{ caps: { use: 10 }, retryMs: 1_000_000 },
    })
    onTestFinished(() => audit.close())
    return audit
  }
  return { db, clock, start }
}

test('uses are counted by day and caller, also those that the audit’s cap drops, and known after a restart', () => {
  const { clock, start } = setUp()
  const audit = start()
  for (let n = 0; n < 30; n += 1) audit.of(1).use(use(app(1)))
  audit.of(1).use(use(app(1), 'NO_QUORUM'))
  audit.of(1).signature(signature(3))
  audit.of(1).signature(signature(1, { outcome: 'failed' }))
  audit.of(1).signature(signature(5, { direction: 'asked' }))
  clock.now += DAY
  audit.of(1).use(use(app(2)))
  audit.close()

  expect(
    start()
      .of(1)
      .history(TODAY, TODAY + 1).uses,
  ).toEqual([
    { day: TODAY, caller: app(1), uses: 30 },
    { day: TODAY, caller: { door: 'peer', id: alice }, uses: 3 },
    { day: TODAY + 1, caller: app(2), uses: 1 },
  ])
  expect(
    start()
      .of(2)
      .history(TODAY, TODAY + 1).uses,
  ).toEqual([])
})

test('a use counts before it is written', () => {
  const { start } = setUp()
  const audit = start()
  audit.of(1).use(use(app(1)))

  expect(audit.of(1).history(TODAY, TODAY).uses).toHaveLength(1)
})

test('callers beyond the limit of a day are counted together', () => {
  const { start } = setUp()
  const audit = start()
  for (let n = 0; n < CALLERS_A_DAY + 7; n += 1) audit.of(1).use(use(app(n)))
  for (let n = 0; n < CALLERS_A_DAY; n += 1) audit.of(1).use(use(app(n)))

  const { uses } = audit.of(1).history(TODAY, TODAY)
  expect(uses).toHaveLength(CALLERS_A_DAY + 1)
  expect(uses.filter(({ caller }) => caller === null)).toEqual([
    { day: TODAY, caller: null, uses: 7 },
  ])
  expect(uses.reduce((sum, one) => sum + one.uses, 0)).toBe(2 * CALLERS_A_DAY + 7)
})

test('90 days are kept', () => {
  const { db, clock, start } = setUp()
  const audit = start()
  for (let n = 0; n < 100; n += 1) {
    audit.of(1).signature(signature(1))
    audit.of(1).history(0, 0)
    clock.now += DAY
  }

  const days = (table: string) =>
    db.prepare(`SELECT min(day), count(DISTINCT day) FROM ${table}`).raw().get()
  expect(days('use_days')).toEqual([TODAY + 10, 90])
  expect(days('answer_days')).toEqual([TODAY + 10, 90])
})

test('a clock that was wrong for a while deletes no day, and leaves no day in the future', () => {
  const { clock, start } = setUp()
  const audit = start()
  audit.of(1).use(use(app(1)))
  clock.now += 3_650 * DAY
  audit.of(1).use(use(app(1)))
  audit.of(1).history(0, 0)
  clock.now = START + DAY
  audit.of(1).use(use(app(1)))

  const { uses } = audit.of(1).history(0, TODAY + 4_000)
  expect(uses.map(({ day }) => day)).toEqual([TODAY, TODAY + 1])
})

test('the time that a signature took is known to within 5 %', () => {
  const { start } = setUp()
  const audit = start()
  const times = [0.2, 1, 3, 17, 410, 999, 4_321, 60_000]
  for (const took of times) audit.of(1).signature(signature(1, { took }))

  const { answers } = audit.of(1).history(TODAY, TODAY)
  expect(answers.map(({ answers: count }) => count)).toEqual(times.map(() => 1))
  for (const [at, took] of times.entries()) {
    const off = Math.abs((answers[at]?.took ?? 0) - took)
    expect(off).toBeLessThanOrEqual(Math.max(0.5, took / 20))
  }
})

test('a peer is proven by a signature that it was asked for and that succeeded', () => {
  const { clock, start } = setUp()
  const audit = start()
  audit.of(1).signature(signature(1, { peers: [alice] }))
  audit.of(1).signature(signature(1, { direction: 'asked', outcome: 'failed', peers: [alice] }))
  audit.of(1).signature(signature(1, { direction: 'asked', peers: [alice, bob] }))
  clock.now += 5
  audit.of(1).signature(signature(1, { direction: 'asked', peers: [bob] }))
  audit.of(1).signature(signature(1, { peers: [alice] }))
  audit.close()

  expect(start().of(1).history(TODAY, TODAY).proofs).toEqual([
    { peer: bob, at: START + 5 },
    { peer: alice, at: START },
  ])
})

test('what could not be written on a full disk is counted once there is room', () => {
  const { db, start } = setUp()
  const audit = start()
  fillDisk(db)
  for (let n = 0; n < 400; n += 1) audit.of(1).use({ ...use(app(n % 3)), times: 10 })
  audit
    .of(1)
    .record({ actor: 'olga', action: 'test', outcome: 'ok', detail: { n: '1'.repeat(9_000) } })
  expect(audit.health.ok).toBe(false)
  makeRoom(db)

  const { uses } = audit.of(1).history(TODAY, TODAY)
  expect(uses.reduce((sum, one) => sum + one.uses, 0)).toBe(4_000)
})

test('the uses of an older database are counted from its audit, and from the hours where rows are missing', () => {
  const db = openDatabase(join(temporaryFolder(), 'floe.db'))
  onTestFinished(() => {
    db.close()
  })
  const { log } = recordingLog()
  migrate(db, migrations.slice(0, 14), log)
  const id = '0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9'
  const insert = db.prepare(
    `INSERT INTO audit (at, keyset, actor, action, outcome, detail, class)
     VALUES (?, 1, ?, ?, ?, ?, 'use')`,
  )
  const rows: [string, string, string, object][] = [
    [alice, 'signature.given', 'ok', { hashes: ['11', '22'], took: 40 }],
    [alice, 'signature.given', 'failed', { hashes: ['11'], took: 40 }],
    [alice, 'exchange.given', 'ok', { keys: ['33'], took: 5 }],
    [
      'self',
      'signature.asked',
      'ok',
      { hashes: ['11'], took: 400, peer: bob, peers: [bob, alice] },
    ],
    ['self', 'signature.asked', 'failed', { hashes: ['11'], took: 400, peer: 'self' }],
    ['api-key:bot', 'sign', 'ok', {}],
    ['api-key:gone', 'sign', 'ok', {}],
    [id, 'nip44.decrypt', 'ok', {}],
    ['olga', 'sign', 'ok', {}],
    ['olga', 'verdict', 'refused', {}],
  ]
  for (const [actor, action, outcome, detail] of rows) {
    insert.run(START + 9, actor, action, outcome, JSON.stringify(detail))
  }
  db.exec(`
    INSERT INTO api_keys (id, name, hash, scope, created_at) VALUES ('key', 'bot', '${'h'.repeat(43)}', 'sign', 1);
    INSERT INTO signature_hours VALUES (1, ${TODAY * 24}, 9, ${START}), (1, ${TODAY * 24 + 1}, 1, ${START});
  `)

  migrate(db, migrations, log)

  const audit = createAudit({ db, log, now: () => START })
  onTestFinished(() => audit.close())
  const { uses, answers, proofs } = audit.of(1).history(TODAY, TODAY)
  expect(uses).toEqual([
    { day: TODAY, caller: null, uses: 7 },
    { day: TODAY, caller: { door: 'app', id }, uses: 1 },
    { day: TODAY, caller: { door: 'owner', id: 'olga' }, uses: 1 },
    { day: TODAY, caller: { door: 'peer', id: alice }, uses: 3 },
    { day: TODAY, caller: { door: 'program', id: 'gone' }, uses: 1 },
    { day: TODAY, caller: { door: 'program', id: 'key' }, uses: 1 },
  ])
  expect(answers.map((one) => one.answers)).toEqual([1, 1])
  for (const [at, took] of [40, 400].entries()) {
    expect(Math.abs((answers[at]?.took ?? 0) / took - 1)).toBeLessThan(0.05)
  }
  expect(proofs).toEqual([
    { peer: alice, at: START + 9 },
    { peer: bob, at: START + 9 },
  ])
})

const HOUR_OF_START = START / HOUR

const signature1x = (hashes: number, changes: Partial<SignatureRecord> = {}): SignatureRecord =>
  signature(hashes, { generation: '1.x', ...changes })

describe('signatures by hour', () => {
  test('signatures of both directions are counted by hour, and known after a restart', () => {
    const { clock, start } = setUp()
    const audit = start()
    audit.of(1).signature(signature1x(1))
    audit.of(1).signature(signature1x(3, { direction: 'asked' }))
    audit.of(1).signature(signature1x(5, { outcome: 'failed' }))
    clock.now += HOUR + 60_000
    audit.of(1).signature(signature1x(2))
    audit.close()

    expect(start().of(1).signatureHours).toEqual([
      { hour: HOUR_OF_START, signatures: 4, lastAt: START },
      { hour: HOUR_OF_START + 1, signatures: 2, lastAt: clock.now },
    ])
  })

  test('what the audit’s cap drops stays counted', () => {
    const { start } = setUp()
    const audit = start()
    for (let n = 0; n < 50; n += 1) audit.of(1).signature(signature1x(1))
    audit.close()

    expect(start().of(1).signatureHours[0]?.signatures).toBe(50)
  })

  test('an hour is dropped after a week, except the newest', () => {
    const { clock, start } = setUp()
    const audit = start()
    audit.of(1).signature(signature1x(1))
    audit.of(1).record({ actor: 'owner', action: 'test', outcome: 'ok' })
    clock.now += 8 * 24 * HOUR
    audit.of(1).record({ actor: 'owner', action: 'test', outcome: 'ok' })
    expect(start().of(1).signatureHours).toHaveLength(1)

    audit.of(1).signature(signature1x(2))
    audit.close()

    expect(
      start()
        .of(1)
        .signatureHours.map(({ signatures }) => signatures),
    ).toEqual([2])
  })

  test('what could not be written on a full disk is counted once there is room', () => {
    const { db, start } = setUp()
    const audit = start()
    fillDisk(db)
    for (let n = 0; n < 400; n += 1) audit.of(1).signature(signature1x(100))
    audit.of(1).record({ actor: 'owner', action: 'test', outcome: 'ok' })
    expect(audit.health.ok).toBe(false)
    makeRoom(db)
    audit.close()

    expect(start().of(1).signatureHours[0]?.signatures).toBe(40_000)
  })

  test('the signatures of an older database are counted from its audit', () => {
    const db = openDatabase(join(temporaryFolder(), 'floe.db'))
    onTestFinished(() => {
      db.close()
    })
    const { log } = recordingLog()
    migrate(db, migrations.slice(0, 2), log)
    const insert = db.prepare(
      'INSERT INTO audit (at, actor, action, outcome, detail) VALUES (?, ?, ?, ?, ?)',
    )
    insert.run(START + 5, 'self', 'signature.asked', 'ok', '{"hashes":["11","22"]}')
    insert.run(START + 9, 'aa', 'signature.given', 'ok', '{"hashes":["33"]}')
    insert.run(START + 9, 'aa', 'signature.given', 'failed', '{"hashes":["44"]}')
    insert.run(START + 9, 'owner', 'login', 'ok', '{}')

    migrate(db, migrations, log)

    const audit = createAudit({ db, log, now: () => START })
    onTestFinished(() => audit.close())
    expect(audit.of(1).signatureHours).toEqual([
      { hour: HOUR_OF_START, signatures: 3, lastAt: START + 9 },
    ])
  })
})
