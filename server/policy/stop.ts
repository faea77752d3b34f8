import type { StopState } from '#contract/rules.ts'
import { begun, type Clock, earliest } from '#lib/clock.ts'
import { STOP_KEPT_AGAIN } from './limits.ts'
import type { StopRecord, StopStore } from './ports.ts'
import { callAt } from './timer.ts'

/** The owner's stop of everything that uses a key: of the whole process, through restarts. */
export interface Stop {
  /** Null: nothing is stopped. Takes over at once what a command has kept. */
  readonly state: StopState | null
  readonly isStopped: boolean
  /** False: a restart would lift the stop that is in force. It is tried again until it is kept. */
  readonly isKept: boolean
  /** Aborted while everything is stopped; another one after each stop. */
  readonly signal: AbortSignal
  /**
   * Stops everything, at once. Never shortens a stop: one without an end stays so until it is lifted.
   *
   * @param minutes ends by itself after so many; until it is lifted, if missing
   * @throws when it can't be kept for a restart; everything is stopped all the same, and it is tried again
   */
  stop(minutes?: number): void
  /** @throws when that can't be kept, and everything stays stopped */
  lift(): void
  /** Takes over what a command has kept. */
  look(): void
  /** @param listener told when a stop begins, and when it is over; not when it is made longer */
  onChange(listener: (isStopped: boolean) => void): () => void
  /**
   * @param listener told that another process, such as a command, has written to what is kept: perhaps to
   *   something that the listener has in memory. Must not throw
   */
  onOutside(listener: () => void): () => void
  /** Waits no longer for the end; what could not be kept is tried once more. */
  close(): void
}

export interface StopOptions {
  store: StopStore
  clock: Clock
  /** Told that what a command has kept can't be read: all stays as it was. */
  onError(error: unknown): void
  /** A stop is kept that could not be at first. */
  onKept?(): void
}

export function createStop({ store, clock, onError, onKept }: StopOptions): Stop {
  const listeners = new Set<(isStopped: boolean) => void>()
  const outsideListeners = new Set<() => void>()
  let record: StopRecord | null = null
  /** As it is kept. */
  let kept: StopRecord | null = null
  /** False: there was no room for it on the disk, which so does not lift it. */
  let isKept = true
  let controller = new AbortController()
  let callOff = () => {}
  let callOffKeeping = () => {}

  const timeOf = ({ since }: StopRecord) => earliest(clock, since)

  const begin = (stop: StopRecord) => {
    callOff()
    callOffKeeping()
    record = stop
    controller.abort()
    if (stop.until !== null) callOff = callAt(stop.until, () => timeOf(stop), endIfOver)
  }

  const end = () => {
    callOff()
    callOffKeeping()
    record = null
    kept = null
    controller = new AbortController()
    for (const listener of listeners) listener(false)
  }

  /** What is kept says itself that it is over. */
  const endIfOver = () => {
    if (record !== null && isOver(record, timeOf(record))) end()
  }

  const keepAgain = () => {
    if (record === null || isKept) return
    try {
      store.set(record)
      kept = record
      isKept = true
      onKept?.()
    } catch {
      keepLater()
    }
  }

  const keepLater = () => {
    callOffKeeping = callAt(clock.now() + STOP_KEPT_AGAIN, clock.now, keepAgain)
  }

  const tellBegun = () => {
    for (const listener of listeners) listener(true)
  }

  const takeOver = () => {
    const found = store.get()
    if (found === null || isOver(found, timeOf(found))) {
      if (record !== null && isKept) end()
      return
    }
    if (found.since === kept?.since && found.until === kept.until) return
    const wasStopped = record !== null
    begin(begun(found, clock.now()))
    kept = found
    isKept = true
    if (!wasStopped) tellBegun()
  }

  const look = () => {
    let isChanged = false
    try {
      isChanged = store.changedOutside()
      if (isChanged) takeOver()
    } catch (error) {
      onError(error)
    }
    if (isChanged) for (const listener of outsideListeners) listener()
  }

  takeOver()

  return {
    get state() {
      look()
      endIfOver()
      if (record === null) return null
      const { since, until } = record
      return { since: clock.iso(since), ...(until !== null && { until: clock.iso(until) }) }
    },
    get isStopped() {
      endIfOver()
      return record !== null
    },
    get isKept() {
      return record === null || isKept
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
      isKept = false
      try {
        store.set(stop)
        kept = stop
        isKept = true
      } catch (error) {
        keepLater()
        throw error
      } finally {
        if (!wasStopped) tellBegun()
      }
    },
    lift: () => {
      endIfOver()
      if (record === null) return
      store.set(null)
      end()
    },
    look,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onOutside: (listener) => {
      outsideListeners.add(listener)
      return () => outsideListeners.delete(listener)
    },
    close: () => {
      callOff()
      keepAgain()
      callOffKeeping()
    },
  }
}

const isOver = ({ until }: StopRecord, now: number): boolean => until !== null && until <= now

/** Null is later than any time. */
const laterOf = (until: number | null, record: StopRecord | null): number | null => {
  if (record === null) return until
  return until === null || record.until === null ? null : Math.max(until, record.until)
}
