import { z } from 'zod'
import { policyRequest } from './operations.ts'

/** What is saved, as strings; RELAYS is a JSON array. A key that is not set is missing. */
export const envAnswer = z.object({
  SHARE_CRED: z.string().optional(),
  GROUP_CRED: z.string().optional(),
  GROUP_NAME: z.string().optional(),
  RELAYS: z.string().optional(),
})
export type EnvAnswer = z.infer<typeof envAnswer>

/** What peers may do, by their keys, 32 or 33 bytes, hex. */
export const policiesGiven = z.array(policyRequest.extend({ pubkey: z.string() })).max(1000)
export type PoliciesGiven = z.infer<typeof policiesGiven>

/** What is no string is the handler's to refuse, with the key's name; described as what it takes. */
const setting = (description: string) =>
  z.unknown().optional().meta({ type: 'string', description })

/** Any of the four; other keys are named in the answer's `rejectedKeys`. */
export const envUpdate = z.looseObject({
  SHARE_CRED: setting('bfshare1..., or a share of the 2026 generation, as JSON'),
  GROUP_CRED: setting('bfgroup1..., or a group of the 2026 generation, as JSON'),
  GROUP_NAME: setting('What the keyset is called'),
  RELAYS: setting('A JSON array, a list with commas or spaces, or one URL'),
  /** Those that came with the credentials. They take from what is in force, and never add to it. */
  policies: policiesGiven.optional(),
})
export type EnvUpdate = EnvAnswer & z.infer<typeof envUpdate>

export const envUpdateAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  rejectedKeys: z.array(z.string()).optional(),
  /** What was left out of what was saved, and why: relays that are none among others that are. */
  warnings: z.array(z.string()).optional(),
})

export const envDelete = z.object({
  keys: z.array(z.string()),
  /** What is neither true nor false is the handler's to refuse: the schema's own text is of `keys`. */
  shareRecords: z
    .unknown()
    .optional()
    .meta({ type: 'boolean', description: 'All saved share records, too: all of it goes or none' }),
})

export const envDeleteAnswer = envUpdateAnswer.extend({
  deletedKeys: z.array(z.string()),
  /** How many, where they were to go. */
  deletedShareRecords: z.int().optional(),
})
