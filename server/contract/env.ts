import { z } from 'zod'
import { policyRequest } from './operations.ts'
import { ASKABLE } from './rule-terms.ts'

/** What is saved, as strings; RELAYS is a JSON array. Keys that are not set are missing. */
export const envAnswer = z.object({
  SHARE_CRED: z.string().optional(),
  GROUP_CRED: z.string().optional(),
  GROUP_NAME: z.string().optional(),
  RELAYS: z.string().optional().describe('A JSON array'),
})
export type EnvAnswer = z.infer<typeof envAnswer>

/** What peers may do, keyed by their public keys: 32 or 33 bytes, hex. */
export const policiesGiven = z
  .array(
    policyRequest.extend({
      pubkey: z.string(),
      asked: z
        .array(z.enum(ASKABLE))
        .optional()
        .describe(
          'What the owner is asked about each time. Saved as rules, unless a rule asks or ' +
            'refuses already',
        ),
    }),
  )
  .max(1000)
export type PoliciesGiven = z.infer<typeof policiesGiven>

/** The handler refuses what is not a string, naming the key; the schema only describes it. */
const setting = (description: string) =>
  z.unknown().optional().meta({ type: 'string', description })

/** Any of the four; other keys are named in the answer's `rejectedKeys`. */
export const envUpdate = z.looseObject({
  SHARE_CRED: setting('The share: bfshare1..., or for 2026 a share package as JSON'),
  GROUP_CRED: setting('The group: bfgroup1..., or for 2026 a group package as JSON'),
  GROUP_NAME: setting('The name of the keyset'),
  RELAYS: setting('The relays: a JSON array, a list with commas or spaces, or one URL'),
  policies: policiesGiven
    .optional()
    .describe('Policies that came with the credentials. They can only restrict what peers may do'),
})
export type EnvUpdate = EnvAnswer & z.infer<typeof envUpdate>

export const envUpdateAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  rejectedKeys: z
    .array(z.string())
    .optional()
    .describe('Keys that are not known; missing if there are none'),
  warnings: z
    .array(z.string())
    .optional()
    .describe("What was not saved, and why: relays of the list that can't be used"),
})

export const envDelete = z.object({
  keys: z.array(z.string()).describe('Which of SHARE_CRED, GROUP_CRED, GROUP_NAME and RELAYS'),
  /** The handler refuses what is not a boolean: the schema's own error text is about `keys`. */
  shareRecords: z.unknown().optional().meta({
    type: 'boolean',
    description: 'True: also deletes all saved share records. All is deleted, or nothing',
  }),
})

export const envDeleteAnswer = envUpdateAnswer.extend({
  deletedKeys: z.array(z.string()),
  deletedShareRecords: z
    .int()
    .optional()
    .describe('How many share records were deleted, if that was requested'),
})
