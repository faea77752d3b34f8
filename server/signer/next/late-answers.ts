import { NONCES_USED_KEPT } from '../../contract/limits.ts'

/**
 * Which nonces of a peer's went out in sessions that it has not answered. Those of a silent peer count
 * as unused again, as no request may have reached it; an answer that comes after all says that it has
 * signed with them.
 */
export class LateAnswers {
  /** Codes, by session and peer, oldest first. */
  readonly #codes = new Map<string, readonly string[]>()

  /** A session leaves that asks a peer, by its x-only key, to use these. */
  asked(sid: string, peer: string, codes: readonly string[]): void {
    this.#codes.set(keyOf(sid, peer), codes)
    for (const key of this.#codes.keys()) {
      if (this.#codes.size <= NONCES_USED_KEPT) break
      this.#codes.delete(key)
    }
  }

  /** A peer has answered a session: the nonces that it has used; none when it was not asked, or has answered before. */
  answered(sid: string, peer: string): readonly string[] {
    const key = keyOf(sid, peer)
    const codes = this.#codes.get(key) ?? []
    this.#codes.delete(key)
    return codes
  }
}

const keyOf = (sid: string, peer: string): string => `${sid} ${peer}`
