import type { Migration } from '../migrate.ts'

export const profiles: Migration = {
  version: 17,
  name: 'profiles',
  up: (db) => {
    db.exec(`
      -- What nostr tells of an identity, by its x-only key, where its owner wants that looked for: a keyset
      -- without a row does not. Times are Unix milliseconds, but event_at in Unix seconds.
      CREATE TABLE profiles (
        keyset       INTEGER PRIMARY KEY,
        pubkey       TEXT NOT NULL,
        name         TEXT,
        event_at     INTEGER,
        picture_url  TEXT,
        picture_type TEXT,
        picture      BLOB,
        fetched_at   INTEGER
      ) STRICT;
    `)
  },
}
