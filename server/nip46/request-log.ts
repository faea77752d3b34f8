import type { AppTable, NewRequest, TakenRequest } from '#store/apps.ts'
import { ANSWERED_KEPT_WITHIN, SKEW_MAX } from './limits.ts'

type RequestLogStore = Pick<AppTable, 'taken' | 'note' | 'hold' | 'forget'>

/** A request that waited for the owner when the process ended. */
export interface Waiting {
  /** The app's id. */
  app: string
  event: string
  question: string
}

/**
 * The accepted requests, by event id, for as long as their age is accepted: none is carried out twice, not
 * even after a restart. Requests that come at the same time are written in one transaction.
 */
export class RequestLog {
  readonly #store: RequestLogStore
  readonly #now: () => number
  readonly #onError: (error: unknown) => void
  /** When each was accepted. The oldest first. */
  readonly #taken = new Map<string, number>()
  /** Requests from before the start that were neither answered nor waiting for the owner. */
  readonly #cutShort = new Set<string>()
  /** Requests from before the start that waited for the owner. */
  readonly waiting: readonly Waiting[]
  #next: { requests: NewRequest[]; kept: Promise<void> } | null = null
  #answered: string[] = []
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  /**
   * @param now Unix milliseconds
   * @param onError an answer was not noted: after a restart the request would be answered again, as a failure
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

  /** True, once, for a request that a restart has interrupted before it was answered. */
  wasCutShort(id: string): boolean {
    return this.#cutShort.delete(id)
  }

  /** Resolves when it is on the disk. Rejects when it can't be stored: then it must not be carried out. */
  take(id: string, app: string): Promise<void> {
    const at = this.#now()
    this.#taken.set(id, at)
    this.#next ??= { requests: [], kept: this.#keepSoon() }
    this.#next.requests.push({ id, app, at })
    return this.#next.kept
  }

  /** Stores the event while it waits for the owner; null: it does not wait any more. */
  hold(id: string, held: TakenRequest['held']): void {
    this.#store.hold(id, held)
  }

  answered(id: string): void {
    if (this.#isStopped) return
    this.#answered.push(id)
    this.#timer ??= setTimeout(() => this.#flush(), ANSWERED_KEPT_WITHIN).unref()
  }

  /** Writes pending answers. Later ones are not stored: they belong to uses of the key that the stop ends. */
  stop(): void {
    this.#isStopped = true
    this.#flush()
  }

  #flush(): void {
    try {
      this.#write([])
    } catch (error) {
      this.#onError(error)
    }
  }

  /** Forgets requests that are too old to be accepted anyway. */
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
