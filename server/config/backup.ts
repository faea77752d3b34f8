import { BACKUP_INTERVAL_H_MAX, BACKUP_KEEP_MAX } from '#contract/limits.ts'
import type { Secret } from '#lib/secret.ts'
import { BACKUP_KEEP } from './limits.ts'
import type { ConfigReader } from './reader.ts'

/** Scheduled back-ups, and what the back-up commands need. */
export interface BackupConfig {
  backup: {
    /** Hours between back-ups; 0: none are made. */
    interval: number
    /** How many are kept. */
    keep: number
    /** Encrypts the sealing key in a back-up made by a command, and opens it again. */
    passphrase: Secret | undefined
  }
}

export const readBackup = (reader: ConfigReader): BackupConfig => ({
  backup: {
    interval: reader.count('BACKUP_INTERVAL', {
      fallback: 0,
      min: 0,
      max: BACKUP_INTERVAL_H_MAX,
    }),
    keep: reader.count('BACKUP_KEEP', { fallback: BACKUP_KEEP, min: 1, max: BACKUP_KEEP_MAX }),
    passphrase: reader.secret('BACKUP_PASSPHRASE'),
  },
})
