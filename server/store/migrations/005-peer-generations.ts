import type { Migration } from '../migrate.ts'

export const peerProtocols: Migration = {
  version: 5,
  name: 'peer-generations',
  up: (db) => {
    db.exec(`
      -- Which peers of a share were ever heard in the 2026 generation, so that nobody can lead back to
      -- 1.x by being silent in it; and with which the owner allows 1.x all the same. Keys are x-only.
      CREATE TABLE peer_generations (
        self       TEXT NOT NULL CHECK (length(self) = 64),
        peer       TEXT NOT NULL CHECK (length(peer) = 64),
        heard_2026 INTEGER NOT NULL DEFAULT 0 CHECK (heard_2026 IN (0, 1)),
        allow_1x   INTEGER NOT NULL DEFAULT 0 CHECK (allow_1x IN (0, 1)),
        PRIMARY KEY (self, peer)
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
