import { sdk } from './sdk'

/**
 * StartOS stops Floe first, and Floe then empties SQLite's log into the database; a log copied
 * beside a different database would damage it.
 */
const sqliteLogs = ['*-wal', '*-shm']

/** A nonce restored after it was used gives the share away: Floe makes new ones. */
const nonces = 'nonces.db*'

export const { createBackup, restoreInit } = sdk.setupBackups(async () =>
  sdk.Backups.ofVolumes('main').setOptions({ exclude: [...sqliteLogs, nonces] }),
)
