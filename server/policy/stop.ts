import type { StopState } from '#contract/rules.ts'
import { begun, type Clock, earliest, type Term } from '#lib/clock.ts'
import { STOP_RETRY_INTERVAL } from './limits.ts'
import { setTimeoutAt } from './timer.ts'

/** Unix milliseconds. `until` null: until it is lifted. */
export type StopRecord = Term

/** Survives restarts and restores of older back-ups. Throws a StoreError when it fails. */
export interface StopStore {
  /** Null: not stopped. */
  get(): StopRecord | null
  /** Null lifts the stop. On the disk when it returns. */
  set(stop: StopRecord | null): void
  /** Whether another process may have changed the database since this was last called. */
  changedOutside(): boolean
}

/** The owner's stop of everything that uses a key: one for the process, through restarts. */
export type Stop = ReturnType<typeof createStop>

export interface StopOptions {
  store: StopStore
  clock: Clock
  /** Called when `poll` fails; the stop stays as it was. */
  onError(error: unknown): void
  /** Called when storing a stop succeeds after it failed. */
  onPersisted?(): void
}

export function createStop({ store, clock, onError, onPersisted }: StopOptions) {
  const listeners = new Set<(isStopped: boolean) => void>()
  const externalListeners = new Set<() => void>()
  let record: StopRecord | null = null
  let stored: StopRecord | null = null
  let isPersisted = true
  let controller = new AbortController()
  let cancelEnd = () => {}
  let cancelRetry = () => {}

  const timeOf = ({ since }: StopRecord) => earliest(clock, since)
  const isOver = (stop: StopRecord) => stop.until !== null && stop.until <= timeOf(stop)

  const begin = (stop: StopRecord) => {
    cancelEnd()
    cancelRetry()
    record = stop
    controller.abort()
    if (stop.until !== null) cancelEnd = setTimeoutAt(stop.until, () => timeOf(stop), endIfOver)
  }

  const end = () => {
    cancelEnd()
    cancelRetry()
    record = null
    stored = null
    controller = new AbortController()
    for (const listener of listeners) listener(false)
  }

  /** The stored record needs no change: its time shows that it is over. */
  const endIfOver = () => {
    if (record !== null && isOver(record)) end()
  }

  const retry = () => {
    if (record === null || isPersisted) return
    try {
      store.set(record)
      stored = record
      isPersisted = true
      onPersisted?.()
    } catch {
      retryLater()
    }
  }

  const retryLater = () => {
    cancelRetry = setTimeoutAt(clock.now() + STOP_RETRY_INTERVAL, clock.now, retry)
  }

  const reportBegin = () => {
    for (const listener of listeners) listener(true)
  }

  const load = () => {
    const found = store.get()
    if (found === null || isOver(found)) {
      if (record !== null && isPersisted) end()
      return
    }
    if (found.since === stored?.since && found.until === stored.until) return
    const wasStopped = record !== null
    begin(begun(found, clock.now()))
    stored = found
    isPersisted = true
    if (!wasStopped) reportBegin()
  }

  /** Reads what a command has stored. */
  const poll = () => {
    let isChanged = false
    try {
      isChanged = store.changedOutside()
      if (isChanged) load()
    } catch (error) {
      onError(error)
    }
    if (isChanged) for (const listener of externalListeners) listener()
  }

  load()

  return {
    /** Null: not stopped. Includes what a command has stored meanwhile. */
    get state(): StopState | null {
      poll()
      endIfOver()
      if (record === null) return null
      const { since, until } = record
      return { since: clock.iso(since), ...(until !== null && { until: clock.iso(until) }) }
    },
    get isStopped() {
      endIfOver()
      return record !== null
    },
    /** False: storing the stop failed, and a restart would lift it. Storing is retried. */
    get isPersisted() {
      return record === null || isPersisted
    },
    /** Aborted while everything is stopped; a new signal after each stop. */
    get signal() {
      endIfOver()
      return controller.signal
    },
    /**
     * Stops everything, at once. Never shortens a stop.
     *
     * @param minutes when it ends by itself; if missing, it lasts until it is lifted
     * @throws when it can't be stored; everything is stopped anyway, and storing is retried
     */
    stop: (minutes?: number) => {
      endIfOver()
      const now = clock.now()
      const wasStopped = record !== null
      const until = minutes === undefined ? null : now + minutes * 60_000
      const stop = { since: record?.since ?? now, until: laterOf(until, record) }
      begin(stop)
      isPersisted = false
      try {
        store.set(stop)
        stored = stop
        isPersisted = true
      } catch (error) {
        retryLater()
        throw error
      } finally {
        if (!wasStopped) reportBegin()
      }
    },
    /** @throws when that can't be stored; everything stays stopped */
    lift: () => {
      endIfOver()
      if (record === null) return
      store.set(null)
      end()
    },
    poll,
    /** @param listener called when a stop begins and when it ends, not when it is extended */
    onChange: (listener: (isStopped: boolean) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** @param listener called when another process has changed the database. Must not throw */
    onExternalChange: (listener: () => void) => {
      externalListeners.add(listener)
      return () => externalListeners.delete(listener)
    },
    /** Cancels the timers; a stop that is not stored yet is tried once more. */
    close: () => {
      cancelEnd()
      retry()
      cancelRetry()
    },
  }
}

/** Null is later than any time. */
const laterOf = (until: number | null, record: StopRecord | null): number | null => {
  if (record === null) return until
  return until === null || record.until === null ? null : Math.max(until, record.until)
}
