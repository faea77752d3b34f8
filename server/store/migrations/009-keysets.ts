import type { Migration } from '../migrate.ts'

export const keysets: Migration = {
  version: 9,
  name: 'keysets',
  up: (db) => {
    db.exec(`
      -- In the order in which they were made. An id is never given twice: rows of the audit outlast
      -- their keyset. The first is there before its credentials are. Rows of other tables name theirs
      -- without a foreign key: whoever takes one out of here must not keep Floe from writing the others.
      CREATE TABLE keysets (
        id INTEGER PRIMARY KEY AUTOINCREMENT
      ) STRICT;

      INSERT INTO keysets (id) VALUES (1);

      -- Everything below has its keyset; what was there is of the first.

      ALTER TABLE env_settings RENAME TO env_settings_before;
      CREATE TABLE env_settings (
        keyset  INTEGER NOT NULL,
        name    TEXT NOT NULL,
        value   TEXT,
        sealed  BLOB,
        deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
        PRIMARY KEY (keyset, name),
        CHECK ((value IS NOT NULL) + (sealed IS NOT NULL) + deleted = 1)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO env_settings (keyset, name, value, sealed, deleted)
        SELECT 1, name, value, sealed, deleted FROM env_settings_before;
      DROP TABLE env_settings_before;

      ALTER TABLE settings RENAME TO settings_before;
      CREATE TABLE settings (
        keyset INTEGER NOT NULL,
        name   TEXT NOT NULL,
        value  TEXT NOT NULL,
        PRIMARY KEY (keyset, name)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO settings (keyset, name, value)
        SELECT 1, name, value FROM settings_before WHERE name = 'protocol';
      -- What concerns no keyset: when back-ups are made.
      CREATE TABLE process_settings (
        name  TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      INSERT INTO process_settings (name, value)
        SELECT name, value FROM settings_before WHERE name <> 'protocol';
      DROP TABLE settings_before;

      ALTER TABLE peer_policies RENAME TO peer_policies_before;
      CREATE TABLE peer_policies (
        keyset        INTEGER NOT NULL,
        pubkey        TEXT NOT NULL CHECK (length(pubkey) = 64),
        allow_send    INTEGER NOT NULL CHECK (allow_send IN (0, 1)),
        allow_receive INTEGER NOT NULL CHECK (allow_receive IN (0, 1)),
        denied        TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(denied)),
        PRIMARY KEY (keyset, pubkey)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO peer_policies (keyset, pubkey, allow_send, allow_receive, denied)
        SELECT 1, pubkey, allow_send, allow_receive, denied FROM peer_policies_before;
      DROP TABLE peer_policies_before;

      ALTER TABLE peer_generations RENAME TO peer_generations_before;
      CREATE TABLE peer_generations (
        keyset     INTEGER NOT NULL,
        self       TEXT NOT NULL CHECK (length(self) = 64),
        peer       TEXT NOT NULL CHECK (length(peer) = 64),
        heard_2026 INTEGER NOT NULL DEFAULT 0 CHECK (heard_2026 IN (0, 1)),
        allow_1x   INTEGER NOT NULL DEFAULT 0 CHECK (allow_1x IN (0, 1)),
        PRIMARY KEY (keyset, self, peer)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO peer_generations (keyset, self, peer, heard_2026, allow_1x)
        SELECT 1, self, peer, heard_2026, allow_1x FROM peer_generations_before;
      DROP TABLE peer_generations_before;

      ALTER TABLE share_records RENAME TO share_records_before;
      CREATE TABLE share_records (
        position INTEGER PRIMARY KEY AUTOINCREMENT,
        keyset   INTEGER NOT NULL,
        id       TEXT NOT NULL UNIQUE,
        saved_at INTEGER NOT NULL,
        sealed   BLOB NOT NULL
      ) STRICT;
      INSERT INTO share_records (position, keyset, id, saved_at, sealed)
        SELECT position, 1, id, saved_at, sealed FROM share_records_before;
      DROP TABLE share_records_before;

      ALTER TABLE partial_signatures RENAME TO partial_signatures_before;
      CREATE TABLE partial_signatures (
        keyset INTEGER NOT NULL,
        peer   TEXT NOT NULL,
        given  INTEGER NOT NULL,
        PRIMARY KEY (keyset, peer)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO partial_signatures (keyset, peer, given)
        SELECT 1, peer, given FROM partial_signatures_before;
      DROP TABLE partial_signatures_before;

      ALTER TABLE signature_hours RENAME TO signature_hours_before;
      CREATE TABLE signature_hours (
        keyset     INTEGER NOT NULL,
        hour       INTEGER NOT NULL,
        signatures INTEGER NOT NULL,
        last_at    INTEGER NOT NULL,
        PRIMARY KEY (keyset, hour)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO signature_hours (keyset, hour, signatures, last_at)
        SELECT 1, hour, signatures, last_at FROM signature_hours_before;
      DROP TABLE signature_hours_before;

      -- NULL: what was done to the machine as a whole, which is nobody's: who came in, which keys of the
      -- API there are, back-ups, the database itself.
      ALTER TABLE audit ADD COLUMN keyset INTEGER;
      UPDATE audit SET keyset = 1 WHERE action NOT IN (
        'login', 'logout', 'session.confirm', 'session.end', 'password.set',
        'api-key.create', 'api-key.revoke', 'backup', 'backup.plan', 'restore',
        'database.adopt', 'database.changed', 'nonces.older', 'audit.gap');
    `)
  },
}
