import { v1Modes } from '#contract/protocols.ts'
import type { Settings } from '#contract/settings.ts'
import type { ConfigReader } from './reader.ts'

/** The protocol settings, until the owner chooses them in the console. */
export interface ProtocolConfig {
  protocol: Settings
}

/**
 * Anyone with a share of this key and its password may ask to join; unless set otherwise, that waits
 * for the owner. It does not keep out the thief of a package, who is a member by the share in it; but a
 * device that asks is noticed, and waiting costs it no more than asking once more.
 */
export const readProtocol = (reader: ConfigReader): ProtocolConfig => ({
  protocol: {
    firstGeneration: reader.choice('FIRST_GENERATION', v1Modes, 'warn'),
    approveOnboarding: reader.flag('APPROVE_ONBOARDING', true),
  },
})
