import { type Failure, sentencesOf } from '#contract/message.ts'
import type { KeysetLog } from '#events/event-log.ts'
import type { ClockWitnesses } from '#lib/own-clock.ts'
import { MAX_STAMP_SKEW_S, V2_AGE_MAX_S, V2_AHEAD_MAX_S } from '#protocol/limits.ts'
import { CLOCK_WARNING_S } from './limits.ts'
import type { PeerEntry } from './peers/peers.ts'

/** What a warning to the owner is about. */
export type WarningKind =
  | 'same-share'
  | '2026-off'
  | '2026-failing'
  | '1.x'
  | 'third'
  | 'unweighted'
  | 'nonces'
  | 'two-devices'
  | 'onboarding'
  | 'clock'

interface Warning {
  kind: WarningKind
  why: Failure
  /** The peer that it is about, if it is about one. */
  peer: PeerEntry | undefined
}

/** How long a daily warning about a peer is not repeated. Milliseconds. */
const DAY = 24 * 3_600_000

/** Warnings to the owner, one for each kind and peer. Each is logged once for as long as it lasts. */
export class Warnings {
  readonly #active = new Map<string, Warning>()
  readonly #log: KeysetLog
  readonly #now: () => number
  readonly #warnedAt: Map<string, number>

  /**
   * @param now Unix milliseconds
   * @param warnedAt when daily warnings were last given; kept over restarts of the signer
   */
  constructor(log: KeysetLog, now: () => number, warnedAt = new Map<string, number>()) {
    this.#log = log
    this.#now = now
    this.#warnedAt = warnedAt
  }

  /** The active warnings, as texts. */
  get list(): string[] {
    return sentencesOf(this.active.map(({ why }) => why))
  }

  get active(): Warning[] {
    return [...this.#active.values()]
  }

  has(kind: WarningKind): boolean {
    return this.active.some((warning) => warning.kind === kind)
  }

  raise(
    kind: WarningKind,
    why: Failure,
    peer?: PeerEntry,
    data: Record<string, unknown> = {},
  ): void {
    const key = keyOf(kind, peer)
    if (this.#active.has(key)) return
    this.#active.set(key, { kind, why, peer })
    this.#log.add('warning', why.error, peer && { peer: peer.pubkey, ...data })
  }

  /** Raises a warning about what a peer does again and again: it is logged at most once a day. */
  raiseDaily(
    kind: WarningKind,
    why: Failure,
    peer: PeerEntry,
    data: Record<string, unknown>,
  ): void {
    const key = keyOf(kind, peer)
    const now = this.#now()
    const last = this.#warnedAt.get(key)
    if (last !== undefined && now - last < DAY) return
    this.#warnedAt.set(key, now)
    this.clear(kind, peer)
    this.raise(kind, why, peer, data)
  }

  clear(kind: WarningKind, peer?: PeerEntry): void {
    this.#active.delete(keyOf(kind, peer))
  }

  /** Withdraws a daily warning about all peers. The next one is logged at once. */
  clearDaily(kind: WarningKind): void {
    for (const key of this.#warnedAt.keys()) {
      if (!key.startsWith(`${kind}:`)) continue
      this.#warnedAt.delete(key)
      this.#active.delete(key)
    }
  }
}

const keyOf = (kind: WarningKind, peer?: PeerEntry): string => `${kind}:${peer?.xonly ?? ''}`

/** This many messages in a row must be off: a single one may have been late. */
const CONFIRM_AFTER = 2

/**
 * Warns about peers whose clock is more than a minute off ours or, if they speak 2026, further ahead than
 * that protocol accepts.
 */
export class Clocks {
  readonly #suspicions = new Map<string, number>()
  readonly #warnings: Warnings
  readonly #own: ClockWitnesses

  /** @param own detects that our own clock is wrong */
  constructor(warnings: Warnings, own: ClockWitnesses = { aheadBy: 0, note: () => {} }) {
    this.#warnings = warnings
    this.#own = own
  }

  /** @param createdAt the time in the peer's event, and `now`: Unix seconds */
  observe(peer: PeerEntry, createdAt: number, now: number): void {
    const isNext = peer.protocols.has('2026')
    const isOff = (seconds: number) =>
      seconds > (isNext ? V2_AHEAD_MAX_S : CLOCK_WARNING_S) || seconds < -CLOCK_WARNING_S
    const apart = createdAt - now
    const suspicions = isOff(apart) ? (this.#suspicions.get(peer.xonly) ?? 0) + 1 : 0
    this.#suspicions.set(peer.xonly, suspicions)
    const isSure = suspicions === 0 || suspicions >= CONFIRM_AFTER
    if (isSure) this.#own.note(peer.xonly, createdAt * 1000)
    const skew = apart + Math.round(this.#own.aheadBy / 1000)
    if (!isOff(skew)) {
      this.#warnings.clear('clock', peer)
      return
    }
    if (!isSure) return
    const direction = skew > 0 ? 'ahead of' : 'behind'
    const error =
      `The clock of device ${peer.pubkey.slice(0, 8)} is ${describeSeconds(Math.abs(skew))} ${direction} ours. ` +
      `Set the clock on both devices: requests are refused when ${isNext ? V2_BOUNDS : V1_BOUNDS}.`
    this.#warnings.raise('clock', { error }, peer, { seconds: skew })
  }
}

function describeSeconds(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`
}

const V1_BOUNDS = `they differ by ${describeSeconds(MAX_STAMP_SKEW_S)}`
const V2_BOUNDS = `one is ${describeSeconds(V2_AHEAD_MAX_S)} ahead or ${describeSeconds(V2_AGE_MAX_S)} behind`
