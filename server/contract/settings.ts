import { z } from 'zod'
import { v1Modes } from './protocols.ts'

export const settings = z.object({
  firstGeneration: z
    .enum(v1Modes)
    .describe(
      'What happens to requests in 1.x, whose signatures give this share away: `answer` them, answer and `warn` the ' +
        'owner, or `refuse` them',
    ),
  approveOnboarding: z
    .boolean()
    .describe("Whether a member that asks for the group waits for the owner's consent"),
})
export type Settings = z.infer<typeof settings>

/** Missing fields stay unchanged. */
export const settingsUpdate = settings.partial()
export type SettingsUpdate = z.infer<typeof settingsUpdate>
