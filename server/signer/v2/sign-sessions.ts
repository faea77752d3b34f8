import type { Changes } from '#lib/changes.ts'
import { NONCES_USED_KEPT } from '#protocol/limits.ts'

/** Our signing sessions that are running. A request that waits for nonces waits for their answers. */
export class SignSessions {
  readonly #changes: Changes
  #signedAt = Number.NEGATIVE_INFINITY
  #running = 0

  /** @param changes is notified when a session ends */
  constructor(changes: Changes) {
    this.#changes = changes
  }

  /** When a session last brought signatures, by performance.now(). */
  get signedAt(): number {
    return this.#signedAt
  }

  get areRunning(): boolean {
    return this.#running > 0
  }

  /**
   * Runs a session.
   *
   * @param session receives a function to call once it waits for persons only: it may then bring no
   *   nonces for a long time, and no longer counts as running
   */
  async run<T extends { ok: boolean } | 'short'>(
    session: (onIdle: () => void) => Promise<T>,
  ): Promise<T> {
    let counts = true
    const onIdle = () => {
      if (!counts) return
      counts = false
      this.#running -= 1
      this.#changes.notify()
    }
    this.#running += 1
    try {
      const outcome = await session(onIdle)
      if (outcome !== 'short' && outcome.ok) this.#signedAt = performance.now()
      return outcome
    } finally {
      onIdle()
    }
  }
}

/**
 * The codes of peers' nonces in requests that they have not answered. The nonces of a silent peer count as unused
 * again, because the request may not have arrived. If the answer comes late, the peer has used them after all.
 */
export class RequestedNonces {
  /** Codes by request and peer, oldest first. */
  readonly #codes = new Map<string, readonly string[]>()

  /** Records a request that asks a peer, given by its x-only key, to use these nonces. */
  add(requestId: string, peer: string, codes: readonly string[]): void {
    this.#codes.set(keyOf(requestId, peer), codes)
    for (const key of this.#codes.keys()) {
      if (this.#codes.size <= NONCES_USED_KEPT) break
      this.#codes.delete(key)
    }
  }

  /** Removes a request that was answered. @returns its codes; none if it is not known */
  remove(requestId: string, peer: string): readonly string[] {
    const codes = this.codesOf(requestId, peer)
    this.#codes.delete(keyOf(requestId, peer))
    return codes
  }

  /** The codes in an unanswered request; none if it is not known. */
  codesOf(requestId: string, peer: string): readonly string[] {
    return this.#codes.get(keyOf(requestId, peer)) ?? []
  }

  /** The codes in all unanswered requests to a peer. */
  allOf(peer: string): ReadonlySet<string> {
    const ofPeer = [...this.#codes].filter(([key]) => key.endsWith(` ${peer}`))
    return new Set(ofPeer.flatMap(([, codes]) => codes))
  }
}

const keyOf = (requestId: string, peer: string): string => `${requestId} ${peer}`
