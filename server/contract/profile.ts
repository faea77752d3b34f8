import { z } from 'zod'
import { PROFILE_NAME_MAX } from './limits.ts'

/** The profile that the identity has on nostr. */
export const profileAnswer = z.object({
  /** Whether the owner wants Floe to search for it. */
  enabled: z.boolean(),
  name: z.string().max(PROFILE_NAME_MAX).optional(),
  hasPicture: z.boolean(),
  /** When Floe last searched for it. */
  fetchedAt: z.iso.datetime().optional(),
})
export type ProfileAnswer = z.infer<typeof profileAnswer>

export const profileUpdate = z.object({ enabled: z.boolean() })
export type ProfileUpdate = z.infer<typeof profileUpdate>
