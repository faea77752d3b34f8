import type Database from 'better-sqlite3'
import { read } from './database.ts'
import { PROOFS_KEPT } from './limits.ts'

/** When a peer last took part in a signature that was checked. */
export interface Proof {
  /** X-only key. */
  peer: string
  /** Unix milliseconds. */
  at: number
}

export interface Proofs {
  /** Inside the caller's transaction. */
  add(keyset: number, proofs: readonly Proof[]): void
  /** Of a keyset, the latest first. Throws a StoreError. */
  list(keyset: number): Proof[]
}

export function createProofs(db: Database.Database): Proofs {
  const put = db.prepare<[number, string, number]>(
    `INSERT INTO proofs (keyset, peer, at) VALUES (?, ?, ?)
     ON CONFLICT (keyset, peer) DO UPDATE SET at = excluded.at`,
  )
  // Those of groups from before.
  const dropOld = db.prepare<[number, number, number]>(
    `DELETE FROM proofs WHERE keyset = ? AND peer NOT IN (
       SELECT peer FROM proofs WHERE keyset = ? ORDER BY at DESC LIMIT ?)`,
  )
  const all = db.prepare<[number], Proof>(
    'SELECT peer, at FROM proofs WHERE keyset = ? ORDER BY at DESC, peer',
  )
  return {
    add: (keyset, proofs) => {
      for (const { peer, at } of proofs) put.run(keyset, peer, at)
      if (proofs.length > 0) dropOld.run(keyset, keyset, PROOFS_KEPT)
    },
    list: (keyset) => read(db, () => all.all(keyset)),
  }
}
