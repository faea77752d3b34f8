import type { Migration } from '../migrate.ts'

export const auth: Migration = {
  version: 2,
  name: 'auth',
  up: (db) => {
    db.exec(`
      -- Hashes are SHA-256 in base64url. What is hashed has 256 random bits: nobody can try
      -- them all, so a slow or a salted hash would protect nothing more. Times are in
      -- milliseconds.

      CREATE TABLE sessions (
        hash         TEXT PRIMARY KEY CHECK (length(hash) = 43),
        user_id      TEXT NOT NULL,
        scope        TEXT NOT NULL CHECK (scope IN ('read', 'sign', 'admin')),
        -- Names the credential that opened it: when that is gone, so is the session.
        opened_by    TEXT NOT NULL,
        created_at   INTEGER NOT NULL,
        last_used_at INTEGER NOT NULL,
        expires_at   INTEGER NOT NULL,
        -- Of those that have ended the newest stay: whoever still presents one is not guessing.
        ended_at     INTEGER
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE api_keys (
        id           TEXT PRIMARY KEY,
        name         TEXT NOT NULL,
        hash         TEXT NOT NULL UNIQUE CHECK (length(hash) = 43),
        scope        TEXT NOT NULL CHECK (scope IN ('read', 'sign', 'admin')),
        created_at   INTEGER NOT NULL,
        last_used_at INTEGER
      ) STRICT, WITHOUT ROWID;

      -- One row at most. The password hash is a PHC string.
      CREATE TABLE owner (
        id            INTEGER PRIMARY KEY CHECK (id = 1),
        username      TEXT NOT NULL,
        password_hash TEXT NOT NULL,
        changed_at    INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE sign_in_tokens (
        position   INTEGER PRIMARY KEY AUTOINCREMENT,
        hash       TEXT NOT NULL UNIQUE CHECK (length(hash) = 43),
        expires_at INTEGER NOT NULL
      ) STRICT;
    `)
  },
}
