import type Database from 'better-sqlite3'
import { backup as texts } from '#contract/codes.ts'
import { StoreError } from '../errors.ts'
import { checkSealed, keyFits } from '../sealed-values.ts'
import { createSealer } from '../sealing.ts'
import { type BackupNote, countRows, damaged, readNote } from './copy.ts'
import { pendingNames } from './pending.ts'
import { discardCopy, keyFor, openReceived, type ReceivedOptions } from './receive.ts'
import { openKey } from './sealed-key.ts'

export interface BackupContents {
  /** Milliseconds, and which Floe; undefined for a bare database. */
  note: { madeAt: number; madeBy: string } | undefined
  /**
   * The key that it is sealed with. opened: inside, and the passphrase opens it; locked: inside, without a
   * passphrase given; outside: not in the back-up, but here, or given.
   */
  key: 'opened' | 'locked' | 'outside'
  /** The names of its keysets. */
  keysets: string[]
  /** How many there are of each. */
  counts: { apps: number; apiKeys: number; rules: number; audit: number }
}

/**
 * Checks a received back-up as a restore does, and deletes the copy. A given passphrase is tried even if the
 * key is here. Throws what stageRestore does.
 */
export async function checkBackup(options: ReceivedOptions): Promise<BackupContents> {
  const { copy: file } = pendingNames(options.dataDir)
  let copy: Database.Database | undefined
  try {
    copy = openReceived(file)
    const note = readNote(copy)
    const passphrase = await options.passphrase()
    const inside = note?.sealedKey ?? null
    const key =
      inside === null || passphrase === undefined
        ? (await keyFor(copy, note, options)).key
        : await keyOpened(copy, inside, passphrase)
    checkSealed(copy, createSealer(key))
    return {
      note: note && { madeAt: note.madeAt, madeBy: note.madeBy },
      key: inside === null ? 'outside' : passphrase === undefined ? 'locked' : 'opened',
      ...contentsOf(copy),
    }
  } catch (error) {
    throw damaged(error, file)
  } finally {
    copy?.close()
    discardCopy(options.dataDir)
  }
}

async function keyOpened(
  copy: Database.Database,
  inside: NonNullable<BackupNote['sealedKey']>,
  passphrase: string,
): Promise<Buffer> {
  const key = await openKey(inside, passphrase)
  if (!keyFits(copy, key)) throw new StoreError('CORRUPT', texts.damaged('sealing key'))
  return key
}

function contentsOf(copy: Database.Database): Pick<BackupContents, 'keysets' | 'counts'> {
  const rows = countRows(copy)
  const count = (table: string): number => rows.get(table) ?? 0
  return {
    keysets: copy
      .prepare<[], string>(
        "SELECT value FROM env_settings WHERE name = 'GROUP_NAME' AND value <> ''",
      )
      .pluck()
      .all(),
    counts: {
      apps: count('apps'),
      apiKeys: count('api_keys'),
      rules: count('rules'),
      audit: count('audit'),
    },
  }
}
