import type { Migration } from '../migrate.ts'

export const apps: Migration = {
  version: 13,
  name: 'apps',
  up: (db) => {
    db.exec(`
      -- Remote-signing clients (NIP-46): keys, secrets and claims of each are sealed.
      CREATE TABLE apps (
        keyset INTEGER NOT NULL,
        id     TEXT NOT NULL,
        sealed BLOB NOT NULL,
        PRIMARY KEY (keyset, id)
      ) STRICT;

      -- Requests that were taken on, by their events' ids, so that none is done twice.
      CREATE TABLE app_requests (
        keyset   INTEGER NOT NULL,
        id       TEXT NOT NULL,
        app      TEXT NOT NULL,
        at       INTEGER NOT NULL,
        -- The event as it came, and the question, while it waits for the owner; the content is encrypted.
        event    TEXT,
        question TEXT,
        answered INTEGER NOT NULL CHECK (answered IN (0, 1)),
        PRIMARY KEY (keyset, id)
      ) STRICT, WITHOUT ROWID;

      -- What each app did on a day (UTC), by what it was: 'sign:1', 'nip44.decrypt'.
      CREATE TABLE app_days (
        keyset INTEGER NOT NULL,
        app    TEXT NOT NULL,
        day    TEXT NOT NULL,
        use    TEXT NOT NULL,
        times  INTEGER NOT NULL,
        last   INTEGER NOT NULL,
        PRIMARY KEY (keyset, app, day, use)
      ) STRICT, WITHOUT ROWID;

      -- The preset is called what the calls call it.
      UPDATE standings SET preset = 'careful' WHERE preset = 'reversible';
    `)
  },
}
