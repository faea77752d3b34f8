import { z } from 'zod'

/**
 * What to do with requests of the 1.x generation, whose static nonces give the share away after a
 * few signatures: answer them, answer and warn, or refuse.
 */
export const firstGenerationModes = ['answer', 'warn', 'refuse'] as const
export type FirstGenerationMode = (typeof firstGenerationModes)[number]

export const settings = z.object({
  firstGeneration: z.enum(firstGenerationModes),
  /** Whether a member that asks for the group waits until the owner has said yes. */
  approveOnboarding: z.boolean(),
})
export type Settings = z.infer<typeof settings>

/** What is missing stays as it is. */
export const settingsUpdate = settings.partial()
export type SettingsUpdate = z.infer<typeof settingsUpdate>
