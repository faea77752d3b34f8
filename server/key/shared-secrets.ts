import type { EcdhOutcome } from '../node/exchanges.ts'
import type { KeyUse } from '../node/key-use.ts'
import type { Permit } from '../rules/judge.ts'
import { FRESH_SECRET_INTERVAL } from './limits.ts'

export interface SharedSecretsOptions {
  /** Asks the group; never rejects. */
  ecdh(permit: Permit<KeyUse>, publicKey: string, options: { fresh: boolean }): Promise<EcdhOutcome>
  /** Milliseconds. */
  now: () => number
}

interface Renewal {
  at: number
  /** Aborted when the owner has stopped it. */
  signal: AbortSignal
  outcome: Promise<EcdhOutcome>
}

/**
 * The secrets that the group shares with others, for callers that may come in crowds or with junk:
 * one exchange at a time per key, and at most every 10 s a fresh one to replace a secret that did
 * not decrypt. Keys are x-only, in lower case.
 */
export class SharedSecrets {
  readonly #options: SharedSecretsOptions
  readonly #underWay = new Map<string, Promise<EcdhOutcome>>()
  /** The oldest first. */
  readonly #renewals = new Map<string, Renewal>()

  constructor(options: SharedSecretsOptions) {
    this.#options = options
  }

  /** The secret we keep, or else ask for. Never rejects. */
  of(permit: Permit<KeyUse>, publicKey: string): Promise<EcdhOutcome> {
    return this.#underWay.get(publicKey) ?? this.#ask(permit, publicKey, false)
  }

  /**
   * The outcome of a fresh exchange: one that begins now, or the last one if that was less than 10
   * s ago. Never rejects.
   */
  fresh(permit: Permit<KeyUse>, publicKey: string): Promise<EcdhOutcome> {
    const now = this.#options.now()
    for (const [key, { at }] of this.#renewals) {
      if (now - at < FRESH_SECRET_INTERVAL) break
      this.#renewals.delete(key)
    }
    const last = this.#renewals.get(publicKey)
    if (last && !last.signal.aborted) return last.outcome
    const outcome = this.#ask(permit, publicKey, true)
    this.#renewals.delete(publicKey)
    this.#renewals.set(publicKey, { at: now, signal: permit.signal, outcome })
    return outcome
  }

  #ask(permit: Permit<KeyUse>, publicKey: string, fresh: boolean): Promise<EcdhOutcome> {
    const outcome = this.#options.ecdh(permit, publicKey, { fresh }).finally(() => {
      if (this.#underWay.get(publicKey) === outcome) this.#underWay.delete(publicKey)
    })
    this.#underWay.set(publicKey, outcome)
    return outcome
  }
}
