import { z } from 'zod'
import { BACKUP_INTERVAL_H_MAX, BACKUP_KEEP_MAX } from './limits.ts'
import { passphraseProblem } from './passphrases.ts'
import { errorAnswer } from './refusal.ts'

export const backupRequest = z
  .object({
    /** Whether the back-up contains the sealing key, encrypted with the passphrase. */
    withKey: z.boolean(),
    passphrase: z.string().optional(),
  })
  .superRefine(({ withKey, passphrase = '' }, refined) => {
    const problem = withKey ? passphraseProblem(passphrase) : undefined
    if (problem !== undefined)
      refined.addIssue({ code: 'custom', path: ['passphrase'], message: problem })
  })
export type BackupRequest = z.infer<typeof backupRequest>

export const backupList = z.object({
  backups: z.array(
    z.object({ name: z.string(), madeAt: z.iso.datetime(), bytes: z.int().nonnegative() }),
  ),
  /** Hours between back-ups; 0: none are made. */
  interval: z.int(),
  /** How many are kept. */
  keep: z.int(),
  nextAt: z.iso.datetime().nullable(),
  /** Why the last one failed. */
  failure: z.string().nullable(),
  failureMessage: errorAnswer.optional(),
  /** The last one of any kind, with or without the sealing key; null when none is known. */
  last: z
    .object({
      madeAt: z.iso.datetime(),
      withKey: z.boolean(),
      by: z.enum(['download', 'schedule', 'command']),
    })
    .nullable(),
})
export type BackupList = z.infer<typeof backupList>

/** Missing fields stay unchanged. */
export const backupPlanUpdate = z.object({
  interval: z.int().min(0).max(BACKUP_INTERVAL_H_MAX).optional(),
  keep: z.int().min(1).max(BACKUP_KEEP_MAX).optional(),
})
export type BackupPlanUpdate = z.infer<typeof backupPlanUpdate>

/** What a back-up file is, and what is in it. */
export const backupContents = z.object({
  /** When it was made and by which Floe; null for a database that is not a back-up. */
  madeAt: z.iso.datetime().nullable(),
  madeBy: z.string().nullable(),
  /**
   * The sealing key of the back-up:
   * - opened: inside, and the passphrase opens it
   * - locked: inside, and no passphrase was given
   * - outside: not inside; it is here, or was given
   */
  key: z.enum(['opened', 'locked', 'outside']),
  /** The names of its keysets. */
  keysets: z.array(z.string()),
  /** How many there are of each. */
  counts: z.object({ apps: z.int(), apiKeys: z.int(), rules: z.int(), audit: z.int() }),
})
export type BackupContents = z.infer<typeof backupContents>

export const restoreAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  /** When the back-up was made and by which Floe; null for a database that is not a back-up. */
  madeAt: z.iso.datetime().nullable(),
  madeBy: z.string().nullable(),
  /** Whether the key in the back-up replaces the one in the data folder. */
  withKey: z.boolean(),
  /** The indices of shares that were reserved when the back-up was made: no back-up contains these. */
  lostShares: z.array(z.int()),
})
export type RestoreAnswer = z.infer<typeof restoreAnswer>
