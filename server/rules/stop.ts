import type { StopState } from '../contract/rules.ts'
import type { Clock } from './clock.ts'
import type { StopRecord, StopStore } from './ports.ts'
import { callAt } from './timer.ts'

/** The owner's stop of everything that uses a key: of the whole process, through restarts. */
export interface Stop {
  /** Null: nothing is stopped. */
  readonly state: StopState | null
  readonly isStopped: boolean
  /** Aborted while everything is stopped; another one after each stop. */
  readonly signal: AbortSignal
  /**
   * Stops everything, at once. Never shortens a stop: one without an end stays so until it is lifted.
   *
   * @param minutes ends by itself after so many; until it is lifted, if missing
   * @throws when it can't be kept for a restart; everything is stopped all the same
   */
  stop(minutes?: number): void
  /** @throws when that can't be kept, and everything stays stopped */
  lift(): void
  /** @param listener told when a stop begins, and when it is over; not when it is made longer */
  onChange(listener: (isStopped: boolean) => void): () => void
  /** Watches no longer for the end. */
  close(): void
}

export interface StopOptions {
  store: StopStore
  clock: Clock
}

export function createStop({ store, clock }: StopOptions): Stop {
  const listeners = new Set<(isStopped: boolean) => void>()
  let record: StopRecord | null = null
  let controller = new AbortController()
  let callOff = () => {}

  const begin = (stop: StopRecord) => {
    callOff()
    record = stop
    controller.abort()
    if (stop.until !== null) callOff = callAt(stop.until, clock.now, endIfOver)
  }

  const end = () => {
    callOff()
    record = null
    controller = new AbortController()
    for (const listener of listeners) listener(false)
  }

  /** What is kept says itself that it is over. */
  const endIfOver = () => {
    if (record !== null && record.until !== null && record.until <= clock.now()) end()
  }

  const kept = store.get()
  if (kept !== null) begin(kept)
  endIfOver()

  return {
    get state() {
      endIfOver()
      if (record === null) return null
      const { since, until } = record
      return { since: clock.iso(since), ...(until !== null && { until: clock.iso(until) }) }
    },
    get isStopped() {
      endIfOver()
      return record !== null
    },
    get signal() {
      endIfOver()
      return controller.signal
    },
    stop: (minutes) => {
      endIfOver()
      const now = clock.now()
      const wasStopped = record !== null
      const until = minutes === undefined ? null : now + minutes * 60_000
      const stop = { since: record?.since ?? now, until: laterOf(until, record) }
      begin(stop)
      try {
        store.set(stop)
      } finally {
        if (!wasStopped) for (const listener of listeners) listener(true)
      }
    },
    lift: () => {
      endIfOver()
      if (record === null) return
      store.set(null)
      end()
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => callOff(),
  }
}

/** Null is later than any time. */
const laterOf = (until: number | null, record: StopRecord | null): number | null => {
  if (record === null) return until
  return until === null || record.until === null ? null : Math.max(until, record.until)
}
