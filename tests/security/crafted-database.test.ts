import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { imports } from '#contract/import-messages.ts'
import { ARCHIVE_FILE, createAuditArchive } from '#store/audit-trim.ts'
import { takeChecksum } from '#store/backup/checksum.ts'
import { lockFolder } from '#store/lock.ts'
import { openStore } from '#store/open.ts'
import { recordingLog } from '#store/testing/support.ts'
import { call, firstShare, newKeyset } from '../support/api-server.ts'
import { spawnFloe, startFloe } from '../support/floe-process.ts'
import { makeIglooDatabase } from '../support/igloo-database.ts'
import { rounds } from '../support/long.ts'
import { type Scope, temporaryFolder } from '../support/scope.ts'

/** What an attacker puts into a database so that Floe runs it: each once passed for a part of ours. */
const CRAFTED: readonly [what: string, sql: string][] = [
  [
    'a trigger named like a table of back-ups',
    `CREATE TRIGGER floe_backup AFTER INSERT ON audit BEGIN
       INSERT OR REPLACE INTO owner VALUES (1, 'eve', 'hash', 1);
     END`,
  ],
  [
    'a trigger named like one of SQLite’s',
    `CREATE TRIGGER floe_backup_sqlite_x AFTER UPDATE ON counters BEGIN
       DELETE FROM peer_policies;
     END`,
  ],
  ['a view', 'CREATE VIEW floe_backup_view AS SELECT * FROM api_keys'],
  ['an index with an expression', 'CREATE INDEX floe_backup_i ON audit (upper(actor))'],
  ['a virtual table', 'CREATE VIRTUAL TABLE floe_backup_f USING fts5(text)'],
  ['an extra table', 'CREATE TABLE floe_backup_t (a)'],
  ['an extra column', "ALTER TABLE api_keys ADD COLUMN more TEXT DEFAULT 'x'"],
  ['a missing table', 'DROP TABLE peer_policies'],
]

/** How many are given to a process; the others only to `openStore`, which costs a tenth. */
const STARTED = rounds(2, CRAFTED.length)
const REFUSED = /somebody has changed it|damaged/

/** As an attacker with a hex editor would: SQLite's own statements could not do it. */
function renameInFile(file: string, from: string, to: string): void {
  const bytes = readFileSync(file)
  for (let at = bytes.indexOf(from); at !== -1; at = bytes.indexOf(from)) bytes.write(to, at)
  writeFileSync(file, bytes)
}

async function backupOf(scope: Scope): Promise<{ file: string; dataDir: string }> {
  const floe = await startFloe(scope)
  await floe.post('/api/env', firstShare(newKeyset(), ['ws://127.0.0.1:9']))
  const body = JSON.stringify({ withKey: false })
  const response = await fetch(`${floe.url}/api/backup`, { method: 'POST', body })
  const file = join(temporaryFolder(scope), 'crafted.db')
  writeFileSync(file, Buffer.from(await response.arrayBuffer()))
  floe.send('SIGTERM')
  await floe.exit
  return { file, dataDir: floe.dataDir }
}

function craft(file: string, sql: string): void {
  // Whoever changes a back-up can make a checksum that fits.
  takeChecksum(file)
  const db = new Database(file)
  db.exec(sql)
  db.close()
  renameInFile(file, 'floe_backup_sqlite_x', 'sqlite_autoindex_xxx')
}

