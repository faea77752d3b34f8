import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { type AuditOptions, createAudit } from './audit.ts'
import type { SignatureRecord } from './keyset-audit.ts'
import {
  fillDisk,
  makeRoom,
  openTestDatabase,
  recordingLog,
  temporaryFolder,
} from './testing/support.ts'

const START = Date.UTC(2026, 0, 1)
const alice = 'aa'.repeat(32)
const bob = 'bb'.repeat(32)
const NEVER = 1_000_000

function setUp(options: Partial<AuditOptions> = {}) {
  const db = openTestDatabase(temporaryFolder())
  const { log, lines } = recordingLog()
  const start = () => {
    const audit = createAudit({ db, log, now: () => START, ...options })
    onTestFinished(() => audit.close())
    return audit
  }
  const reader = new Database(db.name, { readonly: true })
  onTestFinished(() => {
    reader.close()
  })
  const count = reader.prepare<[], number>('SELECT count(*) FROM audit').pluck()
  return { db, lines, audit: start(), restart: start, rows: () => count.get() ?? 0 }
}

const given = (changes: Partial<SignatureRecord> = {}): SignatureRecord => ({
  peers: [alice],
  sessionId: 'c0ffee',
  hashes: ['11'.repeat(32)],
  type: 'message',
  direction: 'given',
  generation: '1.x',
  outcome: 'ok',
  took: 12,
  ...changes,
})

const numbered = (n: number, size = 0) => ({
  actor: 'owner',
  action: 'test',
  outcome: 'ok',
  detail: { n, padding: 'x'.repeat(size) },
})

test('a record is in the database when the call returns, with who, what, when and outcome', () => {
  const { audit, rows } = setUp()

  audit.record({ actor: 'owner', action: 'login', outcome: 'ok', detail: { from: '::1' } })
  audit.of(1).record({ actor: 'owner', action: 'recover', outcome: 'not enough shares' })

  expect(rows()).toBe(2)
  expect(audit.page({ limit: 10 })).toEqual([
    {
      id: 2,
      at: '2026-01-01T00:00:00.000Z',
      keyset: 1,
      actor: 'owner',
      action: 'recover',
      outcome: 'not enough shares',
      detail: {},
    },
    expect.objectContaining({ id: 1, action: 'login', detail: { from: '::1' } }),
  ])
})

test('signatures are committed together within the group time', async () => {
  const { audit, rows } = setUp({ groupMs: 30 })

  audit.of(1).signature(given())
  audit.of(1).signature(given({ sessionId: 'another' }))
  expect(rows()).toBe(0)

  await expect.poll(rows, { interval: 5 }).toBe(2)
})

test('a record that may wait is committed within the group time, in its place among the others', async () => {
  const { audit, rows } = setUp({ groupMs: 30 })

  audit.of(1).signature(given())
  audit.of(1).recordSoon(numbered(1))
  expect(rows()).toBe(0)

  await expect.poll(rows, { interval: 5 }).toBe(2)
  expect(audit.page({ limit: 2 }).map(({ action }) => action)).toEqual(['test', 'signature.given'])
})

test('signatures that fill the group do not wait', () => {
  const { audit, rows } = setUp({ groupMs: NEVER })

  for (let n = 0; n < 499; n += 1) audit.of(1).signature(given())
  expect(rows()).toBe(0)
  audit.of(1).signature(given())

  expect(rows()).toBe(500)
})

test('a record is written with the signatures that waited, in order', () => {
  const { audit, rows } = setUp({ groupMs: NEVER })
  audit.of(1).signature(given())

  audit.of(1).record(numbered(1))

  expect(rows()).toBe(2)
  expect(audit.page({ limit: 2 }).map(({ action }) => action)).toEqual(['test', 'signature.given'])
})

test('stopping writes what waits', () => {
  const { audit, rows } = setUp({ groupMs: NEVER })
  audit.of(1).signature(given())

  audit.close()

  expect(rows()).toBe(1)
})

test('a signature’s row says peer, session, hashes and type', () => {
  const { audit } = setUp({ groupMs: NEVER })

  audit.of(1).signature(given({ kinds: [7], by: 'rule 3' }))
  audit.of(1).signature(given({ direction: 'asked', outcome: 'timeout', hashes: [] }))

  expect(audit.page({ limit: 2 })).toMatchObject([
    { actor: 'self', action: 'signature.asked', outcome: 'timeout', detail: { peer: alice } },
    {
      actor: alice,
      action: 'signature.given',
      outcome: 'ok',
      detail: {
        peer: alice,
        sessionId: 'c0ffee',
        type: 'message',
        hashes: ['11'.repeat(32)],
        took: 12,
        kinds: [7],
        by: 'rule 3',
      },
    },
  ])
})

test('partial signatures of 1.x are counted by hash: those given, and those that peers can work out', () => {
  const { audit } = setUp()

  audit.of(1).signature(given({ hashes: ['1', '2', '3'] }))
  audit.of(1).signature(given())
  audit.of(1).signature(given({ peers: [bob], outcome: 'refused' }))
  audit.of(1).signature(given({ peers: [bob], direction: 'asked' }))

  // Not counted: the nonces of 2026 are new each time.
  audit.of(1).signature(given({ generation: '2026' }))
  expect(audit.of(1).partialSignatures()).toEqual(
    new Map([
      [alice, 4],
      [bob, 1],
    ]),
  )
})

