import { V2_REPLAY_KEPT_S } from '../limits.ts'
import type { NonceStore } from './nonce-store.ts'

/**
 * The requests of peers that were seen: none is handled twice, not even after a restart. A signing request is
 * stored only if it ends without spending nonces: if it spends them, it can't be repeated anyway. Authors are x-only
 * keys. Every method throws when the store does.
 */
export class KnownRequests {
  readonly #store: NonceStore
  readonly #wall: () => number
  /** Signing requests that are being handled and have not spent their nonces yet, by `keyOf`. */
  readonly #unsettled = new Set<string>()

  /** @param wall the machine's clock, Unix milliseconds */
  constructor(store: NonceStore, wall: () => number) {
    this.#store = store
    this.#wall = wall
  }

  /**
   * Records a request; false when it is known.
   *
   * @param spends whether it is to spend nonces; then it must be settled
   */
  isNew(author: string, requestId: string, { spends = false } = {}): boolean {
    const now = this.#seconds()
    const request = { author, requestId, until: now + V2_REPLAY_KEPT_S }
    if (!spends) return this.#store.remember(request, now)
    const isNew = this.#store.note(request, now)
    if (isNew) this.#unsettled.add(keyOf(author, requestId))
    return isNew
  }

  /** A request has spent its nonces, so it need not be stored: if it is repeated after a restart, they are gone. */
  spent(author: string, requestId: string): void {
    this.#unsettled.delete(keyOf(author, requestId))
  }

  /** Stores a request that was answered or refused, if it has spent nothing. */
  settle(author: string, requestId: string): void {
    if (!this.#unsettled.delete(keyOf(author, requestId))) return
    this.#store.settle({ author, requestId }, this.#seconds())
  }

  /**
   * Forgets a request that was refused as malformed and has changed nothing. It may be a bad copy,
   * and the original may still arrive under the same id.
   */
  release(author: string, requestId: string): void {
    if (!this.#unsettled.delete(keyOf(author, requestId))) return
    this.#store.release({ author, requestId })
  }

  #seconds(): number {
    return Math.floor(this.#wall() / 1000)
  }
}

const keyOf = (author: string, requestId: string): string => `${author} ${requestId}`
