import { ownerEvent } from '#contract/messages.ts'
import type { OnboardingAsked } from '#contract/packages.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { ok, type Result } from '#lib/errors.ts'
import { isSameKey } from '#nostr/x-only.ts'
import type { Policy } from '#policy/create-policy.ts'
import type { Signer } from '#signer/signer.ts'
import type { AuditRecord } from '#store/audit-rows.ts'

export interface OnboardingRequestsOptions {
  keyset: { readonly signer: Pick<Signer, 'onboarding'> | null }
  policy: Pick<Policy, 'answer' | 'ruleSet'>
  /** When members (compressed) last took part in a signature that was checked, ISO 8601. May throw. */
  proofs(): readonly { pubkey: string; at: string }[]
  log: KeysetLog
  audit(record: AuditRecord): void
}

export type OnboardingRequests = ReturnType<typeof createOnboardingRequests>

/** The devices that have asked this one for the group, and the owner's answers. */
export function createOnboardingRequests({
  keyset,
  policy,
  proofs,
  log,
  audit,
}: OnboardingRequestsOptions) {
  /** Without devices that have signed since: they have joined. May throw. */
  const list = (): OnboardingAsked[] => {
    const all = keyset.signer?.onboarding.list ?? []
    if (!all.some(({ state }) => state === 'answered')) return all
    const provenAt = new Map(proofs().map(({ pubkey, at }) => [pubkey, Date.parse(at)]))
    return all.filter(
      ({ pubkey, state, lastAskedAt }) =>
        state !== 'answered' || (provenAt.get(pubkey) ?? 0) <= Date.parse(lastAskedAt),
    )
  }
  /** By the device's key: the rules that answer without an open question. */
  const ruleIds = new Map<string, number>()

  /** Answers by a rule for ten minutes: as long as an answer to a question is reused. */
  const addRule = (xonly: string, verdict: 'allow' | 'refuse') => {
    const before = ruleIds.get(xonly)
    if (before !== undefined) policy.ruleSet.delete(before)
    const whom = { door: 'peer', id: xonly } as const
    const rule = policy.ruleSet.add({ whom, operation: 'onboard', verdict, for: '10m' })
    if (rule.ok) ruleIds.set(xonly, rule.value.id)
    return rule
  }

  return {
    list,

    /**
     * Answers a request; the answer is in the event log and the audit.
     *
     * @param xonly the device's key
     * @returns false: the device has not asked; an error: the answer could not be saved
     */
    decide: (
      xonly: string,
      { approve, actor }: { approve: boolean; actor: string },
    ): Result<boolean> => {
      const question = keyset.signer?.onboarding.questionOf(xonly)
      if (question === undefined) return ok(false)
      const verdict = approve ? 'allow' : 'refuse'
      const answered = question === null ? null : policy.answer(question, { verdict })
      if (answered?.outcome !== 'answered') {
        const rule = addRule(xonly, verdict)
        if (!rule.ok) return rule
      }
      keyset.signer?.onboarding.decided(xonly, approve)
      const asked = list().find(({ pubkey }) => isSameKey(pubkey, xonly))
      const { pubkey = xonly, index = 0 } = asked ?? {}
      const message = ownerEvent.onboardingDecided(pubkey.slice(0, 8), approve)
      const onboarding = approve ? 'approved' : 'refused'
      log.add('info', message, { peer: pubkey, index, generation: '2026', onboarding })
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