test('the count of partial signatures outlives restarts, and the rows that the cap drops', () => {
  const { audit, restart, rows } = setUp({ caps: { use: 10 }, groupMs: NEVER, groupRows: 7 })

  for (let n = 0; n < 100; n += 1) audit.of(1).signature(given())
  audit.of(1).signature(given({ peers: [bob] }))
  audit.close()

  expect(rows()).toBeLessThanOrEqual(10)
  expect(restart().of(1).partialSignatures()).toEqual(
    new Map([
      [alice, 100],
      [bob, 1],
    ]),
  )
})

test('no more rows than the cap are kept, and the newest are among them', () => {
  const { audit, rows } = setUp({ caps: { use: 200 }, groupMs: NEVER, groupRows: 3 })

  for (let n = 1; n <= 1_000; n += 1) {
    audit.of(1).signature(given({ sessionId: String(n) }))
    expect(rows()).toBeLessThanOrEqual(200)
  }
  audit.of(1).record(numbered(1))

  expect(rows()).toBeGreaterThan(190)
  const [newest, before] = audit.page({ limit: 2 })
  expect(newest).toMatchObject({ id: 1_001, action: 'test' })
  expect(before).toMatchObject({ id: 1_000, detail: { sessionId: '1000' } })
})

test('ids go on rising even when every row is gone', () => {
  const { db, audit } = setUp()
  audit.of(1).record(numbered(1))
  db.exec('DELETE FROM audit')

  audit.of(1).record(numbered(2))

  expect(audit.page({ limit: 1 })).toMatchObject([{ id: 2, detail: { n: 2 } }])
})

test('pages follow one another without gap or overlap', () => {
  const { audit } = setUp()
  for (let n = 1; n <= 25; n += 1) audit.of(1).record(numbered(n))

  const seen: number[] = []
  let before: number | undefined
  for (;;) {
    const page = audit.page({ before, limit: 10 })
    if (page.length === 0) break
    seen.push(...page.map(({ id }) => id))
    before = page.at(-1)?.id
  }

  expect(seen).toEqual(Array.from({ length: 25 }, (_, i) => 25 - i))
})

test('an export gives every entry, oldest first, even while new ones are written', () => {
  const { audit } = setUp({ groupMs: NEVER, groupRows: NEVER })
  for (let n = 1; n <= 1_200; n += 1) audit.of(1).signature(given())

  const ids: number[] = []
  for (const entry of audit.export()) {
    ids.push(entry.id)
    if (entry.id % 400 === 0) audit.of(1).record(numbered(entry.id))
  }

  expect(ids).toEqual(Array.from({ length: 1_200 }, (_, i) => i + 1))
})

test('an export reads a part of the table at a time, and so holds nobody up', () => {
  const { audit, db } = setUp()
  for (let n = 1; n <= 3_000; n += 1) audit.of(1).record(numbered(n))
  const entries = audit.export()
  entries.next()

  db.exec('DELETE FROM audit WHERE id > 1000')

  expect([...entries].at(-1)?.id).toBe(1_000)
})

test('on a full disk nothing throws, and what waits is written when there is room again', async () => {
  const { db, audit, lines, rows } = setUp({ groupMs: 5, retryMs: 20 })
  audit.of(1).record(numbered(0))
  expect(audit.health).toEqual({ ok: true, lost: 0 })
  fillDisk(db)

  let written = 0
  while (audit.health.ok) {
    written += 1
    audit.of(1).record(numbered(written, 2_000))
  }
  audit.of(1).signature(given())

  expect(audit.health).toMatchObject({
    ok: false,
    why: { error: expect.stringContaining('The disk is full'), code: 'store.full' },
    lost: 0,
  })
  expect(rows()).toBe(written)
  expect(audit.of(1).partialSignatures().get(alice)).toBe(1)
  expect(lines.map(({ level }) => level)).toEqual(['error'])

  makeRoom(db)
  await expect.poll(() => audit.health, { interval: 5 }).toEqual({ ok: true, lost: 0 })
  expect(rows()).toBe(written + 2)
  expect(lines.map(({ level }) => level)).toEqual(['error', 'info'])
})

test('rows that are dropped while the disk is full are counted, and the audit reports the gap', () => {
  const { db, audit, restart } = setUp({ maxWaiting: 3, groupMs: NEVER, retryMs: NEVER })
  fillDisk(db)
  for (let n = 1; n <= 5; n += 1) audit.of(1).record(numbered(n, 100_000))
  audit.of(1).signature(given())

  expect(audit.health).toMatchObject({ ok: false, lost: 3 })

  makeRoom(db)
  audit.close()
  expect(audit.health).toEqual({ ok: true, lost: 3 })
  expect(audit.of(1).partialSignatures().get(alice)).toBe(1)
  const after = restart()
  expect(after.page({ limit: 10 })).toMatchObject([
    { action: 'audit.gap', detail: { rows: 3 } },
    { detail: { n: 3 } },
    { detail: { n: 2 } },
    { detail: { n: 1 } },
  ])
  expect(after.of(1).partialSignatures().get(alice)).toBe(1)
})

test('what can’t be written even at stop is counted and logged, and nothing throws', () => {
  const { db, audit, lines } = setUp({ groupMs: NEVER, retryMs: NEVER })
  fillDisk(db)
  audit.of(1).record(numbered(1, 100_000))

  audit.close()
  audit.of(1).record(numbered(2))

  expect(audit.health).toMatchObject({ ok: false, lost: 2 })
  expect(lines.at(-1)).toMatchObject({ level: 'error', details: { rows: 1 } })
})
