import { rules as texts } from '#contract/codes.ts'
import {
  type Caller,
  type CallerUpdate,
  type Effect,
  LASTS,
  type Operation,
  type RuleRequest,
  type RuleView,
} from '#contract/rules.ts'
import { begun, type Clock, earliest, type Ticks } from '#lib/clock.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { CallerSettingsMap, type CallerSettingsStore } from './caller-settings.ts'
import type { CallerRequest, Rule } from './decide.ts'
import { createLimitUsage, type LimitUsage, type UseStore } from './limit-usage.ts'
import { RULES_MAX } from './limits.ts'
import { callerKey, isSameCaller } from './request.ts'
import type { Stop } from './stop.ts'

/** A write is on the disk when it returns. Throws a StoreError when it fails. */
export interface RuleStore {
  /** The oldest first. Tampered or deleted rows are read as their last authentic version. */
  list(): Rule[]
  /** @returns its id, which is never used twice */
  add(rule: Omit<Rule, 'id'>): number
  /** @returns false if there was none */
  delete(id: number): boolean
}

/** What is known of callers outside of the policy, by their kind. */
export interface Callers {
  /**
   * Why a caller is refused whatever the rules say: it (or its client that asks) no longer exists, or its
   * switch for this operation is off. Null: the rules decide.
   */
  blockedBy(request: CallerRequest): 'gone' | 'switch' | null
  /** What applies if neither a rule nor a preset does. */
  byDefault(caller: Caller, operation: Operation): Effect
  /** The name of a caller that its owner has not named here. */
  nameOf(caller: Caller): string | undefined
}

/** A keyset's rules and the settings of its callers: decisions are made from them (`PolicyState`). */
export type RuleSet = ReturnType<typeof createRuleSet>

export interface RuleSetOptions {
  rules: RuleStore
  settings: CallerSettingsStore
  usage: LimitUsage
  stop: Pick<Stop, 'isStopped'>
  callers: Callers
  clock: Clock
  /** Decisions may be different from now on. */
  onChange(): void
}

/** Reads what is stored, once. */
export function createRuleSet(options: RuleSetOptions) {
  const { rules: store, usage, stop, callers, clock, onChange } = options
  const settings = new CallerSettingsMap(options.settings)
  let rules: readonly Rule[] = []
  /** When the next rule ends. */
  let nextEnd = Number.POSITIVE_INFINITY

  const setRules = (all: readonly Rule[]) => {
    rules = all
    nextEnd = Math.min(...rules.map(({ until }) => until ?? Number.POSITIVE_INFINITY))
  }

  /** Rules that allow must never last longer because the machine's clock was set. */
  const clockOf = ({ verdict }: Pick<Rule, 'verdict'>): Ticks =>
    verdict === 'allow' ? clock.latest : clock

  const isOver = (rule: Rule): boolean => {
    if (rule.until === null) return false
    const now = rule.verdict === 'allow' ? clock.latest.now() : earliest(clock, rule.createdAt)
    return rule.until <= now
  }

  const inForce = (): readonly Rule[] => {
    if (clock.latest.now() < nextEnd) return rules
    const ended = rules.filter(isOver)
    for (const { id } of ended) usage.forget(id)
    if (ended.length > 0) setRules(rules.filter((rule) => !ended.includes(rule)))
    return rules
  }

  const stored = (): Rule[] =>
    store.list().map((rule) => {
      const { since: createdAt, until } = begun(
        { since: rule.createdAt, until: rule.until },
        clockOf(rule).now(),
      )
      return { ...rule, createdAt, until }
    })

  /** A rule that is neither saved nor in force. Its id is 0. */
  const draft = ({ for: lasts, ...fields }: RuleRequest): Result<Rule> => {
    if (inForce().length >= RULES_MAX) return fail(texts.tooMany(RULES_MAX))
    const createdAt = clockOf(fields).now()
    const span = LASTS[lasts]
    return ok({ id: 0, ...fields, createdAt, until: span === null ? null : createdAt + span })
  }

  /** Saves a draft. @returns the rule, which is in force only after `enforce` */
  const save = ({ id: _, ...rule }: Rule): Rule => ({ ...rule, id: store.add(rule) })

  const enforce = (rule: Rule) => {
    setRules([...rules, rule])
    onChange()
  }

  /** @returns false if no such rule is in force */
  const remove = (id: number): boolean => {
    if (!inForce().some((rule) => rule.id === id)) return false
    store.delete(id)
    setRules(rules.filter((rule) => rule.id !== id))
    usage.forget(id)
    onChange()
    return true
  }

  const deleteEnded = () => {
    for (const rule of store.list()) if (isOver(rule)) store.delete(rule.id)
  }

  const ruleView = ({ createdAt, until, ...rule }: Rule): RuleView => {
    const caller = callerOf(rule)
    return {
      ...rule,
      createdAt: clockOf(rule).iso(createdAt),
      ...(until !== null && { until: clockOf(rule).iso(until) }),
      ...(rule.limit !== undefined &&
        caller !== null && { used: usage.used({ ...rule, createdAt, until }, caller) }),
    }
  }

  deleteEnded()
  setRules(stored())

  return {
    isStopped: () => stop.isStopped,
    blockedBy: (request: CallerRequest) =>
      settings.of(request.caller).isSuspended ? 'suspended' : callers.blockedBy(request),
    rules: inForce,
    preset: (caller: Caller) => settings.of(caller).preset,
    byDefault: callers.byDefault,
    used: usage.used,

    /** Saves a rule, which is in force at once. @throws when it can't be stored */
    add: (request: RuleRequest): Result<Rule> => {
      const drafted = draft(request)
      if (!drafted.ok) return drafted
      deleteEnded()
      const rule = save(drafted.value)
      enforce(rule)
      return ok(rule)
    },
    draft,
    save,
    enforce,
    delete: remove,
    ruleViews: () => inForce().map(ruleView),

    update: (caller: Caller, update: CallerUpdate) => {
      settings.update(caller, update)
      onChange()
    },
    /** @param name empty: removes the name */
    setName: (caller: Caller, name: string) => settings.setName(caller, name),
    /** The name that the owner has given a caller here, or its own. */
    nameOf: (caller: Caller) => settings.of(caller).name ?? callers.nameOf(caller),
    isSuspended: (caller: Caller) => settings.of(caller).isSuspended,
    callerViews: () => settings.views(),
    /** All callers with settings or with a rule of their own. */
    callers: (): Caller[] => {
      const known = [
        ...settings.views().map(({ caller }) => caller),
        ...inForce().flatMap((rule) => callerOf(rule) ?? []),
      ]
      return [...new Map(known.map((caller) => [callerKey(caller), caller])).values()]
    },
    /** Reads what is stored again, after another process has changed it. @throws when it can't be read */
    reload: () => {
      settings.reload()
      const known = new Map(rules.map((rule) => [rule.id, rule]))
      const all = stored().map((rule) => known.get(rule.id) ?? rule)
      for (const { id } of rules) if (!all.some((rule) => rule.id === id)) usage.forget(id)
      setRules(all)
      onChange()
    },
    /** Deletes everything about a caller. */
    forget: (caller: Caller) => {
      for (const rule of inForce()) {
        const own = callerOf(rule)
        if (own !== null && isSameCaller(own, caller)) remove(rule.id)
      }
      settings.delete(caller)
      onChange()
    },
  }
}

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

/** The one caller that a rule concerns; null: it concerns several. */
const callerOf = ({ whom }: Pick<Rule, 'whom'>): Caller | null =>
  typeof whom === 'object' && 'id' in whom ? whom : null
