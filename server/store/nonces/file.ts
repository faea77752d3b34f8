import { constants, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { store as coded } from '#contract/codes.ts'
import { dataFolder as texts } from '#contract/messages.ts'
import { checkTables, openDatabase, type StoreLog, schemaVersion, write } from '../database.ts'
import { StoreError } from '../errors.ts'
import { requireAccess, syncFolder } from '../files.ts'
import { foreignObject } from '../migrate.ts'
import type { SpentMark, SpentMarks } from '../spent-mark.ts'
import { POOLS_SQL } from './pools.ts'
import { addState, beginState, isOlder, STATE_SQL, stateOf } from './state.ts'

/** In the data folder. Never in a back-up: a nonce that is used again gives the share away. */
const NONCES_FILE = 'nonces.db'
/** The suffix of a damaged file that was moved aside, to be looked at; the newest is kept. */
const ASIDE = '.damaged'

/** "FloN": tells the file from any other that may end up here. */
const APPLICATION_ID = 0x466c6f4e
const SCHEMA = 6
/**
 * Older schemas, which are updated: one without a state (state.ts), one whose owners have no keyset, and one
 * whose pools have no ids (pools.ts).
 */
const STATELESS = 3
const BEFORE_KEYSETS = 4
const BEFORE_POOLS = 5

/**
 * SQLite's `synchronous`: a commit waits until it is on the disk. With a write-ahead log this is the same as
 * FULL; where SQLite can't have a log and falls back to a journal, the folder is synced as well.
 */
export const LASTING = 'EXTRA'

/**
 * Opens the nonces of a data folder, or makes an empty file for them. A file that is damaged, or of another version
 * of Floe, is moved aside: losing nonces costs time, trusting wrong ones the share. A file that is older than its
 * mark is emptied: nonces that were used up would be unspent in it. The caller owns the folder (lock.ts). Throws a
 * StoreError, also if the file belongs to another user: that can be mended, and its nonces are sound.
 *
 * @param marks how many nonces are used up, stored outside the file; without them a file of any age is accepted
 */
export function openNonceFile(
  dataDir: string,
  log: StoreLog,
  marks?: SpentMarks,
): Database.Database {
  const file = join(dataDir, NONCES_FILE)
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    requireAccess(path, constants.R_OK | constants.W_OK)
  }
  const mark = marks?.get()
  let db = openSound(file, mark, log)
  try {
    if (isOlder(stateOf(db), mark)) {
      db.close()
      removeNonces(dataDir)
      log.warn(
        {},
        'the file of the nonces is an older one than was here before: somebody has put it back. It was ' +
          'emptied, as its nonces may be used up: an Igloo of before 2026-06 fails to get signatures until it ' +
          'has tried those that it still holds: ask on it again until it signs.',
      )
      marks?.onOlder()
      db = openSound(file, mark, log)
    }
    keepMark(db, marks)
    db.pragma(`synchronous = ${LASTING}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Leaves one file and no log, when the disk has room for that. */
export function closeNonceFile(db: Database.Database, log: StoreLog): void {
  emptyLog(db, log)
  db.close()
}

/** What was deleted, even sealed, should not stay in the log until the next checkpoint. */
export function emptyLog(db: Database.Database, log: StoreLog): void {
  try {
    db.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    log.warn({ err: error }, 'the log of the nonces stays until the next start')
  }
}

/**
 * Deletes the nonces of a data folder with their logs, and what was moved aside. It can be repeated
 * from any point. To be called by the owner of the folder, while they are closed.
 */
export function removeNonces(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(NONCES_FILE)) rmSync(join(dataDir, name), { force: true })
  }
}

/** Keeps the file's state outside it, on the disk. */
export function keepMark(db: Database.Database, marks: SpentMarks | undefined): void {
  const state = stateOf(db)
  if (state === undefined || marks === undefined) return
  const known = marks.get()
  if (known?.file !== state.file || known.spent !== state.spent) marks.keep(state)
}

function openSound(file: string, mark: SpentMark | undefined, log: StoreLog): Database.Database {
  try {
    return openChecked(file, mark)
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'CORRUPT') throw error
    moveAside(file)
    log.warn(
      { reason: reasonOf(error), kept: `${file}${ASIDE}` },
      'the nonces kept for peers could not be read and were moved aside. They are lost, which is ' +
        'safe: an Igloo of before 2026-06 fails to get signatures until it has tried those that it still ' +
        'holds: ask on it again until it signs. Do not put the file back.',
    )
    return openChecked(file, mark)
  }
}

function openChecked(file: string, mark: SpentMark | undefined): Database.Database {
  const db = openDatabase(file)
  try {
    const isEmpty = schemaVersion(db) === 0 && tableCount(db) === 0
    if (isEmpty) {
      write(db, () => {
        makeTables(db)
        beginState(db, mark)
      })
    } else if (!isOurs(db)) {
      throw new StoreError('CORRUPT', coded.corrupt(file, 'of another version'))
    }
    if (schemaVersion(db) === STATELESS) {
      requireOwnTables(db, makeFirstTables)
      write(db, () => {
        addState(db, mark)
        db.pragma(`user_version = ${BEFORE_KEYSETS}`)
      })
    }
    if (schemaVersion(db) === BEFORE_KEYSETS) {
      requireOwnTables(db, makeTablesBeforeKeysets)
      giveOwnersKeysets(db)
    }
    if (schemaVersion(db) === BEFORE_POOLS) {
      requireOwnTables(db, makeTablesBeforePools)
      write(db, () => addPools(db))
    }
    requireOwnTables(db, makeTables)
    checkTables(db)
    syncFolder(dirname(file))
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * One share of a keyset runs, and beside it one may join a group, which is known once its inviter has answered
 * (owners.ts). Owners from before there were keysets belong to the first.
 */
const KEYSETS_SQL = `
    CREATE TABLE owners_of_keysets (
      id      INTEGER PRIMARY KEY,
      keyset  INTEGER NOT NULL,
      key_id  BLOB NOT NULL,
      joining INTEGER NOT NULL CHECK (joining IN (0, 1)),
      gid     TEXT,
      UNIQUE (keyset, joining)
    ) STRICT;
    INSERT INTO owners_of_keysets (id, keyset, key_id, joining, gid)
      SELECT id, 1, key_id, joining, gid FROM owners;
    DROP TABLE owners;
    ALTER TABLE owners_of_keysets RENAME TO owners;
  `

function requireOwnTables(db: Database.Database, make: (empty: Database.Database) => void): void {
  const foreign = foreignObject(db, make)
  if (foreign !== undefined) {
    throw new StoreError('CORRUPT', texts.foreignSchema(db.name, foreign))
  }
}

const isOurs = (db: Database.Database): boolean =>
  Number(db.pragma('application_id', { simple: true })) === APPLICATION_ID &&
  [STATELESS, BEFORE_KEYSETS, BEFORE_POOLS, SCHEMA].includes(schemaVersion(db))

const tableCount = (db: Database.Database): number =>
  db.prepare<[], number>('SELECT count(*) FROM sqlite_schema').pluck().get() ?? 0

function makeTables(db: Database.Database): void {
  makeTablesBeforePools(db)
  addPools(db)
}

function addPools(db: Database.Database): void {
  db.exec(POOLS_SQL)
  db.pragma(`user_version = ${SCHEMA}`)
}

function makeTablesBeforePools(db: Database.Database): void {
  makeTablesBeforeKeysets(db)
  db.exec(KEYSETS_SQL)
}

/** In one transaction, keeping the nonces: SQLite would delete them together with the old table. */
function giveOwnersKeysets(db: Database.Database): void {
  db.pragma('foreign_keys = OFF')
  try {
    write(db, () => {
      db.exec(KEYSETS_SQL)
      db.pragma(`user_version = ${BEFORE_POOLS}`)
    })
  } finally {
    db.pragma('foreign_keys = ON')
  }
}

function makeTablesBeforeKeysets(db: Database.Database): void {
  makeFirstTables(db)
  db.exec(STATE_SQL)
}

function makeFirstTables(db: Database.Database): void {
  db.pragma(`application_id = ${APPLICATION_ID}`)
  db.exec(`
    -- Whose nonces these are: the id of the key that seals them (sealing.ts). See KEYSETS_SQL.
    CREATE TABLE owners (
      id      INTEGER PRIMARY KEY,
      key_id  BLOB NOT NULL UNIQUE,
      joining INTEGER NOT NULL UNIQUE CHECK (joining IN (0, 1)),
      gid     TEXT
    ) STRICT;

    -- Ours that are unspent. Sealed: both secrets and both points.
    CREATE TABLE own_nonces (
      owner  INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
      peer   TEXT NOT NULL,
      code   TEXT NOT NULL,
      sealed BLOB NOT NULL,
      PRIMARY KEY (owner, peer, code)
    ) STRICT, WITHOUT ROWID;

    -- A peer's, oldest first: held are nonces as JSON, used are codes.
    CREATE TABLE peer_nonces (
      position INTEGER PRIMARY KEY,
      owner    INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
      peer     TEXT NOT NULL,
      list     TEXT NOT NULL CHECK (list IN ('held', 'used')),
      entry    TEXT NOT NULL,
      UNIQUE (owner, peer, list, entry)
    ) STRICT;

    -- Requests that were seen and have spent no nonce. Unix seconds.
    CREATE TABLE requests (
      owner      INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
      until      INTEGER NOT NULL,
      author     TEXT NOT NULL,
      request_id TEXT NOT NULL,
      PRIMARY KEY (owner, until, author, request_id)
    ) STRICT, WITHOUT ROWID;
  `)
}

/** The log goes first: SQLite would take it into the new file. */
function moveAside(file: string): void {
  for (const suffix of ['-wal', '-journal', '']) {
    const path = `${file}${suffix}`
    const aside = `${file}${ASIDE}${suffix}`
    rmSync(aside, { force: true })
    if (existsSync(path)) renameSync(path, aside)
  }
  rmSync(`${file}-shm`, { force: true })
  syncFolder(dirname(file))
}

const reasonOf = ({ cause, message }: StoreError): string =>
  cause instanceof Error ? cause.message : message
