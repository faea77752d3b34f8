import type { KeysetContext } from '#app/keyset.ts'
import { ownerEvent } from '#contract/messages.ts'
import type { Nip46Policy } from '#contract/nip46.ts'
import { type PolicyChange, policyOf, setPolicy } from '#import/apps-policy.ts'
import type { Result } from '#lib/errors.ts'
import { callerOf } from '#nip46/authorise-sender.ts'
import { actorOf } from '../actor.ts'

/** Changes what an app may do without asking, for a call: with its rows in the audit, and told to open pages. */
export function policySetter({ kept, policy, events }: KeysetContext) {
  return (
    call: Parameters<typeof actorOf>[0],
    app: { id: string },
    next: (before: Nip46Policy) => Nip46Policy,
  ): Result<PolicyChange> => {
    const caller = callerOf(app)
    const changed = setPolicy(policy.ruleSet, caller, next(policyOf(policy.ruleSet, caller)))
    if (!changed.ok) return changed
    const { added, deleted } = changed.value
    const record = (action: 'rule.add' | 'rule.delete', rule: number) =>
      kept.audit.record({
        actor: actorOf(call),
        outcome: 'ok',
        action,
        detail: { rule, ...(action === 'rule.add' && { verdict: 'allow' }) },
      })
    for (const rule of deleted) record('rule.delete', rule)
    for (const rule of added) record('rule.add', rule)
    if (added.length + deleted.length > 0) {
      events.add('info', ownerEvent.rulesChanged, { rules: true })
    }
    return changed
  }
}
