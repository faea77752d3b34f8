import type { Caller, RulesAnswer, RuleView, Whom } from '#contract/rules.ts'

export const isSameCaller = (a: Caller, b: Caller): boolean => a.door === b.door && a.id === b.id

/** What is set for one caller, its own rules, and those that concern it among others. */
export function ofCaller({ rules, callers }: RulesAnswer, caller: Caller) {
  const set = callers.find((other) => isSameCaller(other.caller, caller))
  return {
    preset: set?.preset ?? null,
    suspended: set?.suspended ?? false,
    own: rules.filter(({ whom }) => isOwn(whom, caller)),
    others: rules.filter(({ whom }) => isAmongOthers(whom, caller)),
  } satisfies { own: RuleView[]; others: RuleView[]; [what: string]: unknown }
}

const isOwn = (whom: Whom, caller: Caller): boolean =>
  typeof whom === 'object' && 'id' in whom && isSameCaller(whom, caller)

const isAmongOthers = (whom: Whom, { door }: Caller): boolean =>
  whom === 'everyone' || (!('id' in whom) && whom.door === door)
