import type Database from 'better-sqlite3'
import type { Nonce } from '../../frostr/next/messages.ts'
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
    countRequests: swift
      .prepare<[string], number>('SELECT count(*) FROM requests WHERE author = ?')
      .pluck(),
    dropOldest: swift.prepare<[string]>(
      `DELETE FROM requests WHERE position =
         (SELECT position FROM requests WHERE author = ? ORDER BY position LIMIT 1)`,
    ),
  }
}

export function dropAll(db: Database.Database): void {
  db.exec('DELETE FROM own_nonces; DELETE FROM peer_nonces; DELETE FROM requests')
}

interface Format<T> {
  list: List
  codeOf(item: T): string
  /** How it is written. */
  entryOf(item: T): string
}

export const HELD: Format<Nonce> = {
  list: 'held',
  codeOf: ({ code }) => code,
  entryOf: ({ binder_pn, hidden_pn, code }) => JSON.stringify({ binder_pn, hidden_pn, code }),
}

export const USED: Format<string> = {
  list: 'used',
  codeOf: (code) => code,
  entryOf: (code) => code,
}

/** A list mostly loses some at its front and gains some at its end: what stays is not written again. */
export function keepList<T>(
  { append, remove }: Statements,
  peer: string,
  {
    list,
    codeOf,
    entryOf,
    found,
    wanted,
  }: Format<T> & { found: readonly T[]; wanted: readonly T[] },
): void {
  const codes = wanted.map(codeOf)
  const gone = found.findIndex((item) => codeOf(item) === codes[0])
  const left = gone < 0 ? [] : found.slice(gone)
  const staying = left.every((item, n) => codeOf(item) === codes[n]) ? left.length : 0
  for (const item of found.slice(0, found.length - staying)) remove.run(peer, list, entryOf(item))
  for (const item of wanted.slice(staying)) append.run(peer, list, entryOf(item))
}
