import type Database from 'better-sqlite3'
import { read, write } from './database.ts'

/** What is known of a peer, for one share. */
export type PeerGenerations = {
  /** A message of its in the 2026 generation was verified once. */
  heardIn2026: boolean
  /** The owner has it signed with in 1.x all the same. */
  firstAllowed: boolean
}

export type GenerationsOfPeers = {
  /** By the peer's x-only key, for the share whose own x-only key is `self`. */
  of(self: string): Map<string, PeerGenerations>
  heardIn2026(self: string, peer: string): void
  allowFirst(self: string, peer: string, allowed: boolean): void
}

type Row = { peer: string; heard_2026: 0 | 1; allow_1x: 0 | 1 }

/** What peers speak, in an open, migrated database. Everything throws a StoreError when it fails. */
export function createGenerationsOfPeers(db: Database.Database): GenerationsOfPeers {
  const all = db.prepare<[string], Row>('SELECT * FROM peer_generations WHERE self = ?')
  const hear = db.prepare<[string, string]>(
    `INSERT INTO peer_generations (self, peer, heard_2026) VALUES (?, ?, 1)
     ON CONFLICT (self, peer) DO UPDATE SET heard_2026 = 1`,
  )
  const allow = db.prepare<[string, string, number]>(
    `INSERT INTO peer_generations (self, peer, allow_1x) VALUES (?, ?, ?)
     ON CONFLICT (self, peer) DO UPDATE SET allow_1x = excluded.allow_1x`,
  )
  return {
    of: (self) =>
      new Map(
        read(db, () => all.all(self)).map((row) => [
          row.peer,
          { heardIn2026: row.heard_2026 === 1, firstAllowed: row.allow_1x === 1 },
        ]),
      ),
    heardIn2026: (self, peer) => {
      write(db, () => hear.run(self, peer))
    },
    allowFirst: (self, peer, allowed) => {
      write(db, () => allow.run(self, peer, Number(allowed)))
    },
  }
}
