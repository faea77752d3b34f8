import type { ClockWitnesses } from '#lib/own-clock.ts'
import { MAX_STAMP_SKEW_S, V2_AGE_MAX_S, V2_AHEAD_MAX_S } from '#protocol/limits.ts'
import { CLOCK_WARNING_S } from '../limits.ts'
import type { Warnings } from '../warnings.ts'
import type { PeerEntry } from './peers.ts'

/** This many messages in a row must be off: a single one may just have arrived late. */
const CONFIRM_AFTER = 2

/**
 * Notices peers whose clock is more than a minute off ours, or, if they speak the 2026 generation,
 * further ahead than it allows: then their messages in it are not accepted.
 */
export class Clocks {
  readonly #suspicions = new Map<string, number>()
  readonly #warnings: Warnings
  readonly #own: ClockWitnesses

  /** @param own whether the difference is ours */
  constructor(warnings: Warnings, own: ClockWitnesses = { aheadBy: 0, note: () => {} }) {
    this.#warnings = warnings
    this.#own = own
  }

  /** @param createdAt the time in the peer's event, and `now`: Unix seconds */
  observe(peer: PeerEntry, createdAt: number, now: number): void {
    const key = `clock:${peer.xonly}`
    const isNext = peer.dialects.has('2026')
    const isOff = (seconds: number) =>
      seconds > (isNext ? V2_AHEAD_MAX_S : CLOCK_WARNING_S) || seconds < -CLOCK_WARNING_S
    const apart = createdAt - now
    const suspicions = isOff(apart) ? (this.#suspicions.get(peer.xonly) ?? 0) + 1 : 0
    this.#suspicions.set(peer.xonly, suspicions)
    const isSure = suspicions === 0 || suspicions >= CONFIRM_AFTER
    if (isSure) this.#own.note(peer.xonly, createdAt * 1000)
    const skew = apart + Math.round(this.#own.aheadBy / 1000)
    if (!isOff(skew)) {
      this.#warnings.clear(key)
      return
    }
    if (!isSure) return
    const direction = skew > 0 ? 'ahead of' : 'behind'
    this.#warnings.raise(
      key,
      `The clock of peer ${peer.pubkey.slice(0, 8)} is ${describeSeconds(Math.abs(skew))} ${direction} ours. ` +
        `Set the clock on both devices: requests are refused when ${isNext ? V2_BOUNDS : V1_BOUNDS}.`,
      { peer: peer.pubkey, seconds: skew },
    )
  }
}

function describeSeconds(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`
}

const V1_BOUNDS = `they differ by ${describeSeconds(MAX_STAMP_SKEW_S)}`
const V2_BOUNDS = `one is ${describeSeconds(V2_AHEAD_MAX_S)} ahead or ${describeSeconds(V2_AGE_MAX_S)} behind`
