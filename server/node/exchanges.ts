import type { Permit } from '../rules/judge.ts'
import type { Failure } from './failure.ts'
import type { KeyUse } from './key-use.ts'
import { ECDH_CACHE_MAX } from './limits.ts'

/** The shared point, compressed, 33 bytes, hex: a secret. */
export type EcdhOutcome = { ok: true; secret: string } | Failure

/** What peers have made together with us. */
export interface Exchanged {
  secret: string
  /** Every part was proved right, so that the secret is. */
  isProven: boolean
}

export type ExchangeOutcome = { ok: true; value: Exchanged } | Failure

export interface ExchangeOptions {
  /**
   * Whether the secret must be right. Where a wrong one would be noticed, as by a MAC, the first
   * generation gives it in one trip instead of two.
   */
  proven: boolean
}

/** Asks the group; never rejects. */
type Exchange = (
  permit: Permit<KeyUse>,
  publicKey: string,
  options: ExchangeOptions,
) => Promise<ExchangeOutcome>

/**
 * Key exchanges with the group's key, and their results: a bounded number of them is kept, until the
 * owner stops everything.
 */
export class Exchanges {
  readonly #exchange: Exchange
  readonly #kept = new Map<string, Exchanged>()
  /** Those that empty it when they abort. */
  readonly #heeded = new WeakSet<AbortSignal>()

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  /**
   * The point that the group's secret key and a public key share. Never rejects.
   *
   * @param publicKey the other party's, 32 or 33 bytes, hex
   */
  async secret(
    permit: Permit<KeyUse>,
    publicKey: string,
    options: ExchangeOptions,
  ): Promise<EcdhOutcome> {
    const key = publicKey.toLowerCase()
    const kept = this.#kept.get(key)
    if (kept !== undefined && (kept.isProven || !options.proven)) {
      this.#keep(key, kept)
      return { ok: true, secret: kept.secret }
    }
    const outcome = await this.#exchange(permit, key, options)
    if (!outcome.ok) return outcome
    const { signal } = permit
    // A proof that came in the meantime is not given up for a result without one.
    const isWorse = this.#kept.get(key)?.isProven === true && !outcome.value.isProven
    if (!signal.aborted && !isWorse) {
      this.#heed(signal)
      this.#keep(key, outcome.value)
    }
    return { ok: true, secret: outcome.value.secret }
  }

  #heed(signal: AbortSignal): void {
    if (this.#heeded.has(signal)) return
    this.#heeded.add(signal)
    signal.addEventListener('abort', () => this.#kept.clear(), { once: true })
  }

  #keep(key: string, kept: Exchanged): void {
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    if (this.#kept.size > ECDH_CACHE_MAX) {
      const oldest = this.#kept.keys().next()
      if (!oldest.done) this.#kept.delete(oldest.value)
    }
  }
}
