import { ownerEvent } from '#contract/messages.ts'
import type { OnboardingAsked } from '#contract/packages.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { ok, type Result } from '#lib/errors.ts'
import { isSameKey } from '#nostr/x-only.ts'
import type { Policy } from '#policy/create-policy.ts'
import type { Signer } from '#signer/signer.ts'

export interface OnboardingRequestsOptions {
  keyset: { readonly signer: Pick<Signer, 'onboarding'> | null }
  rules: Pick<Policy, 'answer' | 'ruleSet'>
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
   * @returns whether it has asked; or why nothing could be decided
   */
  decide(xonly: string, decision: { approve: boolean; actor: string }): Result<boolean>
}

export function createOnboardingRequests({
  keyset,
  rules,
  log,
  audit,
}: OnboardingRequestsOptions): OnboardingRequests {
  const list = () => keyset.signer?.onboarding.list ?? []
  /** By the member's key: the rules that decisions without an open question were made. */
  const laidDown = new Map<string, number>()

  /** For ten minutes, as what is answered stands. */
  const layDown = (xonly: string, verdict: 'allow' | 'refuse') => {
    const before = laidDown.get(xonly)
    if (before !== undefined) rules.ruleSet.delete(before)
    const whom = { door: 'peer', id: xonly } as const
    const rule = rules.ruleSet.add({ whom, operation: 'onboard', verdict, for: '10m' })
    if (rule.ok) laidDown.set(xonly, rule.value.id)
    return rule
  }

  return {
    list,

    decide: (xonly, { approve, actor }) => {
      const question = keyset.signer?.onboarding.questionOf(xonly)
      if (question === undefined) return ok(false)
      const verdict = approve ? 'allow' : 'refuse'
      const answered = question === null ? null : rules.answer(question, { verdict })
      if (answered?.outcome !== 'answered') {
        const rule = layDown(xonly, verdict)
        if (!rule.ok) return rule
      }
      keyset.signer?.onboarding.decided(xonly, approve)
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
      return ok(true)
    },
  }
}
