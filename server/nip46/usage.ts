import type { AppDay } from '#contract/apps.ts'
import type { AppTable, AppUse } from '#store/apps.ts'
import { DAYS_KEPT, USES_KEPT_WITHIN } from './limits.ts'

type UsageStore = Pick<AppTable, 'uses' | 'addUses' | 'trimUses'>

/** One app's uses on the days that are stored. */
interface Uses {
  /** Counts by day (UTC), then by use. */
  days: Map<string, Map<string, number>>
  last: number
}

const DAY = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Counts of each app's uses by day, and when it was last used. */
export class Usage {
  readonly #store: UsageStore
  readonly #now: () => number
  readonly #onError: (error: unknown) => void
  readonly #apps = new Map<string, Uses>()
  #unsaved: AppUse[] = []
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  /**
   * @param now Unix milliseconds
   * @param onError uses could not be stored
   */
  constructor(store: UsageStore, now: () => number, onError: (error: unknown) => void) {
    this.#store = store
    this.#now = now
    this.#onError = onError
    for (const use of store.uses()) this.#count(use)
  }

  /** @param use `sign:1`, `nip44.decrypt`, `connect` */
  add(app: string, use: string): void {
    const last = this.#now()
    const added = { app, day: dayOf(last), use, last, times: 1 }
    this.#count(added)
    if (this.#isStopped) return
    this.#unsaved.push(added)
    this.#timer ??= setTimeout(() => this.#flush(), USES_KEPT_WITHIN).unref()
  }

  /** Writes pending uses; none is written later. */
  stop(): void {
    this.#isStopped = true
    this.#flush()
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const uses = this.#unsaved
    this.#unsaved = []
    if (uses.length === 0) return
    try {
      this.#store.addUses(uses)
    } catch (error) {
      this.#onError(error)
    }
  }

  /** Unix milliseconds; undefined: not within the days that are stored. */
  lastOf(app: string): number | undefined {
    return this.#apps.get(app)?.last
  }

  /** The oldest first. */
  daysOf(app: string): AppDay[] {
    const days = [...(this.#apps.get(app)?.days ?? [])]
    return days.map(([day, uses]) => ({ day, uses: Object.fromEntries(uses) }))
  }

  forget(app: string): void {
    this.#unsaved = this.#unsaved.filter((use) => use.app !== app)
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

  #count({ app, day, use, times, last }: AppUse): void {
    const uses = this.#apps.get(app) ?? { days: new Map(), last }
    const ofDay = uses.days.get(day) ?? new Map<string, number>()
    ofDay.set(use, (ofDay.get(use) ?? 0) + times)
    uses.days.set(day, ofDay)
    uses.last = Math.max(uses.last, last)
    this.#apps.set(app, uses)
  }
}
