import type { Migration } from '../migrate.ts'

export const approveScope: Migration = {
  version: 11,
  name: 'approve-scope',
  up: (db) => {
    db.exec(`
      -- SQLite can't change a CHECK: both tables are made anew, with one scope more.

      ALTER TABLE sessions RENAME TO sessions_before;
      CREATE TABLE sessions (
        hash         TEXT PRIMARY KEY CHECK (length(hash) = 43),
        user_id      TEXT NOT NULL,
        scope        TEXT NOT NULL CHECK (scope IN ('read', 'sign', 'approve', 'admin')),
        -- Names the credential that opened it: when that is gone, so is the session.
        opened_by    TEXT NOT NULL,
        created_at   INTEGER NOT NULL,
        last_used_at INTEGER NOT NULL,
        expires_at   INTEGER NOT NULL,
        -- Of those that have ended the newest stay: whoever still presents one is not guessing.
        ended_at     INTEGER
      ) STRICT, WITHOUT ROWID;
      INSERT INTO sessions
        (hash, user_id, scope, opened_by, created_at, last_used_at, expires_at, ended_at)
        SELECT hash, user_id, scope, opened_by, created_at, last_used_at, expires_at, ended_at
        FROM sessions_before;
      DROP TABLE sessions_before;

      ALTER TABLE api_keys RENAME TO api_keys_before;
      CREATE TABLE api_keys (
        id           TEXT PRIMARY KEY,
        name         TEXT NOT NULL,
        hash         TEXT NOT NULL UNIQUE CHECK (length(hash) = 43),
        scope        TEXT NOT NULL CHECK (scope IN ('read', 'sign', 'approve', 'admin')),
        created_at   INTEGER NOT NULL,
        last_used_at INTEGER
      ) STRICT, WITHOUT ROWID;
      INSERT INTO api_keys (id, name, hash, scope, created_at, last_used_at)
        SELECT id, name, hash, scope, created_at, last_used_at FROM api_keys_before;
      DROP TABLE api_keys_before;
    `)
  },
}
