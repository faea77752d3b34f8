import type Database from 'better-sqlite3'
import type { Nonce } from '#protocol/v2/messages.ts'
import type { SpentMark } from '../spent-mark.ts'
import type { SeenRequest } from './seen-requests.ts'

type List = 'held' | 'used'

export type Statements = ReturnType<typeof prepare>

/** Prepares all statements. */
export function prepare(db: Database.Database) {
  return {
    unspent: db.prepare<[number, string], { code: string; sealed: Buffer }>(
      'SELECT code, sealed FROM own_nonces WHERE owner = ? AND peer = ?',
    ),
    add: db.prepare<[number, string, string, Buffer]>(
      'INSERT INTO own_nonces (owner, peer, code, sealed) VALUES (?, ?, ?, ?)',
    ),
    state: db.prepare<[], SpentMark>('SELECT generation, file, spent FROM state'),
    spend: db.prepare<[number, string, string]>(
      'DELETE FROM own_nonces WHERE owner = ? AND peer = ? AND code = ?',
    ),
    pool: db.prepare<[number, string], { ours: string; theirs: string | null }>(
      'SELECT ours, theirs FROM pools WHERE owner = ? AND peer = ?',
    ),
    beginPool: db.prepare<[number, string, string]>(
      'INSERT INTO pools (owner, peer, ours) VALUES (?, ?, ?)',
    ),
    renewPool: db.prepare<[number, string, string]>(
      `INSERT INTO pools (owner, peer, ours) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET ours = excluded.ours`,
    ),
    keepTheirPool: db.prepare<[string | null, number, string]>(
      'UPDATE pools SET theirs = ? WHERE owner = ? AND peer = ?',
    ),
    entries: db
      .prepare<[number, string, List], string>(
        'SELECT entry FROM peer_nonces WHERE owner = ? AND peer = ? AND list = ? ORDER BY position',
      )
      .pluck(),
    append: db.prepare<[number, string, List, string]>(
      `INSERT INTO peer_nonces (owner, peer, list, entry) VALUES (?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    ),
    usedCount: db
      .prepare<[number, string], number>(
        "SELECT count(*) FROM peer_nonces WHERE owner = ? AND peer = ? AND list = 'used'",
      )
      .pluck(),
    forgetUsed: db.prepare<[number, string, number]>(
      `DELETE FROM peer_nonces WHERE position IN (
         SELECT position FROM peer_nonces WHERE owner = ? AND peer = ? AND list = 'used'
         ORDER BY position LIMIT ?)`,
    ),
    remove: db.prepare<[number, string, List, string]>(
      'DELETE FROM peer_nonces WHERE owner = ? AND peer = ? AND list = ? AND entry = ?',
    ),
    requests: db.prepare<[number], SeenRequest>(
      'SELECT author, request_id AS requestId, until FROM requests WHERE owner = ? ORDER BY until',
    ),
    remember: db.prepare<[number, number, string, string]>(
      `INSERT INTO requests (owner, until, author, request_id) VALUES (?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    ),
    forgetRequest: db.prepare<[number, number, string, string]>(
      'DELETE FROM requests WHERE owner = ? AND until = ? AND author = ? AND request_id = ?',
    ),
    dropExpired: db.prepare<[number, number]>('DELETE FROM requests WHERE owner = ? AND until < ?'),
  }
}

const entryOf = ({ binder_pn, hidden_pn, code }: Nonce): string =>
  JSON.stringify({ binder_pn, hidden_pn, code })

/** Stores held nonces. Usually some go at the front and some come at the end: the rest is not rewritten. */
export function keepHeld(
  { append, remove }: Statements,
  { owner, peer }: { owner: number; peer: string },
  { found, wanted }: { found: readonly Nonce[]; wanted: readonly Nonce[] },
): void {
  const gone = found.findIndex(({ code }) => code === wanted[0]?.code)
  const left = gone < 0 ? [] : found.slice(gone)
  const staying = left.every(({ code }, n) => code === wanted[n]?.code) ? left.length : 0
  for (const nonce of found.slice(0, found.length - staying)) {
    remove.run(owner, peer, 'held', entryOf(nonce))
  }
  for (const nonce of wanted.slice(staying)) append.run(owner, peer, 'held', entryOf(nonce))
}
