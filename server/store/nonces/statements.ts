import type { NonceFile } from './file.ts'

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
    remember: swift.prepare<[number, string, string, number]>(
      `INSERT INTO requests (owner, author, request_id, until) VALUES (?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    ),
    dropExpired: swift.prepare<[number]>('DELETE FROM requests WHERE until < ?'),
    dropOldest: swift.prepare<{ owner: number; author: string; kept: number }>(
      `DELETE FROM requests WHERE owner = :owner AND author = :author AND position <=
         (SELECT position FROM requests WHERE owner = :owner AND author = :author
          ORDER BY position DESC LIMIT 1 OFFSET :kept)`,
    ),
  }
}

/** A list grows at its end and shrinks anywhere: what stays is not written again. */
export function keepList(
  { entries, append, remove }: Statements,
  { owner, peer, list }: { owner: number; peer: string; list: List },
  wanted: readonly string[],
): void {
  const isWanted = new Set(wanted)
  const found = entries.all(owner, peer, list)
  const staying = found.filter((entry) => isWanted.has(entry))
  const inPlace = staying.every((entry, n) => entry === wanted[n]) ? new Set(staying) : new Set()
  for (const entry of found) if (!inPlace.has(entry)) remove.run(owner, peer, list, entry)
  for (const entry of wanted) if (!inPlace.has(entry)) append.run(owner, peer, list, entry)
}
