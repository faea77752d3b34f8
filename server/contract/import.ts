import { z } from 'zod'
import { errorAnswer } from './refusal.ts'
import { scopes } from './scopes.ts'

/** What is to be done with the files that are sent. */
export const importQuery = z.object({
  /** Whose share it is, where the database has several people. */
  user: z.string().max(256).optional(),
  /**
   * How many bytes at the end are a second file: the igloo.db-wal beside igloo.db, or the
   * peer-policies.json beside .env.
   */
  beside: z.coerce.number().int().nonnegative().optional(),
  /** `true`: nothing is kept, and the answer says what would be. */
  dryRun: z.enum(['true', 'false']).optional(),
  /** Of the API keys that come over; without it, the narrowest that can what they could. */
  scope: z.enum(scopes).optional(),
})

/** What an import comes to, in words for the owner. It holds no secret. */
export const importReport = z.object({
  /** Whose it is; null: that of a server without accounts. */
  user: z.string().nullable(),
  /** What the share signs for. */
  npub: z.string(),
  comes: z.array(z.string()),
  /** The same with their codes; so with the others. */
  comesMessages: z.array(errorAnswer),
  /** What stays behind, and why. */
  stays: z.array(z.string()),
  staysMessages: z.array(errorAnswer),
  /** How many API keys come over. */
  apiKeys: z.int(),
  /** What to look at before it is done. */
  warnings: z.array(z.string()),
  warningMessages: z.array(errorAnswer),
})
export type ImportReport = z.infer<typeof importReport>

export const importAnswer = z.discriminatedUnion('state', [
  /** It takes a password, and perhaps the choice of one of these, to go on. */
  z.object({ state: z.literal('locked'), users: z.array(z.string()) }),
  importReport.extend({ state: z.literal('dry run') }),
  importReport.extend({ state: z.literal('imported') }),
])
export type ImportAnswer = z.infer<typeof importAnswer>
