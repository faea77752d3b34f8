import { type Callers } from '#policy/rule-set.ts'
import { callerOf } from '#nip46/registration.ts'
import { imports as texts } from '#contract/import-messages.ts'
import { createClock } from '#lib/clock.ts'
import { createLimitUsage } from '#policy/limit-usage.ts'
import { createRuleSet, type RuleSet } from '#policy/rule-set.ts'
import { type KeysetStore } from '#store/keyset-store.ts'
import { type Store } from '#store/open.ts'
import { rulesOfPolicy } from './apps-policy.ts'
import { type Plan } from './plan.ts'

/** What nobody asks for here: rules are laid down, and nothing is judged by them. */
const NO_CALLERS: Callers = {
  blockedBy: () => null,
  byDefault: () => 'ask',
  nameOf: () => undefined,
}

export interface Writing {
  store: Pick<Store, 'transaction' | 'owner' | 'apiKeys'>
  kept: KeysetStore
  /** Of the plan's login; undefined where it has none. */
  passwordHash: string | undefined
  /** Throws when something has come in between. Called in the transaction. */
  check(): void
  /** Unix milliseconds. */
  now: number
}

/**
 * Writes a plan, all of it or nothing.
 *
 * @returns what could not be laid down, in words
 * @throws StoreError when it can't be kept
 */
export function carryOut(plan: Plan, { store, kept, passwordHash, check, now }: Writing): string[] {
  const stays: string[] = []
  store.transaction(() => {
    check()
    stays.length = 0
    kept.settings.saveEnv(plan.env)
    for (const policy of plan.policies) kept.policies.set({ ...policy, denied: [] })
    for (const key of plan.keys) store.apiKeys.add(key)
    if (plan.login !== null && passwordHash !== undefined) {
      store.owner.set({ username: plan.login.username, passwordHash, changedAt: now })
    }
    const ruleSet = ruleSetOf(kept)
    for (const { pubkey, name } of plan.names) ruleSet.setName({ door: 'peer', id: pubkey }, name)
    for (const app of plan.apps) {
      kept.apps.add(app.kept)
      stays.push(...grant(ruleSet, app))
    }
  })
  return stays
}

function grant(ruleSet: RuleSet, { kept, name, policy }: Plan['apps'][number]): string[] {
  const caller = callerOf(kept)
  ruleSet.setName(caller, name)
  ruleSet.update(caller, { preset: 'ask' })
  for (const rule of rulesOfPolicy(policy)) {
    const added = ruleSet.add({ ...rule, whom: caller, verdict: 'allow' })
    if (!added.ok) return [texts.appRights(name, added.error)]
  }
  return []
}

/** One of its own: that of a running server takes it over when all is on the disk. */
function ruleSetOf(kept: KeysetStore): RuleSet {
  const clock = createClock()
  return createRuleSet({
    ...{ rules: kept.rules, settings: kept.standings, clock },
    usage: createLimitUsage({ store: kept.uses, clock }),
    stop: { isStopped: false },
    callers: NO_CALLERS,
    onChange: () => {},
  })
}
