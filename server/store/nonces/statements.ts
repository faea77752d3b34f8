import type { Nonce } from '../../frostr/next/messages.ts'
import type { NonceFile } from './file.ts'
import type { SeenRequest } from './seen-requests.ts'

type List = 'held' | 'used'

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
    requests: swift.prepare<[number], SeenRequest>(
      'SELECT author, request_id AS requestId, until FROM requests WHERE owner = ? ORDER BY until',
    ),
    remember: swift.prepare<[number, number, string, string]>(
      `INSERT INTO requests (owner, until, author, request_id) VALUES (?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    ),
    forgetRequest: swift.prepare<[number, number, string, string]>(
      'DELETE FROM requests WHERE owner = ? AND until = ? AND author = ? AND request_id = ?',
    ),
    dropExpired: swift.prepare<[number, number]>(
      'DELETE FROM requests WHERE owner = ? AND until < ?',
    ),
  }
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
