import { describeKind } from '#contract/describe-kind.ts'
import type { Caller, Effect, Operation } from '#contract/rules.ts'
import type { CallerSettings } from '#policy/caller-settings.ts'
import type { Rule } from '#policy/decide.ts'
import type { Use } from '#policy/limit-usage.ts'
import { EVERYDAY_KINDS, IRREVERSIBLE_KINDS } from '#policy/presets.ts'
import type { Part, PolicyRequest } from '#policy/request.ts'

/** All that a decision depends on, as plain lists. */
export interface World {
  now: number
  isStopped: boolean
  gone: Caller[]
  /** Peers' switches that are off: whose, and of which operation. */
  off: [string, Operation][]
  standings: CallerSettings[]
  rules: Rule[]
  uses: Use[]
  /** The effect for each caller kind without rule or preset. */
  byDefault: Record<Caller['door'], Effect>
}

export interface Decisions {
  verdict: Effect
  /** The reasons that may be named for the decision. */
  by: string[]
}

/**
 * A second policy engine, only to compare with: written from the text of the design alone and in its order, and slow.
 */
export function naiveDecision(world: World, asked: PolicyRequest): Decisions {
  // 1. Stopped.
  if (world.isStopped) return { verdict: 'refuse', by: ['stopped'] }

  // 2. Suspended, gone, switched off.
  const bars = []
  const standing = world.standings.find((one) => isOne(one.caller, asked.caller))
  if (standing?.isSuspended) bars.push('suspended')
  if (world.gone.some((one) => isOne(one, asked.caller))) bars.push('gone')
  for (const [peer, operation] of world.off) {
    if (isOne(asked.caller, { door: 'peer', id: peer }) && operation === asked.operation) {
      bars.push('switch')
    }
  }
  if (bars.length > 0) return { verdict: 'refuse', by: bars }

  // 3. Never.
  if (asked.operation === 'sign') {
    for (const { event } of asked.parts) {
      const forbidden = ['app', 'program'].includes(asked.caller.door) ? [14, 15, 24133] : [24133]
      if (event !== undefined && forbidden.includes(event.kind)) {
        return { verdict: 'refuse', by: ['never'] }
      }
    }
  }

  // 4. to 6., for each part; the strictest of several decides.
  const inForce = world.rules.filter((rule) => rule.until === null || rule.until > world.now)
  const chosen = asked.parts.map((part) => mostSpecific(inForce, asked, part))
  const all = asked.parts.flatMap((part, index) => {
    const rules = chosen[index]
    if (rules === undefined || rules.length === 0)
      return [withoutRule(world, standing, asked, part)]
    return rules.map((rule) => byRule(world, asked.caller, rule, chosen))
  })
  for (const verdict of ['refuse', 'ask', 'allow'] as const) {
    const found = all.filter((one) => one.verdict === verdict)
    if (found.length > 0) return { verdict, by: found.map((one) => one.by) }
  }
  throw new Error('a request has at least one part')
}

function mostSpecific(rules: Rule[], asked: PolicyRequest, part: Part): Rule[] {
  let left = rules.filter((rule) => {
    if (rule.whom !== 'everyone') {
      if (rule.whom.door !== asked.caller.door) return false
      if ('id' in rule.whom && rule.whom.id !== asked.caller.id) return false
    }
    if (rule.operation !== undefined && rule.operation !== asked.operation) return false
    if (rule.counterparty !== undefined && rule.counterparty !== part.counterparty) return false
    if (rule.kinds === undefined) return true
    if (asked.operation !== 'sign') return false
    const kind = part.event?.kind
    if (kind === undefined) return rule.kinds.includes('blind')
    return rule.kinds.some((listed) => isListed(listed, kind))
  })
  const preferences: ((rule: Rule) => boolean)[] = [
    (rule) => rule.whom !== 'everyone' && 'id' in rule.whom,
    (rule) => rule.whom !== 'everyone',
    (rule) => rule.counterparty !== undefined,
    (rule) => rule.kinds !== undefined,
    (rule) => rule.operation !== undefined || rule.kinds !== undefined,
  ]
  for (const isPreferred of preferences) {
    if (left.some(isPreferred)) left = left.filter(isPreferred)
  }
  return left
}

function byRule(world: World, caller: Caller, rule: Rule, chosen: Rule[][]) {
  if (rule.limit === undefined) return { verdict: rule.verdict, by: `rule ${rule.id}` }
  const stretch = { minute: 60, hour: 3_600, day: 86_400 }[rule.limit.per] * 1_000
  let count = 0
  for (const use of world.uses) {
    const at = use.at > world.now ? world.now : use.at
    const isOwn = use.rule === rule.id && use.caller === `${caller.door}:${caller.id}`
    if (isOwn && world.now - at < stretch) count += use.times
  }
  for (const rules of chosen) if (rules.some(({ id }) => id === rule.id)) count += 1
  return count > rule.limit.count
    ? { verdict: rule.limit.beyond, by: `limit of rule ${rule.id}` }
    : { verdict: rule.verdict, by: `rule ${rule.id}` }
}

function withoutRule(
  { byDefault }: World,
  standing: CallerSettings | undefined,
  { caller, operation }: PolicyRequest,
  { event }: Part,
): { verdict: Effect; by: string } {
  const preset = standing?.preset ?? null
  if (preset === null) return { verdict: byDefault[caller.door], by: 'door' }
  const allowed: boolean[] = []
  if (operation.endsWith('.encrypt')) allowed.push(preset !== 'ask')
  if (operation === 'sign') {
    const kind = event?.kind
    const isKnown = kind !== undefined
    const isGone = isKnown && IRREVERSIBLE_KINDS.some((listed) => isListed(listed, kind))
    allowed.push(preset === 'all')
    allowed.push(preset === 'careful' && isKnown && describeKind(kind) !== undefined && !isGone)
    allowed.push(preset === 'everyday' && isKnown && [...EVERYDAY_KINDS.keys()].includes(kind))
  }
  return { verdict: allowed.includes(true) ? 'allow' : 'ask', by: `preset ${preset}` }
}

const isOne = (one: Caller, other: Caller) => one.door === other.door && one.id === other.id

function isListed(listed: NonNullable<Rule['kinds']>[number], kind: number): boolean {
  if (listed === 'blind') return false
  const [from, to] = Array.isArray(listed) ? listed : [listed, listed]
  return kind >= from && kind <= to
}
