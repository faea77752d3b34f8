import { FRESH_SECRET_INTERVAL } from '../contract/limits.ts'
import type { EcdhOutcome } from '../node/exchanges.ts'

export interface SharedSecretsOptions {
  /** Asks the group; never rejects. */
  ecdh(publicKey: string, options: { fresh: boolean }): Promise<EcdhOutcome>
  /** Milliseconds. */
  now: () => number
}

interface Renewal {
  at: number
  outcome: Promise<EcdhOutcome>
}

/**
 * The secrets that the group shares with others, for callers that may come in crowds and with
 * junk: one exchange at a time for each key, and a fresh one in place of a secret that did not
 * decrypt at most every 10 s. Keys are x-only, in lower case.
 */
export class SharedSecrets {
  readonly #options: SharedSecretsOptions
  readonly #underWay = new Map<string, Promise<EcdhOutcome>>()
  /** The oldest first. */
  readonly #renewals = new Map<string, Renewal>()

  constructor(options: SharedSecretsOptions) {
    this.#options = options
  }

  /** The secret that is kept, or else asked for. Never rejects. */
  of(publicKey: string): Promise<EcdhOutcome> {
    return this.#underWay.get(publicKey) ?? this.#ask(publicKey, false)
  }

  /**
   * What came of the fresh exchange: of one that begins now, or of the last one if that was less
   * than 10 s ago. Never rejects.
   */
  fresh(publicKey: string): Promise<EcdhOutcome> {
    const now = this.#options.now()
    for (const [key, { at }] of this.#renewals) {
      if (now - at < FRESH_SECRET_INTERVAL) break
      this.#renewals.delete(key)
    }
    const last = this.#renewals.get(publicKey)
    if (last) return last.outcome
    const outcome = this.#ask(publicKey, true)
    this.#renewals.set(publicKey, { at: now, outcome })
    return outcome
  }

  #ask(publicKey: string, fresh: boolean): Promise<EcdhOutcome> {
    const outcome = this.#options.ecdh(publicKey, { fresh }).finally(() => {
      if (this.#underWay.get(publicKey) === outcome) this.#underWay.delete(publicKey)
    })
    this.#underWay.set(publicKey, outcome)
    return outcome
  }
}
