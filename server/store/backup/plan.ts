import type { BackupPlanUpdate } from '#contract/backup.ts'
import type { SmallSettings } from './last.ts'

/** How often a back-up is made automatically, and how many of those are kept. */
export interface BackupPlan {
  /** Hours between back-ups; 0: none are made. */
  interval: number
  keep: number
}

export interface Plan {
  /** The saved values, and the environment's for the rest. */
  inForce(): BackupPlan
  /** Saves a change; missing fields stay unchanged. Throws a StoreError. */
  save(change: BackupPlanUpdate): void
}

/** Where it is kept, as one value. */
const NAME = 'backup-plan'

export function createPlan({ interval, keep }: BackupPlan, settings: SmallSettings): Plan {
  const saved = (): BackupPlanUpdate => {
    const text = settings.get(NAME)
    // As written by `save`, whose callers check their input.
    return text === undefined ? {} : JSON.parse(text)
  }
  return {
    inForce: () => {
      const change = saved()
      return { interval: change.interval ?? interval, keep: change.keep ?? keep }
    },
    save: (change) => settings.set(NAME, JSON.stringify({ ...saved(), ...change })),
  }
}
