import { z } from 'zod'
import { errorAnswer } from './refusal.ts'
import { scopes } from './scopes.ts'

/** Options for the files that are uploaded. */
export const importQuery = z.object({
  user: z
    .string()
    .max(256)
    .optional()
    .describe('Whose share is imported, if the database has several users'),
  beside: z.coerce
    .number()
    .int()
    .nonnegative()
    .optional()
    .describe(
      'How many bytes at the end of the body are a second file: `igloo.db-wal` after ' +
        '`igloo.db`, or `peer-policies.json` after `.env`',
    ),
  dryRun: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true`: nothing is saved; the answer says what would be imported'),
  scope: z
    .enum(scopes)
    .optional()
    .describe(
      'The scope of the imported API keys; missing: the narrowest that allows what they ' +
        'could do before',
    ),
})

/** What an import does, or would do, in words for the owner. Contains no secret. */
export const importReport = z.object({
  user: z.string().nullable().describe('The name of the user; null: the server had no accounts'),
  npub: z.string().describe('The public key that the share signs for'),
  comes: z.array(z.string()).describe('What is imported, in sentences'),
  comesMessages: z.array(errorAnswer).describe('The sentences of `comes`, with codes'),
  stays: z.array(z.string()).describe('What is not imported, and why'),
  staysMessages: z.array(errorAnswer),
  apiKeys: z.int().describe('How many API keys are imported'),
  warnings: z.array(z.string()).describe('What to check before the import'),
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
