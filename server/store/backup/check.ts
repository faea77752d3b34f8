import type Database from 'better-sqlite3'
import { checkSealed } from '../sealed-values.ts'
import { createSealer } from '../sealing.ts'
import { type BackupOrigin, countRows, damaged, originOf, readNote } from './copy.ts'
import { pendingNames } from './pending.ts'
import { keyFor, openFittingKey, openReceived, type ReceivedOptions } from './receive.ts'

export interface BackupContents {
  origin: BackupOrigin | undefined
  /**
   * Whether the sealing key is in the back-up. opened: yes, and the passphrase opens it; locked: yes, but no
   * passphrase was given; outside: no, the key is here or was given.
   */
  key: 'opened' | 'locked' | 'outside'
  /** The names of its keysets. */
  keysets: string[]
  counts: { apps: number; apiKeys: number; rules: number; audit: number }
}

/**
 * Checks what receiveBackup saved as a restore does. A given passphrase is tried even if the key is here. Throws what
 * stageRestore does.
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
        : await openFittingKey(copy, inside, passphrase)
    checkSealed(copy, createSealer(key))
    return {
      origin: originOf(note),
      key: inside === null ? 'outside' : passphrase === undefined ? 'locked' : 'opened',
      ...contentsOf(copy),
    }
  } catch (error) {
    throw damaged(error, file)
  } finally {
    copy?.close()
  }
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
