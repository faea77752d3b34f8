/**
 * Which nonces of a peer's went out in requests that it has not answered. Those of a silent peer count
 * as unused again, as no request may have reached it; an answer that comes after all says that it has
 * signed with them.
 */
import { NONCES_USED_KEPT } from '../../frostr/limits.ts'
export class LateAnswers {
  /** Codes, by request and peer, oldest first. */
  readonly #codes = new Map<string, readonly string[]>()

  /** A request leaves that asks a peer, by its x-only key, to use these. */
  asked(requestId: string, peer: string, codes: readonly string[]): void {
    this.#codes.set(keyOf(requestId, peer), codes)
    for (const key of this.#codes.keys()) {
      if (this.#codes.size <= NONCES_USED_KEPT) break
      this.#codes.delete(key)
    }
  }

  /** A peer has answered a request: the nonces that it has used; none when it was not asked, or has answered before. */
  answered(requestId: string, peer: string): readonly string[] {
    const key = keyOf(requestId, peer)
    const codes = this.#codes.get(key) ?? []
    this.#codes.delete(key)
    return codes
  }

  /** Those that a peer was asked to use and has not answered. */
  awaited(peer: string): ReadonlySet<string> {
    const ofPeer = [...this.#codes].filter(([key]) => key.endsWith(` ${peer}`))
    return new Set(ofPeer.flatMap(([, codes]) => codes))
  }
}

const keyOf = (requestId: string, peer: string): string => `${requestId} ${peer}`
