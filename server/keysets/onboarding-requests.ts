import { ownerEvent } from '../contract/messages.ts'
import type { OnboardingAsked } from '../contract/packages.ts'
import type { KeysetLog } from '../node/events.ts'
import { isSameKey } from '../nostr/x-only.ts'
import type { Supervisor } from './supervisor.ts'

export interface OnboardingRequestsOptions {
  keyset: Pick<Supervisor, 'node'>
  log: KeysetLog
  audit(decision: {
    actor: string
    action: 'onboarding.approve' | 'onboarding.refuse'
    outcome: 'ok'
    detail: { peer: string; index: number }
  }): void
}

/** The members that have asked this device for the group, and the owner's answer to each. */
export interface OnboardingRequests {
  list(): OnboardingAsked[]
  /**
   * Gives the owner's answer, and reports it in the event log and the audit.
   *
   * @param xonly the member's key
   * @returns whether it has asked
   */
  decide(xonly: string, decision: { approve: boolean; actor: string }): boolean
}

export function createOnboardingRequests({
  keyset,
  log,
  audit,
}: OnboardingRequestsOptions): OnboardingRequests {
  const list = () => keyset.node?.onboarding.list ?? []

  return {
    list,

    decide: (xonly, { approve, actor }) => {
      if (keyset.node?.onboarding.decide(xonly, approve) !== true) return false
      const asked = list().find(({ pubkey }) => isSameKey(pubkey, xonly))
      const { pubkey = xonly, index = 0 } = asked ?? {}
      const words = ownerEvent.onboardingDecided(pubkey.slice(0, 8), approve)
      const onboarding = approve ? 'approved' : 'refused'
      log.add('info', words, { peer: pubkey, index, generation: '2026', onboarding })
      audit({
        actor,
        action: approve ? 'onboarding.approve' : 'onboarding.refuse',
        outcome: 'ok',
        detail: { peer: pubkey, index },
      })
      return true
    },
  }
}
