import { randomBytes } from 'node:crypto'
import { closeSync, constants, createWriteStream, openSync, readSync, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type Database from 'better-sqlite3'
import { backup as texts } from '#contract/codes.ts'
import { type StoreLog, schemaVersion } from '../database.ts'
import { StoreError, toStoreError } from '../errors.ts'
import { createPrivately, openOwn, sizeLimit } from '../files.ts'
import { migrations, notOfSchema } from '../migrations/index.ts'
import { isSealed, keyFits } from '../sealed-values.ts'
import { KEY_BYTES } from '../sealing.ts'
import { findSealingKey, keyFromSecret } from '../sealing-key.ts'
import { takeChecksum } from './checksum.ts'
import { type BackupNote, checkIntegrity, isFloeDatabase, openCopy } from './copy.ts'
import { pendingNames } from './pending.ts'
import { openKey } from './sealed-key.ts'

export interface ReceivedOptions {
  dataDir: string
  /** SECRET_KEY, if the environment has one: a back-up with another key is sealed again with it. */
  secret: string | undefined
  /** The key that the back-up is sealed with: the text of a secret.key, or the SECRET_KEY of that time. */
  oldKey: string | undefined
  /** Called only if the key inside the back-up is needed. Without a passphrase such a back-up is refused. */
  passphrase(): Promise<string | undefined>
  log: StoreLog
}

const SQLITE_HEAD = Buffer.from('SQLite format 3\0')

/**
 * Saves a back-up's bytes in the data folder, for stageRestore or checkBackup. The caller owns the folder.
 * Throws TOO_LARGE, NO_BACKUP if it is no database, and errors of the file system; nothing is left then.
 */
export async function receiveBackup(
  source: AsyncIterable<Uint8Array>,
  dataDir: string,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { copy } = pendingNames(dataDir)
  const limit = sizeLimit(
    maxBytes,
    () => new StoreError('TOO_LARGE', texts.tooLarge(Math.floor(maxBytes / 1_048_576))),
  )
  try {
    discardCopy(dataDir)
    createPrivately(copy)
    await pipeline(source, limit, createWriteStream(copy, { fd: openOwn(copy, constants.O_RDWR) }))
    requireSqlite(copy)
  } catch (error) {
    discardCopy(dataDir)
    throw toStoreError(error, copy)
  }
}

/** Removes what receiveBackup saved. */
export function discardCopy(dataDir: string): void {
  const { copy } = pendingNames(dataDir)
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(copy + suffix, { force: true })
}

/** Opens a received copy after checking that it is intact and Floe's. Throws what stageRestore does. */
export function openReceived(file: string): Database.Database {
  takeChecksum(file)
  const copy = openCopy(file)
  try {
    if (!isFloeDatabase(copy)) throw new StoreError('NO_BACKUP', texts.notBackup('another program'))
    refuseNewerBackup(copy)
    // First: even a check of rows would run foreign triggers and expressions.
    requireOwnSchema(copy)
    checkIntegrity(copy)
    return copy
  } catch (error) {
    copy.close()
    throw error
  }
}

/** The key that a copy is sealed with. */
export interface KeyFor {
  key: Buffer
  /** It replaces the folder's key, or is the first there. */
  isNew: boolean
  /** It came with the back-up, or was given for it. */
  isGiven: boolean
  /** The environment's key, if it is another: everything is sealed again with it, and `key` is not kept. */
  own?: Buffer
}

/** The key of a copy: a new one where nothing is sealed and none is here. Throws a StoreError. */
export async function keyFor(
  db: Database.Database,
  note: BackupNote | undefined,
  { dataDir, secret, oldKey, passphrase, log }: ReceivedOptions,
): Promise<KeyFor> {
  const own = findSealingKey({ dataDir, secret, log })
  // Restoring where the back-up was made takes no key or passphrase.
  if (own !== undefined && keyFits(db, own)) return { key: own, isNew: false, isGiven: false }
  if (!isSealed(db)) return { key: randomBytes(KEY_BYTES), isNew: true, isGiven: false }
  const key =
    oldKey === undefined ? await keyInside(db, note, { passphrase, own }) : keyGiven(db, oldKey)
  // The environment's key would override a key file at the next start.
  return secret === undefined || own === undefined
    ? { key, isNew: true, isGiven: true }
    : { key, isNew: false, isGiven: true, own }
}

async function keyInside(
  db: Database.Database,
  note: BackupNote | undefined,
  { passphrase, own }: Pick<ReceivedOptions, 'passphrase'> & { own: Buffer | undefined },
): Promise<Buffer> {
  const sealedKey = note?.sealedKey ?? null
  if (sealedKey === null) {
    throw new StoreError(own === undefined ? 'NO_KEY' : 'WRONG_KEY', texts.wrongKey)
  }
  const given = await passphrase()
  if (given === undefined) throw new StoreError('NO_PASSPHRASE', texts.passphraseNeeded)
  return openFittingKey(db, sealedKey, given)
}

/** Opens the key inside a copy. Throws WRONG_PASSPHRASE, and CORRUPT if it is not the key of the copy. */
export async function openFittingKey(
  db: Database.Database,
  sealedKey: Uint8Array,
  passphrase: string,
): Promise<Buffer> {
  const key = await openKey(sealedKey, passphrase)
  if (!keyFits(db, key)) throw new StoreError('CORRUPT', texts.damaged('sealing key'))
  return key
}

function keyGiven(db: Database.Database, text: string): Buffer {
  let key: Buffer | undefined
  try {
    key = keyFromSecret(text)
  } catch (cause) {
    throw new StoreError('WRONG_KEY', texts.oldKeyWrong, { cause })
  }
  if (!keyFits(db, key)) throw new StoreError('WRONG_KEY', texts.oldKeyWrong)
  return key
}

function requireSqlite(file: string): void {
  const head = Buffer.alloc(SQLITE_HEAD.length)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, head)
  } finally {
    closeSync(handle)
  }
  if (!head.equals(SQLITE_HEAD)) throw new StoreError('NO_BACKUP', texts.notBackup('no database'))
}

function refuseNewerBackup(db: Database.Database): void {
  const found = schemaVersion(db)
  const known = migrations.length
  if (found > known) throw new StoreError('NEWER_DATABASE', texts.newer(found, known))
  if (found < 1) throw new StoreError('NO_BACKUP', texts.notBackup('empty'))
}

function requireOwnSchema(db: Database.Database): void {
  const foreign = notOfSchema(db)
  if (foreign !== undefined) throw new StoreError('NO_BACKUP', texts.notBackup(foreign))
}
