import { sdk } from './sdk'

/**
 * StartOS stops Floe first, and Floe empties SQLite's log into the database when it stops; a log
 * that was copied beside another database would damage it.
 */
const sqliteLogs = ['*-wal', '*-shm']

/** A nonce that comes back after it was used gives the share away: Floe makes new ones. */
const nonces = 'nonces.db*'

export const { createBackup, restoreInit } = sdk.setupBackups(async () =>
  sdk.Backups.ofVolumes('main').setOptions({ exclude: [...sqliteLogs, nonces] }),
)
