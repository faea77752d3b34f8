import { type Caller, LIMIT_PERIODS } from '#contract/rules.ts'
import type { Clock } from '#lib/clock.ts'
import type { Charge } from './decide.ts'
import { USES_TRIM_INTERVAL } from './limits.ts'
import type { UseStore } from './ports.ts'
import { callerKey, type Rule } from './rule.ts'

/** How often callers have used limited rules. */
export interface Uses {
  /** How often in the rule's period until now. */
  used(rule: Rule, caller: Caller): number
  /** Counts uses from now on. @throws when they can't be kept, and counts none that is not */
  charge(charges: readonly Charge[], caller: Caller): void
  /** A rule is no longer there. */
  forget(rule: number): void
}

/** What one caller has used of one rule: when and how often, the oldest first. */
interface Tally {
  entries: { at: number; times: number }[]
  total: number
}

export interface UsesOptions {
  store: UseStore
  clock: Pick<Clock, 'now'>
}

/**
 * Counts uses exactly, in any stretch of a rule's period, of each caller. What was used before a restart
 * counts on; what was used in the future, by a clock that has been set back since, counts as used now.
 */
export function createUses({ store, clock }: UsesOptions): Uses {
  /** By rule, then by caller. */
  const tallies = new Map<number, Map<string, Tally>>()
  let trimmedAt = clock.now()

  const note = (rule: number, caller: string, at: number, times: number): Tally => {
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
    note(rule, caller, Math.min(at, trimmedAt), times)
  }

  return {
    used: (rule, caller) => {
      const tally = tallies.get(rule.id)?.get(callerKey(caller))
      if (tally === undefined || rule.limit === undefined) return 0
      dropBefore(tally, clock.now() - LIMIT_PERIODS[rule.limit.per])
      return tally.total
    },
    charge: (charges, caller) => {
      if (charges.length === 0) return
      const at = clock.now()
      if (at - trimmedAt >= USES_TRIM_INTERVAL) trim(at)
      const key = callerKey(caller)
      for (const { rule, times } of charges) {
        store.add({ rule: rule.id, caller: key, at, times })
        dropBeyond(note(rule.id, key, at, times), rule.limit?.count ?? 0)
      }
    },
    forget: (rule) => {
      tallies.delete(rule)
    },
  }
}

/** A use is out of a period once it is exactly as long ago. */
function dropBefore(tally: Tally, before: number): void {
  const kept = tally.entries.findIndex(({ at }) => at > before)
  drop(tally, kept === -1 ? tally.entries.length : kept)
}

/** Forgets the oldest uses that the limit needs not know of: the newer ones reach it without them. */
function dropBeyond(tally: Tally, limit: number): void {
  let left = tally.total
  const kept = tally.entries.findIndex(({ times }) => {
    left -= times
    return left < limit
  })
  drop(tally, kept)
}

function drop(tally: Tally, entries: number): void {
  for (const { times } of tally.entries.splice(0, entries)) tally.total -= times
}
