import { z } from 'zod'
import { v1Modes } from './protocols.ts'

export const settings = z.object({
  firstGeneration: z.enum(v1Modes),
  /** Whether a member that asks for the group waits for the owner's consent. */
  approveOnboarding: z.boolean(),
})
export type Settings = z.infer<typeof settings>

/** Missing fields stay unchanged. */
export const settingsUpdate = settings.partial()
export type SettingsUpdate = z.infer<typeof settingsUpdate>
