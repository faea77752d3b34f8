import type { Migration } from '../migrate.ts'

/** 'FLOE' in ASCII: tells our database from any other SQLite file. */
export const APPLICATION_ID = 0x464c4f45

export const initial: Migration = {
  version: 1,
  name: 'initial',
  up: (db) => {
    db.exec(`
      PRAGMA application_id = ${APPLICATION_ID};

      -- The four settings that the environment can give too. A deleted one keeps its row, so
      -- that the environment's value does not come back.
      CREATE TABLE env_settings (
        name    TEXT PRIMARY KEY,
        value   TEXT,
        sealed  BLOB,
        deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
        CHECK ((value IS NOT NULL) + (sealed IS NOT NULL) + deleted = 1)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE settings (
        name  TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      -- Numbers that only rise.
      CREATE TABLE counters (
        name  TEXT PRIMARY KEY,
        value INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE peer_policies (
        pubkey        TEXT PRIMARY KEY CHECK (length(pubkey) = 64),
        allow_send    INTEGER NOT NULL CHECK (allow_send IN (0, 1)),
        allow_receive INTEGER NOT NULL CHECK (allow_receive IN (0, 1))
      ) STRICT, WITHOUT ROWID;

      -- In the order in which they were saved: the clock may jump. Times are in milliseconds.
      CREATE TABLE share_records (
        position INTEGER PRIMARY KEY AUTOINCREMENT,
        id       TEXT NOT NULL UNIQUE,
        saved_at INTEGER NOT NULL,
        sealed   BLOB NOT NULL
      ) STRICT;

      CREATE TABLE audit (
        id      INTEGER PRIMARY KEY AUTOINCREMENT,
        at      INTEGER NOT NULL,
        actor   TEXT NOT NULL,
        action  TEXT NOT NULL,
        outcome TEXT NOT NULL,
        detail  TEXT NOT NULL CHECK (json_valid(detail))
      ) STRICT;

      -- Outlives the rows of the audit, which is capped.
      CREATE TABLE partial_signatures (
        peer  TEXT PRIMARY KEY,
        given INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
