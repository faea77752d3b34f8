import { SKEW_MAX } from './limits.ts'
import type { AppStore, TakenRequest } from './ports.ts'

type LedgerStore = Pick<AppStore, 'taken' | 'take' | 'hold' | 'answered' | 'forget'>

/** A request that waited for the owner when the process ended. */
export interface Waiting {
  /** Of the app. */
  app: string
  event: string
  question: string
}

/**
 * Which requests were taken on, by the ids of their events, for as long as their age would be accepted:
 * none is done twice, not after a restart either.
 */
export class Ledger {
  readonly #store: LedgerStore
  readonly #now: () => number
  /** When each was taken on. The oldest first. */
  readonly #taken = new Map<string, number>()
  /** Of those from before the start, the ones that were neither answered nor waited for the owner. */
  readonly #cutShort = new Set<string>()
  /** Those from before the start that waited for the owner. */
  readonly waiting: readonly Waiting[]

  constructor(store: LedgerStore, now: () => number) {
    this.#store = store
    this.#now = now
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

  /** @throws when it can't be kept: then it must not be done */
  take(id: string, app: string): void {
    const at = this.#now()
    this.#store.take({ id, app, at })
    this.#taken.set(id, at)
  }

  /** Keeps the event as long as it waits for the owner; null: it waits no longer. */
  hold(id: string, held: TakenRequest['held']): void {
    this.#store.hold(id, held)
  }

  answered(id: string): void {
    this.#store.answered(id)
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
}
