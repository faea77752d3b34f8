import type { PeerEntry } from './peers/peers.ts'
import type { Warnings } from './warnings.ts'

/** How long a warning about a peer is not repeated. Milliseconds. */
const DAY = 24 * 3_600_000

/** A warning about what a peer does, at most once a day for each peer. */
export class DailyWarning {
  readonly #kind: string
  readonly #warnings: Warnings
  readonly #now: () => number
  readonly #warnedAt: Map<string, number>

  /**
   * @param kind distinguishes it from other warnings about the same peer
   * @param now Unix milliseconds
   * @param warnedAt by x-only key, from earlier nodes: a restart is no reason to repeat a warning
   */
  constructor(
    kind: string,
    warnings: Warnings,
    now: () => number,
    warnedAt = new Map<string, number>(),
  ) {
    this.#kind = kind
    this.#warnings = warnings
    this.#now = now
    this.#warnedAt = warnedAt
  }

  raise({ xonly, pubkey }: PeerEntry, message: string, data: Record<string, unknown>): void {
    const now = this.#now()
    const last = this.#warnedAt.get(xonly)
    if (last !== undefined && now - last < DAY) return
    this.#warnedAt.set(xonly, now)
    this.#warnings.clear(this.#keyOf(xonly))
    this.#warnings.raise(this.#keyOf(xonly), message, { peer: pubkey, ...data })
  }

  /** Withdraws what was said about all peers, as if it had never been said. */
  clear(): void {
    for (const xonly of this.#warnedAt.keys()) this.#warnings.clear(this.#keyOf(xonly))
    this.#warnedAt.clear()
  }

  #keyOf(xonly: string): string {
    return `${this.#kind}:${xonly}`
  }
}
