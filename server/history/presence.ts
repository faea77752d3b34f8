import { AWAY_MAX, LOOK_GAP_MAX, PRESENCE_WRITTEN_INTERVAL } from './limits.ts'
import type { PresenceState, PresenceStore, StretchOfDay, StretchOfHour } from './ports.ts'

/** Milliseconds. */
const HOUR = 3_600_000

export interface PresenceOptions {
  kept: PresenceStore
  /** Who is there now and who is not, by what they are kept as; whoever is not known is left out. */
  watched(): ReadonlyMap<string, boolean>
  /** Something could not be read or written; told once, until it works again. */
  onError(error: unknown): void
  /** Unix milliseconds. */
  wall?: () => number
  /** Milliseconds of a clock that nobody sets. */
  monotonic?: () => number
  /** How often what was seen is written. Milliseconds. */
  interval?: number
}

/** What one is, and since when. Unix milliseconds. */
interface Seen {
  there: boolean
  since: number
  watchedUntil: number
}

/**
 * For how long peers and relays were there, of the time in which they were watched. Seen at each change,
 * written once a minute and at the end: a crash loses the last minute. Time is what a clock has measured
 * that nobody sets; the machine's clock only says of which hour it was.
 */
export class Presence {
  readonly #options: PresenceOptions
  readonly #wall: () => number
  readonly #monotonic: () => number
  readonly #seen: Map<string, Seen>
  /** By hour and subject: what is not written yet. */
  readonly #unwritten = new Map<string, StretchOfHour>()
  /** Whoever was known at the last look. */
  #watched: ReadonlyMap<string, boolean> = new Map()
  #lookedAt: number
  #isFailing = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: PresenceOptions) {
    this.#options = options
    this.#wall = options.wall ?? Date.now
    this.#monotonic = options.monotonic ?? (() => performance.now())
    this.#lookedAt = this.#monotonic()
    const states = this.#try(() => options.kept.states()) ?? []
    this.#seen = new Map(states.map(({ subject, ...seen }) => [subject, seen]))
  }

  start(): void {
    const { interval = PRESENCE_WRITTEN_INTERVAL } = this.#options
    this.#timer ??= setInterval(() => this.#write(), interval).unref()
  }

  /** Looks for the last time, and writes what it has seen. */
  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#write()
    this.#watched = new Map()
  }

  /** To be called when somebody may have come or gone. */
  look(): void {
    const [wall, monotonic] = [this.#wall(), this.#monotonic()]
    const elapsed = monotonic - this.#lookedAt
    this.#lookedAt = monotonic
    // While the process was held, nobody watched.
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

  /** Since when one is as it was when last watched. Unix milliseconds. */
  since(subject: string): number | null {
    return this.#seen.get(subject)?.since ?? null
  }

  /** From an hour to another, what is not written among it. May throw. */
  hours(from: number, to: number): StretchOfHour[] {
    const unwritten = [...this.#unwritten.values()]
    return [
      ...this.#options.kept.hours(from, to),
      ...unwritten.filter(({ hour }) => hour >= from && hour <= to),
    ]
  }

  /** The same by day. */
  days(from: number, to: number): StretchOfDay[] {
    const unwritten = [...this.#unwritten.values()].map(({ hour, ...of }) => ({
      day: Math.floor(hour / 24),
      ...of,
    }))
    return [
      ...this.#options.kept.days(from, to),
      ...unwritten.filter(({ day }) => day >= from && day <= to),
    ]
  }

  /** Adds the time between two looks to the hours that it is in; it is shorter than an hour. */
  #count(from: number, to: number): void {
    const turn = Math.floor(to / HOUR) * HOUR
    if (from < turn) this.#add(turn - 1, turn - from)
    this.#add(to, to - Math.max(from, turn))
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
    this.look()
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
