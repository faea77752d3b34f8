import { createLimitUsage, type UseStore } from './limit-usage.ts'
import { type Callers, createRuleSet, type RuleSet, type RuleSetOptions } from './rule-set.ts'

const NO_CALLERS: Callers = {
  blockedBy: () => null,
  byDefault: () => 'ask',
  nameOf: () => undefined,
}

/** The rules as stored, to be changed where nobody asks for a decision: a server reads the change later. */
export const createStoredRuleSet = ({
  uses: store,
  ...stored
}: Pick<RuleSetOptions, 'rules' | 'settings' | 'clock'> & { uses: UseStore }): RuleSet =>
  createRuleSet({
    ...stored,
    usage: createLimitUsage({ store, clock: stored.clock }),
    stop: { isStopped: false },
    callers: NO_CALLERS,
    onChange: () => {},
  })
