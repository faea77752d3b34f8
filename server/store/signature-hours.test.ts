import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createAudit } from './audit.ts'
import { openDatabase } from './database.ts'
import type { SignatureRecord } from './keyset-audit.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { HOUR } from './signature-hours.ts'
import {
  fillDisk,
  makeRoom,
  openTestDatabase,
  recordingLog,
  temporaryFolder,
} from './testing/support.ts'

const START = Date.UTC(2026, 0, 1)
const HOUR_OF_START = START / HOUR

const signature = (hashes: number, changes: Partial<SignatureRecord> = {}): SignatureRecord => ({
  peer: 'aa'.repeat(32),
  sessionId: 'c0ffee',
  hashes: Array<string>(hashes).fill('11'.repeat(32)),
  type: 'message',
  direction: 'given',
  generation: '1.x',
  outcome: 'ok',
  ...changes,
})

function setUp() {
  const db = openTestDatabase(temporaryFolder())
  const clock = { now: START }
  const start = () => {
    const { log } = recordingLog()
    const audit = createAudit({
      db,
      log,
      now: () => clock.now,
      caps: { use: 10 },
      retryMs: 1_000_000,
    })
    onTestFinished(() => audit.close())
    return audit
  }
  return { db, clock, start }
}

test('signatures of both directions are counted by hour, and known after a restart', () => {
  const { clock, start } = setUp()
  const audit = start()
  audit.of(1).signature(signature(1))
  audit.of(1).signature(signature(3, { direction: 'asked' }))
  audit.of(1).signature(signature(5, { outcome: 'failed' }))
  clock.now += HOUR + 60_000
  audit.of(1).signature(signature(2))
  audit.close()

  expect(start().of(1).signatureHours).toEqual([
    { hour: HOUR_OF_START, signatures: 4, lastAt: START },
    { hour: HOUR_OF_START + 1, signatures: 2, lastAt: clock.now },
  ])
})

test('what the audit’s cap drops stays counted', () => {
  const { start } = setUp()
  const audit = start()
  for (let n = 0; n < 50; n += 1) audit.of(1).signature(signature(1))
  audit.close()

  expect(start().of(1).signatureHours[0]?.signatures).toBe(50)
})

test('an hour is dropped after a week, except the newest', () => {
  const { clock, start } = setUp()
  const audit = start()
  audit.of(1).signature(signature(1))
  audit.of(1).record({ actor: 'owner', action: 'test', outcome: 'ok' })
  clock.now += 8 * 24 * HOUR
  audit.of(1).record({ actor: 'owner', action: 'test', outcome: 'ok' })
  expect(start().of(1).signatureHours).toHaveLength(1)

  audit.of(1).signature(signature(2))
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
  for (let n = 0; n < 400; n += 1) audit.of(1).signature(signature(100))
  audit.of(1).record({ actor: 'owner', action: 'test', outcome: 'ok' })
  expect(audit.health.ok).toBe(false)
  makeRoom(db)
  audit.close()

  expect(start().of(1).signatureHours[0]?.signatures).toBe(40_000)
})

test('an older database is counted from its audit', () => {
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
