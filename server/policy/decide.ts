import type { Caller, Effect, Kinds, Limit, Operation, Preset, Whom } from '#contract/rules.ts'
import { includesKind, presetAllows } from './presets.ts'
import type { Reason } from './reasons.ts'
import { isSameCaller, type Part, type PolicyRequest } from './request.ts'

/** Times are Unix milliseconds. */
export interface Rule {
  id: number
  whom: Whom
  operation?: Operation | undefined
  kinds?: Kinds | undefined
  /** x-only. */
  counterparty?: string | undefined
  verdict: Effect
  limit?: Limit | undefined
  createdAt: number
  /** Null: for ever. */
  until: number | null
}

/** How often a limited rule is used once the request is allowed. */
export interface Charge {
  rule: Rule
  times: number
}

export interface Decision {
  verdict: Effect
  reason: Reason
  /** The limits that count this request. */
  charges: readonly Charge[]
}

/** Everything a decision depends on beside the request. */
export interface PolicyState {
  isStopped(): boolean
  /** Why a caller is refused whatever the rules say; null: the rules decide. */
  blockedBy(request: CallerRequest): 'suspended' | 'gone' | 'switch' | null
  /** The rules in force now. */
  rules(): readonly Rule[]
  /** Null: the caller has none. */
  preset(caller: Caller): Preset | null
  /** What applies if neither a rule nor a preset does. */
  byDefault(caller: Caller, operation: Operation): Effect
  /** How often a caller has used a rule in its current period. */
  used(rule: Rule, caller: Caller): number
}

export type CallerRequest = Pick<PolicyRequest, 'caller' | 'client' | 'operation'>

type Outcome = Pick<Decision, 'verdict' | 'reason'>

/**
 * Never signed for apps and API keys: rumors (NIP-17, NIP-59), whose sender could no longer deny them once
 * they are signed. Clients sign a seal (13) to send them.
 */
const RUMOR_KINDS: ReadonlySet<number> = new Set([14, 15])

/** Never signed for anyone: messages of remote signing itself (NIP-46). */
const REMOTE_SIGNING_KIND = 24_133

/**
 * Pure function: request + state → decision. Applies in this order: the stop; whether the caller is blocked;
 * what is never allowed; the most specific rules (of equal ones the strictest); the caller's preset; the
 * default. Of several parts the strictest outcome applies to all.
 */
export function decide(request: PolicyRequest, state: PolicyState): Decision {
  const { caller, parts } = request
  if (state.isStopped()) return refused({ by: 'stopped' })
  const blockedBy = state.blockedBy(request)
  if (blockedBy !== null) return refused({ by: blockedBy })
  if (parts.some((part) => isNeverAllowed(request, part))) return refused({ by: 'never' })

  const applicable = state.rules().filter(({ whom }) => reachOf(whom, caller) > 0)
  const deciding = parts.map((part) => mostSpecific(applicable, request, part))
  const charges = chargesOf(deciding)
  const isUsedUp = (rule: Rule): boolean => {
    const charge = charges.get(rule.id)
    if (charge === undefined || rule.limit === undefined) return false
    return state.used(rule, caller) + charge.times > rule.limit.count
  }
  const outcomes = parts.map((part, at) =>
    outcomeOf(request, part, deciding[at] ?? [], isUsedUp, state),
  )
  return { ...strictest(outcomes), charges: [...charges.values()] }
}

const refused = (reason: Reason): Decision => ({ verdict: 'refuse', reason, charges: [] })

function isNeverAllowed({ caller: { door }, operation }: PolicyRequest, { event }: Part): boolean {
  if (operation !== 'sign' || event === undefined) return false
  if (event.kind === REMOTE_SIGNING_KIND) return true
  return RUMOR_KINDS.has(event.kind) && (door === 'app' || door === 'program')
}

/** 3: this caller, 2: its kind, 1: everyone, 0: somebody else. */
function reachOf(whom: Whom, caller: Caller): number {
  if (whom === 'everyone') return 1
  if (whom.door !== caller.door) return 0
  if (!('id' in whom)) return 2
  return isSameCaller(whom, caller) ? 3 : 0
}

/** The most specific of the rules that match a part; several, if they are equally specific. */
function mostSpecific(rules: readonly Rule[], request: PolicyRequest, part: Part): Rule[] {
  let found: Rule[] = []
  let most = -1
  for (const rule of rules) {
    if (!matches(rule, request, part)) continue
    const rank = rankOf(rule, request.caller)
    if (rank > most) [most, found] = [rank, []]
    if (rank === most) found.push(rule)
  }
  return found
}

function matches(rule: Rule, { operation }: PolicyRequest, part: Part): boolean {
  if (rule.operation !== undefined && rule.operation !== operation) return false
  if (rule.counterparty !== undefined && rule.counterparty !== part.counterparty) return false
  if (rule.kinds === undefined) return true
  return operation === 'sign' && includesKind(rule.kinds, part.event?.kind)
}

/** Orders rules by whom they concern, then counterparty, kinds, operation. */
function rankOf({ whom, counterparty, kinds, operation }: Rule, caller: Caller): number {
  const hasOperation = kinds !== undefined || operation !== undefined
  return (
    reachOf(whom, caller) * 8 +
    (counterparty === undefined ? 0 : 4) +
    (kinds === undefined ? 0 : 2) +
    (hasOperation ? 1 : 0)
  )
}

/** How often each limited rule would be used, by the rule's id. */
function chargesOf(deciding: readonly Rule[][]): Map<number, Charge> {
  const charges = new Map<number, Charge>()
  for (const rule of deciding.flat()) {
    if (rule.limit === undefined) continue
    const times = (charges.get(rule.id)?.times ?? 0) + 1
    charges.set(rule.id, { rule, times })
  }
  return charges
}

function outcomeOf(
  { caller, operation }: PolicyRequest,
  part: Part,
  rules: readonly Rule[],
  isUsedUp: (rule: Rule) => boolean,
  state: PolicyState,
): Outcome {
  if (rules.length > 0) return strictest(rules.map((rule) => outcomeByRule(rule, isUsedUp(rule))))
  const preset = state.preset(caller)
  if (preset === null) {
    return { verdict: state.byDefault(caller, operation), reason: { by: 'door' } }
  }
  const isAllowed = presetAllows(preset, { operation, kind: part.event?.kind })
  return { verdict: isAllowed ? 'allow' : 'ask', reason: { by: 'preset', preset } }
}

const outcomeByRule = ({ id, verdict, limit }: Rule, isUsedUp: boolean): Outcome => ({
  verdict: isUsedUp && limit !== undefined ? limit.beyond : verdict,
  reason: { by: 'rule', rule: id, isLimit: isUsedUp },
})

const STRICTNESS = { allow: 0, ask: 1, refuse: 2 } as const satisfies Record<Effect, number>

/** The first of the strictest. */
const strictest = (outcomes: readonly Outcome[]): Outcome =>
  outcomes.reduce((most, outcome) =>
    STRICTNESS[outcome.verdict] > STRICTNESS[most.verdict] ? outcome : most,
  )
