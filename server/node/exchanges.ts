import type { Permit } from '../rules/judge.ts'
import type { Failure } from './failure.ts'
import type { KeyUse } from './key-use.ts'
import { ECDH_CACHE_MAX } from './limits.ts'

/** The shared point, compressed, 33 bytes, hex: a secret. */
export type EcdhOutcome = { ok: true; secret: string } | Failure

/** What peers have made together; `peers`: their x-only keys. */
export interface Exchanged {
  secret: string
  peers: string[]
}

export type ExchangeOutcome = { ok: true; value: Exchanged } | Failure

/**
 * Asks the group; never rejects.
 *
 * @param avoid x-only keys of peers that are asked only if there is no other
 */
type Exchange = (
  permit: Permit<KeyUse>,
  publicKey: string,
  avoid: ReadonlySet<string>,
) => Promise<ExchangeOutcome>

/**
 * Key exchanges with the group's key, and their results. No answer carries a proof, so we keep only
 * a bounded number of results, and a caller whose secret does not decrypt asks others for a fresh
 * one.
 */
export class Exchanges {
  readonly #exchange: Exchange
  readonly #kept = new Map<string, Exchanged>()

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  /**
   * The point that the group's secret key and a public key share. Never rejects.
   *
   * @param publicKey the other party's, 32 or 33 bytes, hex
   */
  async secret(permit: Permit<KeyUse>, publicKey: string): Promise<EcdhOutcome> {
    const key = publicKey.toLowerCase()
    const kept = this.#kept.get(key)
    if (kept === undefined) return this.#ask(permit, key, new Set())
    this.#keep(key, kept)
    return { ok: true, secret: kept.secret }
  }

  /** A fresh secret to replace one that did not decrypt, from other members if there are any. */
  async fresh(permit: Permit<KeyUse>, publicKey: string): Promise<EcdhOutcome> {
    const key = publicKey.toLowerCase()
    const avoid = new Set(this.#kept.get(key)?.peers)
    this.#kept.delete(key)
    return this.#ask(permit, key, avoid)
  }

  async #ask(
    permit: Permit<KeyUse>,
    key: string,
    avoid: ReadonlySet<string>,
  ): Promise<EcdhOutcome> {
    const outcome = await this.#exchange(permit, key, avoid)
    if (!outcome.ok) return outcome
    this.#keep(key, outcome.value)
    return { ok: true, secret: outcome.value.secret }
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
