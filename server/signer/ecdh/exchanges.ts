import type { Permit } from '#policy/engine.ts'
import type { Failure } from '../failure.ts'
import { ECDH_CACHE_MAX } from '../limits.ts'
import { type Exchanged, KeptSecrets } from './kept-secrets.ts'
import type { KeyUse } from './key-use.ts'

/** The shared point, compressed, 33 bytes, hex: a secret. */
export type EcdhOutcome = { ok: true; secret: string } | Failure

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
 * owner stops everything, or those that they were made for are gone.
 */
export class Exchanges {
  readonly #exchange: Exchange
  readonly #kept = new KeptSecrets(ECDH_CACHE_MAX)
  /** How often what was kept has been forgotten. */
  #forgotten = 0
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
      return { ok: true, secret: kept.secret }
    }
    const forgotten = this.#forgotten
    const outcome = await this.#exchange(permit, key, options)
    if (!outcome.ok) return outcome
    const { signal } = permit
    // A proof that came in the meantime is not given up for a result without one.
    const isWorse = this.#kept.get(key)?.isProven === true && !outcome.value.isProven
    if (!signal.aborted && forgotten === this.#forgotten && !isWorse) {
      this.#heed(signal)
      this.#kept.set(key, outcome.value)
    }
    return { ok: true, secret: outcome.value.secret }
  }

  /** Keeps nothing of what was made so far, or is being made. */
  forget(): void {
    this.#forgotten += 1
    this.#kept.clear()
  }

  #heed(signal: AbortSignal): void {
    if (this.#heeded.has(signal)) return
    this.#heeded.add(signal)
    signal.addEventListener('abort', () => this.forget(), { once: true })
  }
}
