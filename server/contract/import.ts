import { z } from 'zod'
import { errorAnswer } from './refusal.ts'
import { scopes } from './scopes.ts'

/** Options for the files that are uploaded. */
export const importQuery = z.object({
  /** Whose share is imported, if the database has several users. */
  user: z.string().max(256).optional(),
  /**
   * How many bytes at the end are a second file: the igloo.db-wal beside igloo.db, or the
   * peer-policies.json beside .env.
   */
  beside: z.coerce.number().int().nonnegative().optional(),
  /** `true`: nothing is saved; the answer says what would be. */
  dryRun: z.enum(['true', 'false']).optional(),
  /** Of the imported API keys; missing: the narrowest scope that allows what they could do before. */
  scope: z.enum(scopes).optional(),
})

/** What an import does, or would do, in words for the owner. Contains no secret. */
export const importReport = z.object({
  /** The user's name; null: the server had no accounts. */
  user: z.string().nullable(),
  /** The key that the share signs for. */
  npub: z.string(),
  comes: z.array(z.string()),
  /** The same with codes, like the other `…Messages`. */
  comesMessages: z.array(errorAnswer),
  /** What is not imported, and why. */
  stays: z.array(z.string()),
  staysMessages: z.array(errorAnswer),
  /** How many API keys are imported. */
  apiKeys: z.int(),
  /** What to check before the import. */
  warnings: z.array(z.string()),
  warningMessages: z.array(errorAnswer),
})
export type ImportReport = z.infer<typeof importReport>

export const importAnswer = z.discriminatedUnion('state', [
  /** The import needs a password and, if there are several, the choice of a user. */
  z.object({ state: z.literal('locked'), users: z.array(z.string()) }),
  importReport.extend({ state: z.literal('dry run') }),
  importReport.extend({ state: z.literal('imported') }),
])
export type ImportAnswer = z.infer<typeof importAnswer>