describe.concurrent('A database that somebody put something into', () => {
  test('is never restored, whatever was put in', async (t) => {
    const { file, dataDir } = await backupOf(t)
    const sound = readFileSync(file)
    const floe = await startFloe(t, {}, dataDir)

    for (const [what, sql] of CRAFTED) {
      writeFileSync(file, sound)
      craft(file, sql)
      const body = new Blob([readFileSync(file)])
      const { status, body: answer } = await call(`${floe.url}/api/restore`, {
        method: 'POST',
        body,
      })
      expect([what, status]).toEqual([what, 400])
      expect((answer as { error: string }).error).toMatch(/not a back-up of Floe|damaged/)
    }

    expect(existsSync(join(dataDir, 'floe.db.restore'))).toBe(false)
    expect((await floe.get('/api/env')).body).toMatchObject({ GROUP_NAME: 'Test keyset' })
  })

  test('starts no server, and is left as it is', async (t) => {
    const { dataDir } = await backupOf(t)
    const file = join(dataDir, 'floe.db')
    const sound = readFileSync(file)

    for (const [n, [what, sql]] of CRAFTED.entries()) {
      writeFileSync(file, sound)
      craft(file, sql)

      if (n < STARTED) {
        const floe = spawnFloe(t, { AUTH_ENABLED: 'false', HOST_PORT: '0', DATA_DIR: dataDir })
        expect([what, (await floe.exit).code]).toEqual([what, 5])
        expect(floe.stderr).toMatch(REFUSED)
      } else {
        const { log } = recordingLog()
        expect(() => openStore({ dataDir, log }), what).toThrow(REFUSED)
      }

      const db = new Database(file)
      expect([what, db.prepare('SELECT count(*) FROM owner').pluck().get()]).toEqual([what, 0])
      db.close()
    }
  })
})

/** It compares so many zeros so many times that it takes a day. */
const HEAVY = 'instr(hex(zeroblob(50000000)), hex(zeroblob(10000000)) || username) > 0'
/** Each makes SQLite compute that when rows are checked or looked up. */
const HEAVY_PARTS: readonly [what: string, sql: string][] = [
  ['a CHECK', replaced("CHECK (role IN ('admin','user'))", `CHECK (NOT (${HEAVY}))`)],
  [
    'an index with an expression',
    `CREATE INDEX heavy ON users (username = 'x'); ${replaced("username = 'x'", HEAVY)}`,
  ],
  [
    'an index of some rows',
    `CREATE INDEX heavy ON users (id) WHERE username = 'x'; ${replaced("username = 'x'", HEAVY)}`,
  ],
]

function replaced(from: string, to: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
  return `PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, ${quoted(from)}, ${quoted(to)});`
}

test('Nothing that somebody has written into the schema of an igloo.db is computed', async (t) => {
  const floe = await startFloe(t)

  for (const [what, sql] of HEAVY_PARTS) {
    const person = { name: 'alice', password: 'Correct1!horse' }
    const file = makeIglooDatabase(t, { people: [person] })
    const db = new Database(file).unsafeMode()
    db.exec(sql)
    db.close()
    const body = new Blob([readFileSync(file)])
    const { status, body: answer } = await call(`${floe.url}/api/import/igloo`, {
      method: 'POST',
      body,
    })
    // The database was read to its end: it has no share of hers.
    const error = imports.noShare('alice')
    expect([what, status, answer]).toMatchObject([what, 400, expect.objectContaining({ error })])
  }
})

test('What Floe writes into its folder goes nowhere else, whatever link somebody has put there', (t) => {
  const dataDir = temporaryFolder(t)
  const elsewhere = join(temporaryFolder(t), 'elsewhere')
  writeFileSync(elsewhere, 'theirs')
  for (const name of ['floe.pid', ARCHIVE_FILE]) symlinkSync(elsewhere, join(dataDir, name))

  const lock = lockFolder(dataDir)
  const owner = lstatSync(join(dataDir, 'floe.pid'))
  lock.release()
  const archive = createAuditArchive(join(dataDir, 'floe.db'), recordingLog().log)
  expect(() => archive([{ id: 1 }])).toThrow('ELOOP')

  expect(owner.isFile()).toBe(true)
  expect(readFileSync(elsewhere, 'utf8')).toBe('theirs')
  symlinkSync(join(elsewhere, '..', 'new'), join(dataDir, 'floe.db'))
  expect(() => openStore({ dataDir, log: recordingLog().log })).toThrow()
  expect(existsSync(join(elsewhere, '..', 'new'))).toBe(false)
})
