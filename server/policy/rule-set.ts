import { rules as texts } from '#contract/messages.ts'
import {
  type Caller,
  type CallerUpdate,
  type CallerView,
  LASTS,
  type RuleRequest,
  type RuleView,
} from '#contract/rules.ts'
import { begun, type Clock, earliest, type Ticks } from '#lib/clock.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { createStandings } from './caller-settings.ts'
import type { Book } from './decide.ts'
import type { Uses } from './limit-usage.ts'
import { RULES_MAX } from './limits.ts'
import type { Doors, RuleStore, StandingStore } from './ports.ts'
import { isSameCaller, type Rule } from './rule.ts'
import type { Stop } from './stop.ts'

/** What an owner has laid down for a keyset, and what verdicts on its key are decided by. */
export interface RuleBook extends Book {
  /** Puts a rule in force, at once. @throws when it can't be kept */
  add(request: RuleRequest): Result<Rule>
  /** The rule that a request would be: neither kept nor in force. Its id is 0. */
  draft(request: RuleRequest): Result<Rule>
  /** Keeps a draft. @returns the rule, which is not in force before `enforce` */
  keep(draft: Rule): Rule
  enforce(rule: Rule): void
  /** @returns false if there is none in force */
  delete(id: number): boolean
  ruleViews(): RuleView[]

  update(caller: Caller, update: CallerUpdate): void
  /** @param name empty: it is taken away */
  setName(caller: Caller, name: string): void
  /** The name that the owner has given a caller, or else the one that its door knows. */
  nameOf(caller: Caller): string | undefined
  isSuspended(caller: Caller): boolean
  callerViews(): CallerView[]
  /** Takes over what a command beside this process has kept. @throws when it can't be read */
  reread(): void
  /** Deletes all that concerns a caller which is gone. */
  forget(caller: Caller): void
}

export interface BookOptions {
  rules: RuleStore
  standings: StandingStore
  uses: Uses
  stop: Pick<Stop, 'isStopped'>
  doors: Doors
  clock: Clock
  /** Open questions may be decided by now. */
  onChange(): void
}

/** Reads what is kept, once. */
export function createBook(options: BookOptions): RuleBook {
  const { rules: store, uses, stop, doors, clock, onChange } = options
  const standings = createStandings(options.standings)
  let rules: readonly Rule[] = []
  /** When the next of them ends. */
  let nextEnd = Number.POSITIVE_INFINITY

  const setRules = (all: readonly Rule[]) => {
    rules = all
    nextEnd = Math.min(...rules.map(({ until }) => until ?? Number.POSITIVE_INFINITY))
  }

  /** By which a rule begins, and is shown. */
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
    for (const { id } of ended) uses.forget(id)
    if (ended.length > 0) setRules(rules.filter((rule) => !ended.includes(rule)))
    return rules
  }

  const kept = (): Rule[] =>
    store.list().map((rule) => {
      const { since: createdAt, until } = begun(
        { since: rule.createdAt, until: rule.until },
        clockOf(rule).now(),
      )
      return { ...rule, createdAt, until }
    })

  const draft = ({ for: lasts, ...fields }: RuleRequest): Result<Rule> => {
    if (inForce().length >= RULES_MAX) return fail(texts.tooMany(RULES_MAX))
    const createdAt = clockOf(fields).now()
    const span = LASTS[lasts]
    return ok({ id: 0, ...fields, createdAt, until: span === null ? null : createdAt + span })
  }

  const keep = ({ id: _, ...rule }: Rule): Rule => ({ ...rule, id: store.add(rule) })

  const enforce = (rule: Rule) => {
    setRules([...rules, rule])
    onChange()
  }

  const remove = (id: number): boolean => {
    if (!inForce().some((rule) => rule.id === id)) return false
    store.delete(id)
    setRules(rules.filter((rule) => rule.id !== id))
    uses.forget(id)
    onChange()
    return true
  }

  /** Rules that ended are of no use to anyone. */
  const dropEnded = () => {
    for (const rule of store.list()) if (isOver(rule)) store.delete(rule.id)
  }

  const ruleView = ({ createdAt, until, ...rule }: Rule): RuleView => ({
    ...rule,
    createdAt: clockOf(rule).iso(createdAt),
    ...(until !== null && { until: clockOf(rule).iso(until) }),
    ...(rule.limit !== undefined &&
      typeof rule.whom === 'object' &&
      'id' in rule.whom && { used: uses.used({ ...rule, createdAt, until }, rule.whom) }),
  })

  dropEnded()
  setRules(kept())

  return {
    isStopped: () => stop.isStopped,
    bar: (asked) => (standings.of(asked.caller).isSuspended ? 'suspended' : doors.bar(asked)),
    isSuspended: (caller) => standings.of(caller).isSuspended,
    rules: inForce,
    preset: (caller) => standings.of(caller).preset,
    byDoor: doors.byDoor,
    used: uses.used,

    add: (request) => {
      const drafted = draft(request)
      if (!drafted.ok) return drafted
      dropEnded()
      const rule = keep(drafted.value)
      enforce(rule)
      return ok(rule)
    },
    draft,
    keep,
    enforce,
    delete: remove,
    ruleViews: () => inForce().map(ruleView),

    update: (caller, update) => {
      standings.update(caller, update)
      onChange()
    },
    setName: standings.setName,
    nameOf: (caller) => standings.of(caller).name ?? doors.nameOf(caller),
    callerViews: standings.views,
    reread: () => {
      standings.reread()
      const known = new Map(rules.map((rule) => [rule.id, rule]))
      const all = kept().map((rule) => known.get(rule.id) ?? rule)
      for (const { id } of rules) if (!all.some((rule) => rule.id === id)) uses.forget(id)
      setRules(all)
      onChange()
    },
    forget: (caller) => {
      for (const { id, whom } of inForce()) {
        if (typeof whom === 'object' && 'id' in whom && isSameCaller(whom, caller)) remove(id)
      }
      standings.delete(caller)
      onChange()
    },
  }
}
