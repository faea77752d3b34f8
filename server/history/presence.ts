import type { PresenceDay, PresenceHour, PresenceState, PresenceTable } from '#store/presence.ts'

/** Milliseconds, like those below. */
const HOUR = 3_600_000
/** How often presence is stored. */
const PRESENCE_WRITTEN_INTERVAL = 60_000
/** After a longer gap between updates the process was suspended, and nobody watched. */
const LOOK_GAP_MAX = 180_000
/** After a longer gap in watching, a subject does not count as online throughout. */
const AWAY_MAX = 600_000

export interface PresenceOptions {
  kept: PresenceTable
  /** Which subjects are online now; unknown ones are left out. */
  watched(): ReadonlyMap<string, boolean>
  /** The store failed; reported once until it works again. */
  onError(error: unknown): void
  /** Unix milliseconds. */
  wall?: () => number
  /** Monotonic milliseconds. */
  monotonic?: () => number
}

type Seen = Omit<PresenceState, 'subject'>

/**
 * Measures how long peers and relays are online while they are watched. Updated at each change, stored once a
 * minute and at the end, so a crash loses the last minute. Durations come from the monotonic clock; the
 * machine's clock only decides which hour they belong to.
 */
export class Presence {
  readonly #options: PresenceOptions
  readonly #wall: () => number
  readonly #monotonic: () => number
  readonly #seen: Map<string, Seen>
  /** Not yet stored, by hour and subject. */
  readonly #unwritten = new Map<string, PresenceHour>()
  /** The subjects at the last update. */
  #watched: ReadonlyMap<string, boolean> = new Map()
  #updatedAt: number
  #isFailing = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: PresenceOptions) {
    this.#options = options
    this.#wall = options.wall ?? Date.now
    this.#monotonic = options.monotonic ?? (() => performance.now())
    this.#updatedAt = this.#monotonic()
    const states = this.#try(() => options.kept.states()) ?? []
    this.#seen = new Map(states.map(({ subject, ...seen }) => [subject, seen]))
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#write(), PRESENCE_WRITTEN_INTERVAL).unref()
  }

  /** Updates and stores for the last time. */
  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#write()
    this.#watched = new Map()
  }

  /** To be called when a peer or a relay may have come or gone. */
  update(): void {
    const [wall, monotonic] = [this.#wall(), this.#monotonic()]
    const elapsed = monotonic - this.#updatedAt
    this.#updatedAt = monotonic
    if (elapsed <= LOOK_GAP_MAX) this.#count(wall - elapsed, wall)
    this.#watched = new Map(this.#options.watched())
    for (const [subject, there] of this.#watched) {
      const before = this.#seen.get(subject)
      const isAsBefore =
        before?.there === there && !(there && wall - before.watchedUntil > AWAY_MAX)
      const since = isAsBefore ? before.since : wall
      this.#seen.set(subject, { there, since, watchedUntil: wall })
    }
  }

  /** Since when a subject has its last known state. Unix milliseconds. */
  since(subject: string): number | null {
    return this.#seen.get(subject)?.since ?? null
  }

  /** Between two hours, inclusive, with what is not stored yet. May throw. */
  hours(from: number, to: number): PresenceHour[] {
    const unwritten = [...this.#unwritten.values()]
    return [
      ...this.#options.kept.hours(from, to),
      ...unwritten.filter(({ hour }) => hour >= from && hour <= to),
    ]
  }

  /** Like `hours`, by day. */
  days(from: number, to: number): PresenceDay[] {
    const unwritten = [...this.#unwritten.values()].map(({ hour, ...of }) => ({
      day: Math.floor(hour / 24),
      ...of,
    }))
    return [
      ...this.#options.kept.days(from, to),
      ...unwritten.filter(({ day }) => day >= from && day <= to),
    ]
  }

  /** Adds the time between two updates, less than an hour, to the hours that it falls in. */
  #count(from: number, to: number): void {
    const hourStart = Math.floor(to / HOUR) * HOUR
    if (from < hourStart) this.#add(hourStart - 1, hourStart - from)
    this.#add(to, to - Math.max(from, hourStart))
  }

  #add(at: number, ms: number): void {
    const hour = Math.floor(at / HOUR)
    const time = Math.round(ms)
    if (time <= 0) return
    for (const [subject, isThere] of this.#watched) {
      const key = `${hour} ${subject}`
      const { watched, there } = this.#unwritten.get(key) ?? { watched: 0, there: 0 }
      const added = { watched: watched + time, there: there + (isThere ? time : 0) }
      this.#unwritten.set(key, { hour, subject, ...added })
    }
  }

  #write(): void {
    this.update()
    if (this.#unwritten.size === 0) return
    const states: PresenceState[] = [...this.#watched.keys()].flatMap((subject) => {
      const seen = this.#seen.get(subject)
      return seen === undefined ? [] : { subject, ...seen }
    })
    const hours = [...this.#unwritten.values()]
    this.#try(() => {
      this.#options.kept.add({ hours, states })
      this.#unwritten.clear()
    })
  }

  #try<T>(work: () => T): T | undefined {
    try {
      const done = work()
      this.#isFailing = false
      return done
    } catch (error) {
      if (!this.#isFailing) this.#options.onError(error)
      this.#isFailing = true
      return undefined
    }
  }
}
