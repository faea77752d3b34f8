import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type AuditOptions, createAudit } from './audit.ts'
import { ARCHIVE_FILE, createAuditArchive } from './audit-trim.ts'
import { fillDisk, openTestDatabase, recordingLog, temporaryFolder } from './testing/support.ts'

const CAPS = { admin: 10, use: 20, login: 10, onboarding: 10 }

function setUp(options: Partial<AuditOptions> = {}) {
  const db = openTestDatabase(temporaryFolder())
  const { log, lines } = recordingLog()
  const start = () => {
    const audit = createAudit({ db, log, now: () => 0, caps: CAPS, ...options })
    onTestFinished(() => audit.close())
    return audit
  }
  const audit = start()
  const add = (action: string, actor: string, rows: number, to = audit) => {
    for (let n = 0; n < rows; n += 1) to.of(1).recordSoon({ actor, action, outcome: 'ok' })
    to.page({ limit: 1 })
  }
  const rowsOf = (actor: string, of = audit) =>
    [...of.export()].filter((entry) => entry.actor === actor).map(({ id }) => id)
  return {
    db,
    lines,
    audit,
    restart: start,
    add,
    rowsOf,
    archive: join(dirname(db.name), ARCHIVE_FILE),
  }
}

test('the actor with the most rows of a class loses its oldest, and nobody else loses any', () => {
  const { add, rowsOf } = setUp()
  add('signature.given', 'quiet', 5)
  add('sign', 'other', 7)

  add('exchange.given', 'loud', 100)

  expect(rowsOf('quiet')).toEqual([1, 2, 3, 4, 5])
  expect(rowsOf('other')).toHaveLength(7)
  expect(rowsOf('loud')).toEqual([105, 106, 107, 108, 109, 110, 111, 112])
})

test('two actors with too many rows keep equally many', () => {
  const { add, rowsOf } = setUp()
  for (let n = 0; n < 50; n += 1) {
    add('sign', 'one', 1)
    add('sign', 'other', 1)
  }

  expect([rowsOf('one').length, rowsOf('other').length]).toEqual([10, 10])
})

test('no class pushes out another’s rows, and an unknown action counts as an administrator’s', () => {
  const { add, rowsOf } = setUp()
  add('something.new', 'admin', 3)
  add('onboarding.asked', 'member', 3)
  add('logout', 'owner', 3)

  for (const action of ['login', 'sign', 'nip44.decrypt', 'signature.asked']) add(action, 'x', 60)

  expect([rowsOf('admin'), rowsOf('member'), rowsOf('owner')]).toMatchObject([
    { length: 3 },
    { length: 3 },
    { length: 3 },
  ])
})

test('the caps hold after a restart, for older rows too', () => {
  const { audit, restart, add, rowsOf } = setUp()
  add('sign', 'quiet', 4)
  add('sign', 'loud', 16)
  audit.close()

  const after = restart()
  add('sign', 'loud', 10, after)

  expect(rowsOf('quiet', after)).toHaveLength(4)
  expect(rowsOf('loud', after)).toHaveLength(16)
})

test('administrators’ rows are archived before they are dropped, each once and in order', () => {
  const { audit, archive } = setUp()
  for (let n = 1; n <= 25; n += 1) {
    audit.of(1).record({ actor: 'owner', action: 'env.save', outcome: 'ok', detail: { n } })
  }

  expect(statSync(archive).mode & 0o777).toBe(0o600)
  const old = readFileSync(archive, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(old[0]).toEqual({
    ...{ id: 1, at: '1970-01-01T00:00:00.000Z', keyset: 1, actor: 'owner', action: 'env.save' },
    ...{ outcome: 'ok', detail: { n: 1 } },
  })
  const ids = [...old, ...audit.export()].map(({ id }: { id: number }) => id)
  expect(ids).toEqual(Array.from({ length: 25 }, (_, n) => n + 1))
})

test('while the archive can’t be written, administrators’ rows stay, and signatures are still written', () => {
  const { add, rowsOf, archive, lines, audit } = setUp()
  mkdirSync(archive)

  add('env.save', 'owner', 30)
  add('sign', 'key', 30)

  expect(rowsOf('owner')).toHaveLength(30)
  expect(rowsOf('key')).toHaveLength(20)
  expect(audit.health.ok).toBe(true)
  expect(lines.map(({ level }) => level)).toEqual(['error'])

  rmSync(archive, { recursive: true })
  add('env.save', 'owner', 1)
  expect(rowsOf('owner')).toHaveLength(10)
  expect(readFileSync(archive, 'utf8').trimEnd().split('\n')).toHaveLength(21)
})

test('while the disk is full, an administrator’s row takes the place of a signature’s', () => {
  const { db, audit } = setUp({ maxWaiting: 3, retryMs: 1_000_000, groupMs: 1_000_000 })
  fillDisk(db)
  const padding = 'x'.repeat(100_000)
  for (let n = 0; n < 3; n += 1) {
    audit.of(1).recordSoon({ actor: 'key', action: 'sign', outcome: 'ok', detail: { padding } })
  }
  audit.of(1).record({ actor: 'owner', action: 'package.seal', outcome: 'ok' })
  audit.of(1).recordSoon({ actor: 'key', action: 'sign', outcome: 'ok' })

  expect(audit.health).toMatchObject({ ok: false, lost: 2 })
  db.pragma('max_page_count = 1000000')
  expect(audit.page({ limit: 10 })).toMatchObject([
    { action: 'audit.gap', detail: { rows: 2 } },
    { action: 'package.seal' },
    { action: 'sign' },
    { action: 'sign' },
  ])
})

test('a full archive is renamed, and a line that was cut off spoils no other', () => {
  const folder = temporaryFolder()
  const { log, lines } = recordingLog()
  const file = join(folder, ARCHIVE_FILE)
  const append = createAuditArchive(join(folder, 'floe.db'), log, 100)
  writeFileSync(file, '{"id":1,"act')

  append([{ id: 2 }])
  expect(readFileSync(file, 'utf8')).toBe('{"id":1,"act\n{"id":2}\n')

  append([{ id: 3, padding: 'x'.repeat(100) }])
  expect(existsSync(file)).toBe(false)
  expect(readFileSync(join(folder, 'audit-old.1.ndjson'), 'utf8')).toContain('{"id":2}\n{"id":3')
  expect(lines).toMatchObject([{ level: 'warn' }])
  append([{ id: 4 }])
  expect(readFileSync(file, 'utf8')).toBe('{"id":4}\n')
})
