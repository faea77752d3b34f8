import type { AppDay } from '../contract/apps.ts'
import { DAYS_KEPT } from './limits.ts'
import type { AppStore } from './ports.ts'

type UsageStore = Pick<AppStore, 'uses' | 'addUse' | 'trimUses'>

/** What one app did on the days that are kept. */
interface Uses {
  /** How often, by day (UTC), then by what was done. */
  days: Map<string, Map<string, number>>
  last: number
}

const DAY = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** How often each app did what, by day, and when it was last used. */
export class Usage {
  readonly #store: UsageStore
  readonly #now: () => number
  readonly #apps = new Map<string, Uses>()

  /** @param now Unix milliseconds */
  constructor(store: UsageStore, now: () => number) {
    this.#store = store
    this.#now = now
    for (const { app, day, use, times, last } of store.uses()) {
      this.#count({ app, day, use, last }, times)
    }
  }

  /** @param use `sign:1`, `nip44.decrypt`, `connect` */
  add(app: string, use: string): void {
    const last = this.#now()
    const added = { app, day: dayOf(last), use, last }
    this.#store.addUse(added)
    this.#count(added, 1)
  }

  /** Unix milliseconds; undefined: not since the days that are kept. */
  lastOf(app: string): number | undefined {
    return this.#apps.get(app)?.last
  }

  /** The oldest first. */
  daysOf(app: string): AppDay[] {
    const days = [...(this.#apps.get(app)?.days ?? [])]
    return days.map(([day, uses]) => ({ day, uses: Object.fromEntries(uses) }))
  }

  forget(app: string): void {
    this.#apps.delete(app)
  }

  /** Forgets days that are too long ago. */
  tidy(): void {
    const oldest = dayOf(this.#now() - (DAYS_KEPT - 1) * DAY)
    for (const { days } of this.#apps.values()) {
      for (const day of days.keys()) if (day < oldest) days.delete(day)
    }
    this.#store.trimUses(oldest)
  }

  #count({ app, day, use, last }: Parameters<UsageStore['addUse']>[0], times: number): void {
    const uses = this.#apps.get(app) ?? { days: new Map(), last }
    const ofDay = uses.days.get(day) ?? new Map<string, number>()
    ofDay.set(use, (ofDay.get(use) ?? 0) + times)
    uses.days.set(day, ofDay)
    uses.last = Math.max(uses.last, last)
    this.#apps.set(app, uses)
  }
}
