import { z } from 'zod'

/** What is saved, as strings; RELAYS is a JSON array. A key that is not set is missing. */
export const envAnswer = z.object({
  SHARE_CRED: z.string().optional(),
  GROUP_CRED: z.string().optional(),
  GROUP_NAME: z.string().optional(),
  RELAYS: z.string().optional(),
})
export type EnvAnswer = z.infer<typeof envAnswer>

/** Any of the four; other keys are named in the answer's `rejectedKeys`. */
export const envUpdate = z.record(z.string(), z.unknown())

export const envUpdateAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  rejectedKeys: z.array(z.string()).optional(),
})

export const envDelete = z.object({ keys: z.array(z.string()) })

export const envDeleteAnswer = envUpdateAnswer.extend({ deletedKeys: z.array(z.string()) })
