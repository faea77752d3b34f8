import type Database from 'better-sqlite3'
import type { Nonce } from '../../frostr/next/messages.ts'
import type { NonceFile } from './file.ts'

type List = 'held' | 'used'

/** The plus keeps SQLite from going through all of the owner's, by an index that begins with it. */
export const DROP_EXPIRED = 'DELETE FROM requests WHERE +owner = ? AND until < ?'

export type Statements = ReturnType<typeof prepare>

/** Everything that is asked of the file for an owner, on the connection whose commits it needs. */
export function prepare({ lasting, swift }: NonceFile) {
  return {
    unspent: lasting.prepare<[number, string], { code: string; sealed: Buffer }>(
      'SELECT code, sealed FROM own_nonces WHERE owner = ? AND peer = ?',
    ),
    add: lasting.prepare<[number, string, string, Buffer]>(
      'INSERT INTO own_nonces (owner, peer, code, sealed) VALUES (?, ?, ?, ?)',
    ),
    spend: lasting.prepare<[number, string, string]>(
      'DELETE FROM own_nonces WHERE owner = ? AND peer = ? AND code = ?',
    ),
    forgetOwn: lasting.prepare<[number, string]>(
      'DELETE FROM own_nonces WHERE owner = ? AND peer = ?',
    ),
    forgetPeers: lasting.prepare<[number, string]>(
      'DELETE FROM peer_nonces WHERE owner = ? AND peer = ?',
    ),
    wipe: (['own_nonces', 'peer_nonces', 'requests'] as const).map((table) =>
      lasting.prepare<[number]>(`DELETE FROM ${table} WHERE owner = ?`),
    ),
    entries: swift
      .prepare<[number, string, List], string>(
        'SELECT entry FROM peer_nonces WHERE owner = ? AND peer = ? AND list = ? ORDER BY position',
      )
      .pluck(),
    append: swift.prepare<[number, string, List, string]>(
      'INSERT INTO peer_nonces (owner, peer, list, entry) VALUES (?, ?, ?, ?)',
    ),
    remove: swift.prepare<[number, string, List, string]>(
      'DELETE FROM peer_nonces WHERE owner = ? AND peer = ? AND list = ? AND entry = ?',
    ),
    isKnown: lasting
      .prepare<[number, string, string, number], number>(
        'SELECT 1 FROM requests WHERE owner = ? AND author = ? AND request_id = ? AND until >= ?',
      )
      .pluck(),
    /** Of requests: by themselves, or with the nonces that they spend. */
    swiftly: prepareRequests(swift),
    lastingly: prepareRequests(lasting),
  }
}

export type RequestStatements = ReturnType<typeof prepareRequests>

const prepareRequests = (db: Database.Database) => ({
  remember: db.prepare<[number, string, string, number]>(
    `INSERT INTO requests (owner, author, request_id, until) VALUES (?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  ),
  dropExpired: db.prepare<[number, number]>(DROP_EXPIRED),
  countRequests: db
    .prepare<[number, string], number>(
      'SELECT count(*) FROM requests WHERE owner = ? AND author = ?',
    )
    .pluck(),
  dropOldest: db.prepare<[number, string]>(
    `DELETE FROM requests WHERE position =
       (SELECT position FROM requests WHERE owner = ? AND author = ? ORDER BY position LIMIT 1)`,
  ),
})

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
  { owner, peer }: { owner: number; peer: string },
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
  for (const item of found.slice(0, found.length - staying)) {
    remove.run(owner, peer, list, entryOf(item))
  }
  for (const item of wanted.slice(staying)) append.run(owner, peer, list, entryOf(item))
}
