import { type Failure, sentencesOf } from '#contract/message.ts'
import type { KeysetLog } from '#events/event-log.ts'
import type { ClockWitnesses } from '#lib/own-clock.ts'
import { MAX_STAMP_SKEW_S, V2_AGE_MAX_S, V2_AHEAD_MAX_S } from '#protocol/limits.ts'
import { CLOCK_WARNING_S } from './limits.ts'
import type { PeerEntry } from './peers/peers.ts'

/** Warnings to the owner. Each is logged once for as long as it lasts. */
export class Warnings {
  readonly #active = new Map<string, Failure>()
  readonly #log: KeysetLog

  constructor(log: KeysetLog) {
    this.#log = log
  }

  /** The active warnings, as texts. */
  get list(): string[] {
    return sentencesOf([...this.#active.values()])
  }

  /** The active warnings by key: a kind, or a kind, a colon and a peer's x-only key. */
  get causes(): ReadonlyMap<string, Failure> {
    return this.#active
  }

  has(key: string): boolean {
    return this.#active.has(key)
  }

  raise(key: string, warning: Failure, data?: Record<string, unknown>): void {
    if (this.#active.has(key)) return
    this.#active.set(key, warning)
    this.#log.add('warning', warning.error, data)
  }

  clear(key: string): void {
    this.#active.delete(key)
  }
}

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
   * @param warnedAt when peers were last warned about, by x-only key; kept over restarts of the signer
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

  raise({ xonly, pubkey }: PeerEntry, warning: Failure, data: Record<string, unknown>): void {
    const now = this.#now()
    const last = this.#warnedAt.get(xonly)
    if (last !== undefined && now - last < DAY) return
    this.#warnedAt.set(xonly, now)
    this.#warnings.clear(this.#keyOf(xonly))
    this.#warnings.raise(this.#keyOf(xonly), warning, { peer: pubkey, ...data })
  }

  /** Withdraws the warnings about all peers. */
  clear(): void {
    for (const xonly of this.#warnedAt.keys()) this.#warnings.clear(this.#keyOf(xonly))
    this.#warnedAt.clear()
  }

  #keyOf(xonly: string): string {
    return `${this.#kind}:${xonly}`
  }
}

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
    const key = `clock:${peer.xonly}`
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
      this.#warnings.clear(key)
      return
    }
    if (!isSure) return
    const direction = skew > 0 ? 'ahead of' : 'behind'
    const error =
      `The clock of device ${peer.pubkey.slice(0, 8)} is ${describeSeconds(Math.abs(skew))} ${direction} ours. ` +
      `Set the clock on both devices: requests are refused when ${isNext ? V2_BOUNDS : V1_BOUNDS}.`
    this.#warnings.raise(key, { error }, { peer: peer.pubkey, seconds: skew })
  }
}

function describeSeconds(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`
}

const V1_BOUNDS = `they differ by ${describeSeconds(MAX_STAMP_SKEW_S)}`
const V2_BOUNDS = `one is ${describeSeconds(V2_AHEAD_MAX_S)} ahead or ${describeSeconds(V2_AGE_MAX_S)} behind`
