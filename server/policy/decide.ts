import type { Caller, Effect, Operation, Preset } from '#contract/rules.ts'
import { includesKind, REMOTE_SIGNING_KIND, RUMOR_KINDS } from './kinds.ts'
import { presetAllows } from './presets.ts'
import type { Asked, Part } from './request.ts'
import { isSameCaller, type Rule } from './rule.ts'

/** What decided. */
export type Reason =
  | { by: 'stopped' }
  /** Nothing is done for this caller: the owner has suspended it, or it is no longer known. */
  | { by: 'suspended' }
  | { by: 'gone' }
  /** A peer's switch of this operation is off. */
  | { by: 'switch' }
  /** No rule can allow it. */
  | { by: 'never' }
  | { by: 'rule'; rule: number; isLimit: boolean }
  | { by: 'preset'; preset: Preset }
  /** Nothing else did: what this door does by itself. */
  | { by: 'door' }

/** What a limited rule is charged with, once the request is allowed. */
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

/** What is decided by. */
export interface Book {
  isStopped(): boolean
  /** Why nothing is done for a caller, whatever the rules say; null if they decide. */
  bar(asked: Pick<Asked, 'caller' | 'client' | 'operation'>): 'suspended' | 'gone' | 'switch' | null
  /** Those that are in force now. */
  rules(): readonly Rule[]
  /** Null: the caller has none. */
  preset(caller: Caller): Preset | null
  /** What the caller's door does by itself. */
  byDoor(caller: Caller, operation: Operation): Effect
  /** How often a caller has used a rule in its period so far. */
  used(rule: Rule, caller: Caller): number
}

interface PolicyOutcome {
  verdict: Effect
  reason: Reason
}

/**
 * The verdict on a request, out of the book alone. In this order: the stop; the caller's standing; what is
 * never done; the most specific rules, the strictest of equal ones; the caller's preset; the door. Of
 * several parts the strictest verdict holds for all.
 */
export function decide(asked: Asked, book: Book): Decision {
  const { caller, parts } = asked
  if (book.isStopped()) return refused({ by: 'stopped' })
  const bar = book.bar(asked)
  if (bar !== null) return refused({ by: bar })
  if (parts.some((part) => isNever(asked, part))) return refused({ by: 'never' })

  const concerning = book.rules().filter(({ whom }) => reachOf(whom, caller) > 0)
  const deciding = parts.map((part) => mostSpecific(concerning, asked, part))
  const charges = chargesOf(deciding)
  const isUsedUp = (rule: Rule): boolean => {
    const charge = charges.get(rule.id)
    if (charge === undefined || rule.limit === undefined) return false
    return book.used(rule, caller) + charge.times > rule.limit.count
  }
  const decisionLog = parts.map((part, at) =>
    decisionOn(asked, part, deciding[at] ?? [], isUsedUp, book),
  )
  return { ...strictest(decisionLog), charges: [...charges.values()] }
}

const refused = (reason: Reason): Decision => ({ verdict: 'refuse', reason, charges: [] })

function isNever({ caller: { door }, operation }: Asked, { event }: Part): boolean {
  if (operation !== 'sign' || event === undefined) return false
  if (event.kind === REMOTE_SIGNING_KIND) return true
  return RUMOR_KINDS.has(event.kind) && (door === 'app' || door === 'program')
}

/** One caller before a door before everyone; 0: it concerns somebody else. */
function reachOf(whom: Rule['whom'], caller: Caller): number {
  if (whom === 'everyone') return 1
  if (whom.door !== caller.door) return 0
  if (!('id' in whom)) return 2
  return isSameCaller(whom, caller) ? 3 : 0
}

/** The most specific of the rules that match a part; several, if they are equally specific. */
function mostSpecific(rules: readonly Rule[], asked: Asked, part: Part): Rule[] {
  let found: Rule[] = []
  let most = -1
  for (const rule of rules) {
    if (!matches(rule, asked, part)) continue
    const rank = rankOf(rule, asked.caller)
    if (rank > most) [most, found] = [rank, []]
    if (rank === most) found.push(rule)
  }
  return found
}

function matches(rule: Rule, { operation }: Asked, part: Part): boolean {
  if (rule.operation !== undefined && rule.operation !== operation) return false
  if (rule.counterparty !== undefined && rule.counterparty !== part.counterparty) return false
  if (rule.kinds === undefined) return true
  return operation === 'sign' && includesKind(rule.kinds, part.event?.kind)
}

/** Orders rules by whom they concern, then counterparty, kinds, operation. */
function rankOf({ whom, counterparty, kinds, operation }: Rule, caller: Caller): number {
  const isOf = kinds !== undefined || operation !== undefined
  return (
    reachOf(whom, caller) * 8 +
    (counterparty === undefined ? 0 : 4) +
    (kinds === undefined ? 0 : 2) +
    (isOf ? 1 : 0)
  )
}

/** How often each limited rule would be used. */
function chargesOf(deciding: readonly Rule[][]): Map<number, Charge> {
  const charges = new Map<number, Charge>()
  for (const rule of deciding.flat()) {
    if (rule.limit === undefined) continue
    const times = (charges.get(rule.id)?.times ?? 0) + 1
    charges.set(rule.id, { rule, times })
  }
  return charges
}

function decisionOn(
  { caller, operation }: Asked,
  part: Part,
  rules: readonly Rule[],
  isUsedUp: (rule: Rule) => boolean,
  book: Book,
): PolicyOutcome {
  if (rules.length > 0) return strictest(rules.map((rule) => decisionOf(rule, isUsedUp(rule))))
  const preset = book.preset(caller)
  if (preset === null) return { verdict: book.byDoor(caller, operation), reason: { by: 'door' } }
  const isAllowed = presetAllows(preset, { operation, kind: part.event?.kind })
  return { verdict: isAllowed ? 'allow' : 'ask', reason: { by: 'preset', preset } }
}

const decisionOf = ({ id, verdict, limit }: Rule, isUsedUp: boolean): PolicyOutcome => ({
  verdict: isUsedUp && limit !== undefined ? limit.beyond : verdict,
  reason: { by: 'rule', rule: id, isLimit: isUsedUp },
})

const STRICTNESS = { allow: 0, ask: 1, refuse: 2 } as const satisfies Record<Effect, number>

/** The first of the strictest. */
const strictest = (decisionLog: readonly PolicyOutcome[]): PolicyOutcome =>
  decisionLog.reduce((most, policyOutcome) =>
    STRICTNESS[policyOutcome.verdict] > STRICTNESS[most.verdict] ? policyOutcome : most,
  )
