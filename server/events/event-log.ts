import type { EventFrame, EventType, InternalFrame, LogEntry } from '#contract/events.ts'
import { EVENT_LOG_MAX } from '#contract/limits.ts'
import type { Overview } from '#contract/overview.ts'
import type { PeerPresence } from '#contract/peers.ts'
import type { QuestionNews } from '#contract/questions.ts'

/** How many ids are reserved at a time; a crash leaves at most this many unused. */
const ID_BLOCK = 1_000

export interface EventLogOptions {
  /** Reserves `count` ids permanently and returns the first, so that ids rise over restarts and crashes. */
  reserveIds(count: number): number
  /** The machine's clock: Unix milliseconds. */
  wall?: () => number
}

/** The event log of one keyset; every entry has the keyset's number. */
export interface KeysetLog {
  /** @param data never a credential, a key, a nonce or a shared secret */
  add(type: EventType, message: string, data?: Record<string, unknown>): LogEntry
  /** Sends a peer's state to listeners without storing it. */
  peerStatus(status: PeerPresence, eventType: string): void
  peerPing(status: PeerPresence, success: boolean): void
  /** Sends news of a question to listeners without storing it. */
  question(news: QuestionNews): void
  /** Reports to listeners that the overview has changed. */
  overviewChanged(status: Overview['status']): void
}

/** What differs from frame to frame. */
type NewsOf<Frame> = Frame extends InternalFrame ? Pick<Frame, 'type' | 'data'> : never

/** The last 500 log entries of the process and of all keysets, and their listeners. */
export class EventLog {
  readonly #options: Required<EventLogOptions>
  readonly #entries: LogEntry[] = []
  readonly #listeners = new Set<(frame: EventFrame) => void>()
  #firstId = 0
  #nextId = 0
  #reservedUntil = 0

  constructor(options: EventLogOptions) {
    this.#options = { wall: Date.now, ...options }
  }

  /** Adds an entry of the process itself. `data` as in `KeysetLog`. */
  add(type: EventType, message: string, data?: Record<string, unknown>): LogEntry {
    return this.#add(undefined, { type, message, data })
  }

  of(keyset: number): KeysetLog {
    const report = (news: NewsOf<InternalFrame>) => {
      const id = this.#entries.at(-1)?.id ?? 0
      this.#emit({ ...news, keyset, message: '', timestamp: this.#timestamp(), id })
    }
    return {
      add: (type, message, data) => this.#add(keyset, { type, message, data }),
      peerStatus: (status, eventType) => {
        report({ type: 'peer-status-internal', data: { pubkey: status.pubkey, status, eventType } })
      },
      peerPing: (status, success) => {
        report({ type: 'peer-ping-internal', data: { pubkey: status.pubkey, status, success } })
      },
      question: (data) => report({ type: 'question-internal', data }),
      overviewChanged: (status) => report({ type: 'overview-internal', data: { status } }),
    }
  }

  /** The id of this process's first entry, even when it is no longer stored; 0 before there is one. */
  get firstId(): number {
    return this.#firstId
  }

  /** The stored entries, the oldest first. */
  entries(): LogEntry[] {
    return [...this.#entries]
  }

  /** @returns a function that ends the listening */
  listen(listener: (frame: EventFrame) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #add(
    keyset: number | undefined,
    { type, message, data }: Pick<LogEntry, 'type' | 'message'> & { data: unknown },
  ): LogEntry {
    const entry: LogEntry = {
      id: this.#takeId(),
      ...(keyset !== undefined && { keyset }),
      type,
      message,
      timestamp: this.#timestamp(),
    }
    this.#firstId ||= entry.id
    if (data !== undefined) entry.data = data
    this.#entries.push(entry)
    if (this.#entries.length > EVENT_LOG_MAX) this.#entries.shift()
    this.#emit(entry)
    return entry
  }

  #takeId(): number {
    if (this.#nextId >= this.#reservedUntil) this.#reserve()
    return this.#nextId++
  }

  /** If the disk is full, ids continue without a reservation, which is made later. */
  #reserve(): void {
    const { reserveIds } = this.#options
    try {
      const first = reserveIds(ID_BLOCK)
      if (first < this.#nextId) reserveIds(this.#nextId - first)
      this.#nextId = Math.max(this.#nextId, first)
    } catch {
      this.#nextId = Math.max(this.#nextId, 1)
    }
    this.#reservedUntil = this.#nextId + ID_BLOCK
  }

  #timestamp(): string {
    return new Date(this.#options.wall()).toISOString()
  }

  #emit(frame: EventFrame): void {
    for (const listener of this.#listeners) listener(frame)
  }
}
