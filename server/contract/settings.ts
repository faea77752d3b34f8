import { z } from 'zod'
import { firstGenerationModes } from './generations.ts'

export const settings = z.object({
  firstGeneration: z.enum(firstGenerationModes),
  /** Whether a member that asks for the group waits until the owner has said yes. */
  approveOnboarding: z.boolean(),
})
export type Settings = z.infer<typeof settings>

/** What is missing stays as it is. */
export const settingsUpdate = settings.partial()
export type SettingsUpdate = z.infer<typeof settingsUpdate>
