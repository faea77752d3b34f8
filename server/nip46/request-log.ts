import { ANSWERED_KEPT_WITHIN, SKEW_MAX } from './limits.ts'
import type { AppStore, NewRequest, TakenRequest } from './registry.ts'

type RequestLogStore = Pick<AppStore, 'taken' | 'note' | 'hold' | 'forget'>

/** A request that waited for the owner when the process ended. */
export interface Waiting {
  /** Of the app. */
  app: string
  event: string
  question: string
}

/**
 * Which requests were taken on, by the ids of their events, for as long as their age would be accepted:
 * none is done twice, not after a restart either. Those that come together are written together.
 */
export class RequestLog {
  readonly #store: RequestLogStore
  readonly #now: () => number
  readonly #onError: (error: unknown) => void
  /** When each was taken on. The oldest first. */
  readonly #taken = new Map<string, number>()
  /** Of those from before the start, the ones that were neither answered nor waited for the owner. */
  readonly #cutShort = new Set<string>()
  /** Those from before the start that waited for the owner. */
  readonly waiting: readonly Waiting[]
  #next: { requests: NewRequest[]; kept: Promise<void> } | null = null
  #answered: string[] = []
  #timer: NodeJS.Timeout | undefined

  /**
   * @param now Unix milliseconds
   * @param onError told why an answer was not noted: after a restart it would be given again, as a failure
   */
  constructor(store: RequestLogStore, now: () => number, onError: (error: unknown) => void) {
    this.#store = store
    this.#now = now
    this.#onError = onError
    const waiting: Waiting[] = []
    for (const request of store.taken()) {
      const { id, app, at, held, isAnswered } = request
      this.#taken.set(id, at)
      if (held !== null) waiting.push({ app, ...held })
      else if (!isAnswered) this.#cutShort.add(id)
    }
    this.waiting = waiting
  }

  has(id: string): boolean {
    return this.#taken.has(id)
  }

  /** True, once, for a request that was begun before the process ended, and not answered. */
  wasCutShort(id: string): boolean {
    return this.#cutShort.delete(id)
  }

  /** Resolves when it is on the disk. Rejects when it can't be kept: then it must not be done. */
  take(id: string, app: string): Promise<void> {
    const at = this.#now()
    this.#taken.set(id, at)
    this.#next ??= { requests: [], kept: this.#keepSoon() }
    this.#next.requests.push({ id, app, at })
    return this.#next.kept
  }

  /** Keeps the event as long as it waits for the owner; null: it waits no longer. */
  hold(id: string, held: TakenRequest['held']): void {
    this.#store.hold(id, held)
  }

  answered(id: string): void {
    this.#answered.push(id)
    this.#timer ??= setTimeout(() => this.flush(), ANSWERED_KEPT_WITHIN).unref()
  }

  /** Writes what is yet to be written. */
  flush(): void {
    try {
      this.#write([])
    } catch (error) {
      this.#onError(error)
    }
  }

  /** Forgets those that are too old to be accepted anyway. */
  tidy(): void {
    const before = this.#now() - 2 * SKEW_MAX
    for (const [id, at] of this.#taken) {
      if (at >= before) break
      this.#taken.delete(id)
      this.#cutShort.delete(id)
    }
    this.#store.forget(before)
  }

  #keepSoon(): Promise<void> {
    return new Promise((resolve, reject) => {
      setImmediate(() => {
        const requests = this.#next?.requests ?? []
        this.#next = null
        try {
          this.#write(requests)
          resolve()
        } catch (error) {
          reject(error)
        }
      })
    })
  }

  #write(requests: readonly NewRequest[]): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const answered = this.#answered
    this.#answered = []
    if (requests.length > 0 || answered.length > 0) this.#store.note(requests, answered)
  }
}
