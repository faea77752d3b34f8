import type { Migration } from '../migrate.ts'

export const sealedSettings: Migration = {
  version: 12,
  name: 'sealed-settings',
  up: (db) => {
    db.exec(`
      -- Settings of a keyset that nobody may read who has the file: where notices go, and the token.
      CREATE TABLE sealed_settings (
        keyset INTEGER NOT NULL,
        name   TEXT NOT NULL,
        sealed BLOB NOT NULL,
        PRIMARY KEY (keyset, name)
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
