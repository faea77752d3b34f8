/**
 * Which of a peer's nonces went out in requests that it has not answered. A silent peer's nonces
 * count as unused again, because no request may have reached it; a late answer says that it has
 * signed with them after all.
 */
import { NONCES_USED_KEPT } from '#protocol/limits.ts'
export class LateAnswers {
  /** Codes by request and peer, oldest first. */
  readonly #codes = new Map<string, readonly string[]>()

  /** Records a request that asks a peer, given by its x-only key, to use these codes. */
  asked(requestId: string, peer: string, codes: readonly string[]): void {
    this.#codes.set(keyOf(requestId, peer), codes)
    for (const key of this.#codes.keys()) {
      if (this.#codes.size <= NONCES_USED_KEPT) break
      this.#codes.delete(key)
    }
  }

  /**
   * Returns the nonces used by a peer's answer; none if it was not asked, or has answered before.
   */
  answered(requestId: string, peer: string): readonly string[] {
    const key = keyOf(requestId, peer)
    const codes = this.#codes.get(key) ?? []
    this.#codes.delete(key)
    return codes
  }

  /** The nonces that a peer's answer would use; none if it was not asked, or has answered. */
  codesOf(requestId: string, peer: string): readonly string[] {
    return this.#codes.get(keyOf(requestId, peer)) ?? []
  }

  /** The codes that a peer was asked to use and has not answered for. */
  awaited(peer: string): ReadonlySet<string> {
    const ofPeer = [...this.#codes].filter(([key]) => key.endsWith(` ${peer}`))
    return new Set(ofPeer.flatMap(([, codes]) => codes))
  }
}

const keyOf = (requestId: string, peer: string): string => `${requestId} ${peer}`
