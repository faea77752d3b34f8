import Database from 'better-sqlite3'

/** What an older Floe left out. */
type Older = 'without a state' | 'without keysets' | 'without ids of pools'

/** Turns a file of this Floe's nonces, which nobody has open, into an older Floe's with the same content. */
export function makeOlder(file: string, older: Older): void {
  const db = new Database(file)
  try {
    db.exec('DROP TABLE pools; PRAGMA user_version = 5')
    if (older === 'without ids of pools') return
    db.pragma('foreign_keys = OFF')
    // Otherwise references to the table would follow its new name.
    db.pragma('legacy_alter_table = ON')
    // Byte for byte: files of another shape are refused.
    db.exec(`
      ALTER TABLE owners RENAME TO owners_now;
      CREATE TABLE owners (
      id      INTEGER PRIMARY KEY,
      key_id  BLOB NOT NULL UNIQUE,
      joining INTEGER NOT NULL UNIQUE CHECK (joining IN (0, 1)),
      gid     TEXT
    ) STRICT;
      INSERT INTO owners SELECT id, key_id, joining, gid FROM owners_now;
      DROP TABLE owners_now;
      PRAGMA user_version = 4`)
    if (older === 'without a state') {
      db.exec('DROP TRIGGER spent; DROP TABLE state; PRAGMA user_version = 3')
    }
  } finally {
    db.close()
  }
}
