import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { openStore } from '../../server/store/open.ts'
import { recordingLog } from '../../server/store/testing/support.ts'
import { call, firstShare, newKeyset } from '../support/api-server.ts'
import { spawnFloe, startFloe } from '../support/floe-process.ts'
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

/** So many are given to a process; the others to the store that it opens, which costs a tenth. */
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
