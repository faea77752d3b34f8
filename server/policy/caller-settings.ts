import type { Caller, CallerUpdate, CallerView } from '#contract/rules.ts'
import type { Standing, StandingStore } from './ports.ts'
import { callerKey } from './rule.ts'

/** What the owner has set for callers: names, presets, suspensions. In memory, as on the disk. */
export interface Standings {
  /** That of a caller for which nothing was set has nulls. */
  of(caller: Caller): Standing
  /** @param name empty: it is taken away */
  setName(caller: Caller, name: string): void
  update(caller: Caller, update: CallerUpdate): void
  /** Takes over what a command beside this process has kept. */
  reread(): void
  /** Forgets a caller that is gone. */
  delete(caller: Caller): void
  /** Callers for which something is set. */
  views(): CallerView[]
}

export function createStandings(store: StandingStore): Standings {
  const listed = () => new Map(store.list().map((one) => [callerKey(one.caller), one]))
  let standings = listed()

  const of = (caller: Caller): Standing =>
    standings.get(callerKey(caller)) ?? { caller, name: null, preset: null, isSuspended: false }

  const remove = (caller: Caller) => {
    if (!standings.has(callerKey(caller))) return
    store.delete(caller)
    standings.delete(callerKey(caller))
  }

  const set = (standing: Standing) => {
    const { caller, name, preset, isSuspended } = standing
    if (name === null && preset === null && !isSuspended) return remove(caller)
    store.set(standing)
    standings.set(callerKey(caller), standing)
  }

  return {
    of,
    setName: (caller, name) => set({ ...of(caller), name: name === '' ? null : name }),
    update: (caller, { preset, suspended }) => {
      const before = of(caller)
      set({
        ...before,
        preset: preset === undefined ? before.preset : preset,
        isSuspended: suspended ?? before.isSuspended,
      })
    },
    reread: () => {
      standings = listed()
    },
    delete: remove,
    views: () =>
      [...standings.values()].map(({ caller, name, preset, isSuspended }) => ({
        caller,
        preset,
        suspended: isSuspended,
        ...(name !== null && { name }),
      })),
  }
}
