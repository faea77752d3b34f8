import type { Migration } from '../migrate.ts'

export const guards: Migration = {
  version: 7,
  name: 'guards',
  up: (db) => {
    db.exec(`
      -- For each guarded table the list of its rows as Floe has written them, sealed (guards.ts).
      CREATE TABLE guards (
        name   TEXT PRIMARY KEY,
        sealed BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;

      -- How far the file of what is used once had come when it was last written (spent-mark.ts).
      CREATE TABLE spent_mark (
        id         INTEGER PRIMARY KEY CHECK (id = 1),
        generation INTEGER NOT NULL,
        file       TEXT NOT NULL,
        spent      INTEGER NOT NULL
      ) STRICT;
    `)
  },
}
