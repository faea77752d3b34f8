import { z } from 'zod'
import { BACKUP_INTERVAL_H_MAX, BACKUP_KEEP_MAX } from './limits.ts'
import { passphraseProblem } from './passphrases.ts'
import { errorAnswer } from './refusal.ts'

export const backupRequest = z
  .object({
    withKey: z
      .boolean()
      .describe('Whether the back-up contains the sealing key, encrypted with the passphrase'),
    passphrase: z.string().optional().describe('Encrypts the sealing key. Needed with `withKey`'),
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
  interval: z.int().describe('Hours between back-ups; 0: none are made'),
  keep: z.int().describe('How many back-ups are kept'),
  nextAt: z.iso.datetime().nullable().describe('When the next is due; null: none is'),
  failure: z.string().nullable().describe('Why the last back-up failed; null: it did not'),
  failureMessage: errorAnswer.optional(),
  last: z
    .object({
      madeAt: z.iso.datetime(),
      withKey: z.boolean(),
      by: z.enum(['download', 'schedule', 'command']),
    })
    .nullable()
    .describe('The last back-up of any kind; null if none is known'),
})
export type BackupList = z.infer<typeof backupList>

/** Missing fields stay unchanged. */
export const backupPlanUpdate = z.object({
  interval: z
    .int()
    .min(0)
    .max(BACKUP_INTERVAL_H_MAX)
    .optional()
    .describe('Hours between back-ups; 0: none are made. Missing: unchanged'),
  keep: z
    .int()
    .min(1)
    .max(BACKUP_KEEP_MAX)
    .optional()
    .describe('How many are kept. Missing: unchanged'),
})
export type BackupPlanUpdate = z.infer<typeof backupPlanUpdate>

/** What a back-up file is, and what is in it. */
export const backupContents = z.object({
  madeAt: z.iso
    .datetime()
    .nullable()
    .describe('When it was made; null for a database that is not a back-up'),
  madeBy: z
    .string()
    .nullable()
    .describe('The version of Floe that made it; null for a database that is not a back-up'),
  key: z
    .enum(['opened', 'locked', 'outside'])
    .describe(
      'The sealing key. `opened`: in the back-up, and the passphrase opens it; `locked`: in ' +
        'the back-up, and no passphrase was given; `outside`: not in the back-up, but known ' +
        'here or given',
    ),
  keysets: z.array(z.string()).describe('The names of its keysets'),
  counts: z
    .object({ apps: z.int(), apiKeys: z.int(), rules: z.int(), audit: z.int() })
    .describe('How many of each are in it'),
})
export type BackupContents = z.infer<typeof backupContents>

export const restoreAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  madeAt: z.iso
    .datetime()
    .nullable()
    .describe('When the back-up was made; null for a database that is not a back-up'),
  madeBy: backupContents.shape.madeBy,
  withKey: z
    .boolean()
    .describe('Whether the key in the back-up replaces the one in the data folder'),
  lostShares: z
    .array(z.int())
    .describe(
      'The indices of shares that were kept for other devices when it was made: no back-up ' +
        'contains these',
    ),
})
export type RestoreAnswer = z.infer<typeof restoreAnswer>
