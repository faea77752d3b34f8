import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { backup as coded } from '#contract/codes.ts'
import { backupOutput as texts } from '#contract/messages.ts'
import { openExisting, type StoreLog } from '../database.ts'
import { StoreError, toStoreError } from '../errors.ts'
import { createPrivately, syncFolder } from '../files.ts'
import { createGuards } from '../guards.ts'
import { requireDatabase } from '../outside.ts'
import { checkSealed } from '../sealed-values.ts'
import { createSealer } from '../sealing.ts'
import { findSealingKey } from '../sealing-key.ts'
import { addChecksum } from './checksum.ts'
import {
  checkIntegrity,
  countRows,
  leaveOutShares,
  openCopy,
  type SealedAccess,
  writeNote,
} from './copy.ts'
import { type PassphraseCost, sealKey } from './sealed-key.ts'

export interface BackupOptions {
  dataDir: string
  /** The file to write; made as a file beside it whose name ends in `.new`. */
  target: string
  /** Whether it may replace a file. */
  replace: boolean
  /** SECRET_KEY, when the environment gives one. */
  secret: string | undefined
  /** With this passphrase the sealing key goes into the back-up, encrypted. */
  passphrase: string | undefined
  /** The cost of deriving a key from the passphrase; only tests set it. */
  passphraseCost?: PassphraseCost | undefined
  /** The version of Floe. */
  madeBy: string
  /** Milliseconds. */
  now: number
  log: StoreLog
}

/** More pages than any database has: one step, and so one snapshot, even while others write. */
const ALL_PAGES = 0x7fffffff

/**
 * Copies the database to `target` (0600), beside a server that may be running: it takes no lock on
 * the folder, and the server's writes go on. The copy is of one instant; it is checked page by page
 * and row by row before it gets its name, and it is on the disk when this returns.
 *
 * It blocks the thread while SQLite copies and checks: a server runs it in another thread.
 *
 * Throws EXISTS, NO_DATABASE, NEWER_DATABASE, CORRUPT, FORGED, NO_KEY when the key was asked for and there
 * is none, WRONG_KEY when the credentials are not sealed with the key at hand, and errors of the file system.
 */
export async function makeBackup(options: BackupOptions): Promise<{ bytes: number }> {
  const { dataDir, target, replace, secret, passphrase, passphraseCost, madeBy, now, log } = options
  const file = join(dataDir, 'floe.db')
  refuseExisting(target, replace)
  requireDatabase(file, dataDir)
  const key = findSealingKey({ dataDir, secret, log })
  if (passphrase !== undefined && key === undefined) {
    throw new StoreError('NO_KEY', coded.noKeyForBackup)
  }
  const sealedKey =
    key === undefined || passphrase === undefined
      ? null
      : await sealKey(key, passphrase, passphraseCost)
  const unfinished = `${target}.${randomBytes(4).toString('hex')}.new`
  try {
    createPrivately(unfinished)
    const rows = await copyAtOnce(file, unfinished)
    const copy = openCopy(unfinished)
    try {
      checkIntegrity(copy)
      expectRows(copy, rows)
      leaveOutShares(copy, key === undefined ? undefined : openSealed(copy, key, log))
      writeNote(copy, { madeAt: now, madeBy, sealedKey })
    } finally {
      copy.close()
    }
    addChecksum(unfinished)
    refuseExisting(target, replace)
    renameSync(unfinished, target)
    syncFolder(dirname(target))
    return { bytes: statSync(target).size }
  } catch (error) {
    rmSync(unfinished, { force: true })
    rmSync(`${unfinished}-journal`, { force: true })
    throw toStoreError(error, target)
  }
}

function refuseExisting(target: string, replace: boolean): void {
  const there = statSync(target, { throwIfNoEntry: false })
  if (there !== undefined && (!replace || !there.isFile())) {
    throw new StoreError('EXISTS', texts.exists(target))
  }
}

/** Throws if a sealed value or a list of rows does not open. */
function openSealed(copy: Database.Database, key: Uint8Array, log: StoreLog): SealedAccess {
  const sealer = createSealer(key)
  checkSealed(copy, sealer)
  const guards = createGuards(copy, key, log)
  guards.verify()
  return { sealer, guards }
}

/** Copies the database. @returns the number of rows of each table at that instant */
async function copyAtOnce(file: string, target: string): Promise<Map<string, number>> {
  const source = openExisting(file)
  try {
    // A read transaction, so that the counts and the copy are of the same instant.
    source.exec('BEGIN')
    const rows = countRows(source)
    await source.backup(target, { progress: () => ALL_PAGES })
    source.exec('COMMIT')
    return rows
  } finally {
    source.close()
  }
}

function expectRows(copy: Database.Database, rows: ReadonlyMap<string, number>): void {
  const copied = countRows(copy)
  for (const [table, count] of rows) {
    if (copied.get(table) !== count) throw new StoreError('CORRUPT', coded.copyDiffers(table))
  }
}
