import { CLOCK_WARNING_S } from '../contract/limits.ts'
import type { PeerEntry } from './peers.ts'
import type { Warnings } from './warnings.ts'

/** So many messages in a row must be off: a single one may just have been delivered late. */
const CONFIRM_AFTER = 2

/** Notices peers whose clock is more than a minute off ours, or ours off theirs. */
export class Clocks {
  readonly #suspicions = new Map<string, number>()
  readonly #warnings: Warnings

  constructor(warnings: Warnings) {
    this.#warnings = warnings
  }

  /** @param createdAt what the peer's event says, and `now`: Unix seconds */
  observe(peer: PeerEntry, createdAt: number, now: number): void {
    const key = `clock:${peer.xonly}`
    const skew = createdAt - now
    if (Math.abs(skew) <= CLOCK_WARNING_S) {
      this.#suspicions.delete(peer.xonly)
      this.#warnings.clear(key)
      return
    }
    const suspicions = (this.#suspicions.get(peer.xonly) ?? 0) + 1
    this.#suspicions.set(peer.xonly, suspicions)
    if (suspicions < CONFIRM_AFTER) return
    const direction = skew > 0 ? 'ahead of' : 'behind'
    this.#warnings.raise(
      key,
      `The clock of peer ${peer.pubkey.slice(0, 8)} is ${describeSeconds(Math.abs(skew))} ${direction} ours. ` +
        'Set the clock on both devices: requests are refused when they differ by 15 minutes.',
      { peer: peer.pubkey, seconds: skew },
    )
  }
}

const describeSeconds = (seconds: number): string =>
  seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`
