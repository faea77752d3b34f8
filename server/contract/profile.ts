import { z } from 'zod'
import { PROFILE_NAME_MAX } from './limits.ts'

/** The profile that the identity has on nostr. */
export const profileAnswer = z.object({
  enabled: z.boolean().describe('Whether the owner lets Floe look for it'),
  name: z.string().max(PROFILE_NAME_MAX).optional(),
  hasPicture: z.boolean(),
  fetchedAt: z.iso.datetime().optional().describe('When Floe last looked for it; missing: never'),
})
export type ProfileAnswer = z.infer<typeof profileAnswer>

export const profileUpdate = z.object({ enabled: z.boolean() })
export type ProfileUpdate = z.infer<typeof profileUpdate>
