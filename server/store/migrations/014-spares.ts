import type { Migration } from '../migrate.ts'

export const spares: Migration = {
  version: 14,
  name: 'spares',
  up: (db) => {
    db.exec(`
      -- Shares of the group for other devices, by the x-only keys of their members. All else is sealed.
      CREATE TABLE spares (
        keyset INTEGER NOT NULL,
        id     TEXT NOT NULL,
        sealed BLOB NOT NULL,
        PRIMARY KEY (keyset, id)
      ) STRICT;
    `)
  },
}
