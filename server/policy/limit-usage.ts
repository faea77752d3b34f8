import { type Caller, LIMIT_PERIODS } from '#contract/rules.ts'
import type { Clock } from '#lib/clock.ts'
import type { Charge, Rule } from './decide.ts'
import { USES_TRIM_INTERVAL } from './limits.ts'
import { callerKey } from './request.ts'

/** One stored use of a limited rule. */
export interface Use {
  rule: number
  /** Its `callerKey`. */
  caller: string
  /** Unix milliseconds, whole. */
  at: number
  times: number
}

/** A write is on the disk when it returns. Throws a StoreError when it fails. */
export interface UseStore {
  /** Uses within the longest period, the oldest first. */
  list(): Use[]
  add(use: Use): void
  /** Deletes uses before a time. */
  trim(before: number): void
}

/** How often callers have used limited rules. */
export type LimitUsage = ReturnType<typeof createLimitUsage>

/** When and how often one caller has used one rule, the oldest first. */
interface Tally {
  entries: { at: number; times: number }[]
  total: number
}

/**
 * Counts the uses of each caller exactly, in a sliding window of the rule's period. Uses before a restart
 * count too; a use with a time in the future (the clock was set back) counts as used now.
 */
export function createLimitUsage({ store, clock }: { store: UseStore; clock: Pick<Clock, 'now'> }) {
  /** By rule, then by caller. */
  const tallies = new Map<number, Map<string, Tally>>()
  let trimmedAt = clock.now()

  const count = (rule: number, caller: string, at: number, times: number): Tally => {
    const callers = tallies.get(rule) ?? new Map<string, Tally>()
    tallies.set(rule, callers)
    const tally = callers.get(caller) ?? { entries: [], total: 0 }
    callers.set(caller, tally)
    tally.entries.push({ at, times })
    tally.total += times
    return tally
  }

  const trim = (now: number) => {
    trimmedAt = now
    store.trim(now - LIMIT_PERIODS.day)
    for (const [rule, callers] of tallies) {
      for (const [caller, tally] of callers) {
        dropBefore(tally, now - LIMIT_PERIODS.day)
        if (tally.total === 0) callers.delete(caller)
      }
      if (callers.size === 0) tallies.delete(rule)
    }
  }

  for (const { rule, caller, at, times } of store.list()) {
    count(rule, caller, Math.min(at, trimmedAt), times)
  }

  return {
    /** How often in the rule's period until now. */
    used: (rule: Rule, caller: Caller): number => {
      const tally = tallies.get(rule.id)?.get(callerKey(caller))
      if (tally === undefined || rule.limit === undefined) return 0
      dropBefore(tally, clock.now() - LIMIT_PERIODS[rule.limit.per])
      return tally.total
    },
    /** Counts uses. @throws when one can't be stored; that one and those after it are not counted */
    charge: (charges: readonly Charge[], caller: Caller) => {
      if (charges.length === 0) return
      const at = clock.now()
      if (at - trimmedAt >= USES_TRIM_INTERVAL) trim(at)
      const key = callerKey(caller)
      for (const { rule, times } of charges) {
        store.add({ rule: rule.id, caller: key, at, times })
        dropOverLimit(count(rule.id, key, at, times), rule.limit?.count ?? 0)
      }
    },
    /** Call when a rule is deleted. */
    forget: (rule: number) => {
      tallies.delete(rule)
    },
  }
}

/** A use leaves the period once it is exactly as long ago. */
function dropBefore(tally: Tally, before: number): void {
  const first = tally.entries.findIndex(({ at }) => at > before)
  drop(tally, first === -1 ? tally.entries.length : first)
}

/** Drops the oldest uses as long as the newer ones alone reach the limit: bounds the memory. */
function dropOverLimit(tally: Tally, limit: number): void {
  let left = tally.total
  const first = tally.entries.findIndex(({ times }) => {
    left -= times
    return left < limit
  })
  drop(tally, first)
}

function drop(tally: Tally, entries: number): void {
  for (const { times } of tally.entries.splice(0, entries)) tally.total -= times
}
