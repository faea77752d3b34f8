import type { BackupPlanUpdate } from '../contract/backup.ts'
import type { SmallSettings } from './last.ts'

/** How often a back-up is made by itself, and how many of those are kept. */
export interface BackupPlan {
  /** Hours from one to the next; 0: none are made. */
  interval: number
  keep: number
}

export interface Plan {
  /** What was saved, and for the rest what the environment says. */
  inForce(): BackupPlan
  /** Keeps a change; what is missing in it stays as it is. Throws a StoreError. */
  save(change: BackupPlanUpdate): void
}

/** Where it is kept, as one value. */
const NAME = 'backup-plan'

export function createPlan({ interval, keep }: BackupPlan, settings: SmallSettings): Plan {
  const saved = (): BackupPlanUpdate => {
    const text = settings.get(NAME)
    // As `save` has written it: its callers check what they are given.
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
