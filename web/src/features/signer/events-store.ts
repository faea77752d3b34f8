import type { LogEntry } from '#contract/events.ts'
import { addEntries, anewAfter, clearLog, type EventLog, emptyLog } from './event-log.ts'

/** The state of the page's event stream. */
type Connection =
  | { at: 'connecting' }
  | { at: 'open' }
  /** `since`: Unix milliseconds. */
  | { at: 'lost'; since: number }

interface EventsState {
  readonly log: EventLog
  readonly connection: Connection
}

interface EventsStoreOptions {
  /** Calls `run` soon, and once; returns a function that cancels that. */
  soon?: (run: () => void) => () => void
  now?: () => number
}

/**
 * The log and the state of its stream, for `useSyncExternalStore`. What arrives is added in one go
 * for each drawn frame, so that a flood costs one rendering and one copy per frame.
 */
export class EventsStore {
  readonly #soon: (run: () => void) => () => void
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  #state: EventsState = { log: emptyLog, connection: { at: 'connecting' } }
  #arrived: LogEntry[] = []
  #callOff: (() => void) | null = null

  constructor({ soon = beforeNextFrame, now = Date.now }: EventsStoreOptions = {}) {
    this.#soon = soon
    this.#now = now
  }

  readonly state = (): EventsState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  add(entry: LogEntry): void {
    this.#arrived.push(entry)
    this.#callOff ??= this.#soon(() => this.#show())
  }

  /** The log with everything that has arrived, drawn or not. */
  current(): EventLog {
    this.#show()
    return this.#state.log
  }

  readonly clear = (): void => this.#set({ log: clearLog(this.current()) })

  /** The server's log is a different one: forgets ours. */
  beginAnew(): void {
    this.#set({ log: anewAfter(this.current()) })
  }

  setOpen(open: boolean): void {
    this.#set({ connection: open ? { at: 'open' } : { at: 'lost', since: this.#now() } })
  }

  /** Nobody watches any more; the log stays for when somebody returns. */
  leave(): void {
    this.#set({ log: this.current(), connection: { at: 'connecting' } })
  }

  #show(): void {
    this.#callOff?.()
    this.#callOff = null
    if (this.#arrived.length === 0) return
    const log = addEntries(this.#state.log, this.#arrived)
    this.#arrived = []
    if (log !== this.#state.log) this.#set({ log })
  }

  #set(change: Partial<EventsState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** The longest wait for a frame: a page in the background draws none. Milliseconds. */
const NO_FRAME = 1_000

function beforeNextFrame(run: () => void): () => void {
  const callOff = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  const go = () => {
    callOff()
    run()
  }
  const frame = requestAnimationFrame(go)
  const timer = setTimeout(go, NO_FRAME)
  return callOff
}
