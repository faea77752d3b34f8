import { randomBytes } from 'node:crypto'
import type Database from 'better-sqlite3'
import { read } from '../database.ts'
import type { SpentMark } from '../spent-mark.ts'

/** One row: which file this is, and how many of our nonces were deleted from it, for whatever reason. */
export const STATE_SQL = `
    CREATE TABLE state (
      id         INTEGER PRIMARY KEY CHECK (id = 1),
      generation INTEGER NOT NULL,
      file       TEXT NOT NULL,
      spent      INTEGER NOT NULL
    ) STRICT;

    -- With the nonce, in the one statement that deletes it.
    CREATE TRIGGER spent AFTER DELETE ON own_nonces BEGIN
      UPDATE state SET spent = spent + 1;
    END;
  `

const FILE_BYTES = 16
/** A generation below every mark's. */
const BEFORE_ALL = 0

/** Adds the state of a new file: the generation after the mark's. Inside the caller's transaction. */
export const beginState = (db: Database.Database, mark: SpentMark | undefined): void =>
  put(db, (mark?.generation ?? BEFORE_ALL) + 1)

/** Adds the state to a file of an older Floe. If there is a mark, somebody has put such a file back. */
export const addState = (db: Database.Database, mark: SpentMark | undefined): void => {
  db.exec(STATE_SQL)
  put(db, mark === undefined ? BEFORE_ALL + 1 : BEFORE_ALL)
}

function put(db: Database.Database, generation: number): void {
  db.prepare('INSERT INTO state (id, generation, file, spent) VALUES (1, ?, ?, 0)').run(
    generation,
    randomBytes(FILE_BYTES).toString('base64url'),
  )
}

/** Undefined if somebody deleted it. Throws a StoreError. */
export const stateOf = (db: Database.Database): SpentMark | undefined =>
  read(db, () => db.prepare<[], SpentMark>('SELECT generation, file, spent FROM state').get())

/**
 * Whether a file is older than its mark: of an earlier generation, another file of the same generation, or with
 * fewer nonces deleted. A mark of an earlier generation says nothing.
 */
export function isOlder(state: SpentMark | undefined, mark: SpentMark | undefined): boolean {
  if (state === undefined) return true
  if (mark === undefined || state.generation > mark.generation) return false
  if (state.generation < mark.generation || state.file !== mark.file) return true
  return state.spent < mark.spent
}
