import type { Migration } from '../migrate.ts'

export const rules: Migration = {
  version: 10,
  name: 'rules',
  up: (db) => {
    db.exec(`
      -- What the owner lets callers do. Ids are of a counter, so that none is given twice.
      CREATE TABLE rules (
        id           INTEGER PRIMARY KEY,
        keyset       INTEGER NOT NULL,
        -- NULL: everyone.
        door         TEXT,
        -- NULL: all of the door.
        caller       TEXT,
        -- NULL here and below: any.
        operation    TEXT,
        kinds        TEXT CHECK (json_valid(kinds)),
        counterparty TEXT CHECK (length(counterparty) = 64),
        verdict      TEXT NOT NULL CHECK (verdict IN ('allow', 'ask', 'refuse')),
        limit_count  INTEGER,
        limit_per    TEXT,
        limit_beyond TEXT,
        created_at   INTEGER NOT NULL,
        -- NULL: for ever.
        until        INTEGER,
        CHECK (door IS NOT NULL OR caller IS NULL),
        CHECK ((limit_count IS NULL) + (limit_per IS NULL) + (limit_beyond IS NULL) IN (0, 3))
      ) STRICT;

      -- How often callers have used limited rules. Written for each such signature: in its order.
      CREATE TABLE uses (
        keyset INTEGER NOT NULL,
        at     INTEGER NOT NULL,
        rule   INTEGER NOT NULL,
        caller TEXT NOT NULL,
        times  INTEGER NOT NULL,
        PRIMARY KEY (keyset, at, rule, caller)
      ) STRICT, WITHOUT ROWID;

      -- What the owner has set for a caller.
      CREATE TABLE standings (
        keyset    INTEGER NOT NULL,
        door      TEXT NOT NULL,
        caller    TEXT NOT NULL,
        name      TEXT,
        preset    TEXT,
        suspended INTEGER NOT NULL CHECK (suspended IN (0, 1)),
        PRIMARY KEY (keyset, door, caller)
      ) STRICT, WITHOUT ROWID;

      -- Open questions: who asks for what, and until when, is sealed.
      CREATE TABLE questions (
        keyset INTEGER NOT NULL,
        id     TEXT NOT NULL,
        sealed BLOB NOT NULL,
        PRIMARY KEY (keyset, id)
      ) STRICT;

      -- Answers that stand for the same request, of which a digest tells it.
      CREATE TABLE answers (
        keyset  INTEGER NOT NULL,
        id      TEXT NOT NULL,
        request TEXT NOT NULL,
        answer  TEXT NOT NULL CHECK (answer IN ('allowed', 'refused')),
        until   INTEGER NOT NULL,
        PRIMARY KEY (keyset, id)
      ) STRICT, WITHOUT ROWID;

      -- One row while nothing is signed because the owner said so; it is of no keyset.
      CREATE TABLE stop (
        id    INTEGER PRIMARY KEY CHECK (id = 1),
        since INTEGER NOT NULL,
        -- NULL: until it is lifted.
        until INTEGER
      ) STRICT;
    `)
  },
}
