import type Database from 'better-sqlite3'
import type { NonceFile } from './file.ts'

type List = 'held' | 'used'

export type Statements = ReturnType<typeof prepare>

/** Everything that is asked of the file, on the connection whose commits it needs. */
export function prepare({ lasting, swift }: NonceFile) {
  return {
    unspent: lasting.prepare<[string], { code: string; sealed: Buffer }>(
      'SELECT code, sealed FROM own_nonces WHERE peer = ?',
    ),
    add: lasting.prepare<[string, string, Buffer]>(
      'INSERT INTO own_nonces (peer, code, sealed) VALUES (?, ?, ?)',
    ),
    spend: lasting.prepare<[string, string]>('DELETE FROM own_nonces WHERE peer = ? AND code = ?'),
    forgetOwn: lasting.prepare<[string]>('DELETE FROM own_nonces WHERE peer = ?'),
    forgetPeers: lasting.prepare<[string]>('DELETE FROM peer_nonces WHERE peer = ?'),
    entries: swift
      .prepare<[string, List], string>(
        'SELECT entry FROM peer_nonces WHERE peer = ? AND list = ? ORDER BY position',
      )
      .pluck(),
    append: swift.prepare<[string, List, string]>(
      'INSERT INTO peer_nonces (peer, list, entry) VALUES (?, ?, ?)',
    ),
    remove: swift.prepare<[string, List, string]>(
      'DELETE FROM peer_nonces WHERE peer = ? AND list = ? AND entry = ?',
    ),
    remember: swift.prepare<[string, string, number]>(
      'INSERT INTO requests (author, request_id, until) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    dropExpired: swift.prepare<[number]>('DELETE FROM requests WHERE until < ?'),
    dropOldest: swift.prepare<[string, string, number]>(
      `DELETE FROM requests WHERE author = ? AND position <=
         (SELECT position FROM requests WHERE author = ? ORDER BY position DESC LIMIT 1 OFFSET ?)`,
    ),
  }
}

export function dropAll(db: Database.Database): void {
  db.exec('DELETE FROM own_nonces; DELETE FROM peer_nonces; DELETE FROM requests')
}

/** A list grows at its end and shrinks anywhere: what stays is not written again. */
export function keepList(
  { entries, append, remove }: Statements,
  peer: string,
  list: List,
  wanted: readonly string[],
): void {
  const isWanted = new Set(wanted)
  const found = entries.all(peer, list)
  const staying = found.filter((entry) => isWanted.has(entry))
  const inPlace = staying.every((entry, n) => entry === wanted[n]) ? new Set(staying) : new Set()
  for (const entry of found) if (!inPlace.has(entry)) remove.run(peer, list, entry)
  for (const entry of wanted) if (!inPlace.has(entry)) append.run(peer, list, entry)
}
