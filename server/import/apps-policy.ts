import { isSameCaller } from '#policy/request.ts'
import { type Rule } from '#policy/decide.ts'
import { type Nip46Policy, type Nip46PolicyUpdate } from '#contract/nip46.ts'
import { RULE_KINDS_MAX } from '#contract/rule-terms.ts'
import { type Caller, type RuleRequest } from '#contract/rules.ts'
import { ok, type Result } from '#lib/errors.ts'
import { ruleOfPermission } from '#nip46/requested-permissions.ts'
import { type RuleSet } from '#policy/rule-set.ts'

/**
 * igloo-server's policy of a session as rules of ours, by way of the wishes of NIP-46 (`sign_event:1`): each
 * `true` is a rule that allows it. Other rules of an app can't be said in a policy, and stay as they are.
 */

type PolicyBook = Pick<RuleSet, 'rules' | 'add' | 'delete'>

/** The ids of the rules that a change of a policy has added and deleted. */
export interface PolicyChange {
  added: number[]
  deleted: number[]
}

/** What an app may do without asking. */
export function policyOf(ruleSet: Pick<RuleSet, 'rules'>, app: Caller): Nip46Policy {
  const policy: Nip46Policy = { methods: {}, kinds: {} }
  for (const wish of rulesOf(ruleSet, app).flatMap(wishesOfRule)) {
    const [method = '', kind = '*'] = wish.split(':')
    policy.methods[method] = true
    if (method === 'sign_event') policy.kinds[kind] = true
  }
  return policy
}

/** What an update gives takes the place of what was. */
export const replaced = (before: Nip46Policy, update: Nip46PolicyUpdate): Nip46Policy => ({
  methods: update.methods ?? before.methods,
  kinds: update.kinds ?? before.kinds,
})

/** Only what an update names is otherwise. */
export const patched = (before: Nip46Policy, update: Nip46PolicyUpdate): Nip46Policy => ({
  methods: { ...before.methods, ...update.methods },
  kinds: { ...before.kinds, ...update.kinds },
})

/** What a policy allows, as wishes; what is unknown allows nothing. */
export function wishesOf({ methods, kinds }: Nip46Policy): string[] {
  const granted = (flags: Record<string, boolean>) =>
    Object.keys(flags).filter((name) => flags[name])
  const signs = granted(methods).includes('sign_event')
    ? granted(kinds).map((kind) => (kind === '*' ? 'sign_event' : `sign_event:${kind}`))
    : []
  const others = granted(methods).filter((method) => !method.startsWith('sign_event'))
  return [...signs, ...others].filter((wish) => ruleOfPermission(wish) !== null)
}

/** What a policy allows as few rules: one that was laid down by `setPolicy` says the same in more. */
export function rulesOfPolicy(policy: Nip46Policy): Omit<RuleRequest, 'whom' | 'verdict'>[] {
  const wishes = wishesOf(policy).flatMap((wish) => ruleOfPermission(wish) ?? [])
  const ofKinds = wishes.filter(({ kinds }) => kinds !== undefined)
  const kinds = ofKinds.flatMap((rule) => rule.kinds ?? [])
  const parts = Array.from({ length: Math.ceil(kinds.length / RULE_KINDS_MAX) }, (_, at) =>
    kinds.slice(at * RULE_KINDS_MAX, (at + 1) * RULE_KINDS_MAX),
  )
  return [
    ...wishes.filter((rule) => rule.kinds === undefined),
    ...parts.map((part) => ({ operation: 'sign', kinds: part, for: 'ever' }) as const),
  ]
}

/** Lays down a policy: what it no longer allows is out before anything is added. */
export function setPolicy(
  ruleSet: PolicyBook,
  app: Caller,
  policy: Nip46Policy,
): Result<PolicyChange> {
  const wanted = wishesOf(policy)
  const change: PolicyChange = { added: [], deleted: [] }
  const kept = new Set<string>()
  for (const rule of rulesOf(ruleSet, app)) {
    const wishes = wishesOfRule(rule)
    if (wishes.every((wish) => wanted.includes(wish))) for (const wish of wishes) kept.add(wish)
    else if (ruleSet.delete(rule.id)) change.deleted.push(rule.id)
  }
  for (const wish of wanted) {
    const rule = ruleOfPermission(wish)
    if (rule === null || kept.has(wish)) continue
    const added = ruleSet.add({ ...rule, whom: app, verdict: 'allow' })
    if (!added.ok) return added
    change.added.push(added.value.id)
  }
  return ok(change)
}

const rulesOf = (ruleSet: Pick<RuleSet, 'rules'>, app: Caller): Rule[] =>
  ruleSet
    .rules()
    .filter(
      ({ whom, verdict, limit, counterparty }) =>
        typeof whom === 'object' &&
        'id' in whom &&
        isSameCaller(whom, app) &&
        verdict === 'allow' &&
        limit === undefined &&
        counterparty === undefined,
    )

function wishesOfRule({ operation, kinds }: Rule): string[] {
  if (kinds !== undefined) {
    const single = kinds.filter((kind) => typeof kind === 'number')
    return single.length === kinds.length ? single.map((kind) => `sign_event:${kind}`) : []
  }
  if (operation === undefined) return []
  const wish = operation === 'sign' ? 'sign_event' : operation.replace('.', '_')
  return ruleOfPermission(wish) === null ? [] : [wish]
}
