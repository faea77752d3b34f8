import { firstGenerationModes } from '../contract/generations.ts'
import type { Settings } from '../contract/settings.ts'
import type { ConfigReader } from './reader.ts'

/** How peers are met, until the owner has said it in the console. */
export interface ProtocolConfig {
  protocol: Settings
}

/**
 * Whoever has a share of this key and the password to it may ask to be taken in: unless it is told
 * otherwise, that waits for the owner. It keeps no thief of a package out, who is a member by the share
 * in it; but whoever asks is noticed, and waiting costs no more than asking once more.
 */
export const readProtocol = (reader: ConfigReader): ProtocolConfig => ({
  protocol: {
    firstGeneration: reader.choice('FIRST_GENERATION', firstGenerationModes, 'warn'),
    approveOnboarding: reader.flag('APPROVE_ONBOARDING', true),
  },
})
