import { z } from 'zod'
import { policyRequest } from './operations.ts'
import { ASKABLE } from './rule-terms.ts'

/** What is saved, as strings; RELAYS is a JSON array. Keys that are not set are missing. */
export const envAnswer = z.object({
  SHARE_CRED: z.string().optional(),
  GROUP_CRED: z.string().optional(),
  GROUP_NAME: z.string().optional(),
  RELAYS: z.string().optional(),
})
export type EnvAnswer = z.infer<typeof envAnswer>

/** What peers may do, keyed by their public keys: 32 or 33 bytes, hex. */
export const policiesGiven = z
  .array(
    policyRequest.extend({
      pubkey: z.string(),
      /** What the owner is asked about first. Saved as rules, unless a rule asks or refuses already. */
      asked: z.array(z.enum(ASKABLE)).optional(),
    }),
  )
  .max(1000)
export type PoliciesGiven = z.infer<typeof policiesGiven>

/** The handler refuses what is not a string, naming the key; the schema only describes it. */
const setting = (description: string) =>
  z.unknown().optional().meta({ type: 'string', description })

/** Any of the four; other keys are named in the answer's `rejectedKeys`. */
export const envUpdate = z.looseObject({
  SHARE_CRED: setting('bfshare1..., or a share of the 2026 generation, as JSON'),
  GROUP_CRED: setting('bfgroup1..., or a group of the 2026 generation, as JSON'),
  GROUP_NAME: setting('What the keyset is called'),
  RELAYS: setting('A JSON array, a list with commas or spaces, or one URL'),
  /** Policies that came with the credentials: they restrict what is in force, and never extend it. */
  policies: policiesGiven.optional(),
})
export type EnvUpdate = EnvAnswer & z.infer<typeof envUpdate>

export const envUpdateAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  rejectedKeys: z.array(z.string()).optional(),
  /** What was not saved, and why: invalid relays in a list with valid ones. */
  warnings: z.array(z.string()).optional(),
})

export const envDelete = z.object({
  keys: z.array(z.string()),
  /** The handler refuses what is not a boolean: the schema's own error text is about `keys`. */
  shareRecords: z
    .unknown()
    .optional()
    .meta({ type: 'boolean', description: 'All saved share records, too: all of it goes or none' }),
})

export const envDeleteAnswer = envUpdateAnswer.extend({
  deletedKeys: z.array(z.string()),
  /** How many were deleted, if that was requested. */
  deletedShareRecords: z.int().optional(),
})
