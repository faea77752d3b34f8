import { rules as texts } from '#contract/codes.ts'
import type { Nip46Policy, Nip46PolicyUpdate } from '#contract/nip46.ts'
import { RULE_KINDS_MAX } from '#contract/rule-terms.ts'
import type { Caller, RuleRequest } from '#contract/rules.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { permissionFor, ruleOfPermission } from '#nip46/requested-permissions.ts'
import type { Rule } from '#policy/decide.ts'
import { RULES_MAX } from '#policy/limits.ts'
import { isSameCaller } from '#policy/request.ts'
import type { RuleSet } from '#policy/rule-set.ts'

/**
 * Converts igloo-server's policy of a session to our rules and back, by way of NIP-46 permissions
 * (`sign_event:1`): each `true` is a rule that allows it. Rules that no policy can express stay as they are.
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
  for (const permission of rulesOf(ruleSet, app).flatMap(permissionsOfRule)) {
    const [method = '', kind = '*'] = permission.split(':')
    policy.methods[method] = true
    if (method === 'sign_event') policy.kinds[kind] = true
  }
  return policy
}

/** An update replaces whole fields. */
export const replaced = (before: Nip46Policy, update: Nip46PolicyUpdate): Nip46Policy => ({
  methods: update.methods ?? before.methods,
  kinds: update.kinds ?? before.kinds,
})

/** An update changes only the entries that it names. */
export const patched = (before: Nip46Policy, update: Nip46PolicyUpdate): Nip46Policy => ({
  methods: { ...before.methods, ...update.methods },
  kinds: { ...before.kinds, ...update.kinds },
})

/** What a policy allows, as NIP-46 permissions; unknown methods allow nothing. */
export function permissionsOf({ methods, kinds }: Nip46Policy): string[] {
  const granted = (flags: Record<string, boolean>) =>
    Object.keys(flags).filter((name) => flags[name])
  const signs = granted(methods).includes('sign_event')
    ? granted(kinds).map((kind) => (kind === '*' ? 'sign_event' : `sign_event:${kind}`))
    : []
  const others = granted(methods).filter((method) => !method.startsWith('sign_event'))
  return [...signs, ...others].filter((permission) => ruleOfPermission(permission) !== null)
}

/** What a policy allows, as few rules; `setPolicy` makes one rule per permission. */
export function rulesOfPolicy(policy: Nip46Policy): Omit<RuleRequest, 'whom' | 'verdict'>[] {
  const permissions = permissionsOf(policy).flatMap(
    (permission) => ruleOfPermission(permission) ?? [],
  )
  const ofKinds = permissions.filter(({ kinds }) => kinds !== undefined)
  const kinds = ofKinds.flatMap((rule) => rule.kinds ?? [])
  const parts = Array.from({ length: Math.ceil(kinds.length / RULE_KINDS_MAX) }, (_, at) =>
    kinds.slice(at * RULE_KINDS_MAX, (at + 1) * RULE_KINDS_MAX),
  )
  return [
    ...permissions.filter((rule) => rule.kinds === undefined),
    ...parts.map((part) => ({ operation: 'sign', kinds: part, for: 'ever' }) as const),
  ]
}

/**
 * Replaces an app's policy. Rules that it no longer allows are deleted before any are added. Nothing is changed if
 * there would be too many rules.
 */
export function setPolicy(
  ruleSet: PolicyBook,
  app: Caller,
  policy: Nip46Policy,
): Result<PolicyChange> {
  const wanted = permissionsOf(policy)
  const before = rulesOf(ruleSet, app)
  const isKept = (rule: Rule) =>
    permissionsOfRule(rule).every((permission) => wanted.includes(permission))
  const kept = new Set(before.filter(isKept).flatMap(permissionsOfRule))
  const missing = wanted.flatMap((permission) =>
    kept.has(permission) ? [] : (ruleOfPermission(permission) ?? []),
  )
  const outdated = before.filter((rule) => !isKept(rule))
  const after = ruleSet.rules().length - outdated.length + missing.length
  if (missing.length > 0 && after > RULES_MAX) return fail(texts.tooMany(RULES_MAX))
  const change: PolicyChange = { added: [], deleted: [] }
  for (const { id } of outdated) if (ruleSet.delete(id)) change.deleted.push(id)
  for (const rule of missing) {
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

function permissionsOfRule({ operation, kinds }: Rule): string[] {
  if (kinds !== undefined) {
    const single = kinds.filter((kind) => typeof kind === 'number')
    return single.length === kinds.length ? single.map((kind) => `sign_event:${kind}`) : []
  }
  if (operation === undefined) return []
  const permission = permissionFor(operation)
  return ruleOfPermission(permission) === null ? [] : [permission]
}
