import type { Permit } from '#policy/engine.ts'
import type { EcdhOutcome, ExchangeOptions } from '../ecdh/exchanges.ts'
import type { KeyUse } from '../ecdh/key-use.ts'

/** Asks the group; never rejects. */
type Ask = (
  permit: Permit<KeyUse>,
  publicKey: string,
  options: ExchangeOptions,
) => Promise<EcdhOutcome>

/**
 * The secrets that the group shares with others, for callers that may come in crowds: one exchange
 * at a time per key. Keys are x-only, in lower case.
 */
export class SharedSecrets {
  readonly #ask: Ask
  /** By key; one that must be proven apart from one that need not be. */
  readonly #underWay = { proven: new Map<string, Waiting>(), any: new Map<string, Waiting>() }

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /** The secret we keep, or else ask for. Never rejects. */
  of(permit: Permit<KeyUse>, publicKey: string, { proven }: ExchangeOptions): Waiting {
    const { proven: sure, any } = this.#underWay
    const waiting = sure.get(publicKey) ?? (proven ? undefined : any.get(publicKey))
    if (waiting !== undefined) return waiting
    const underWay = proven ? sure : any
    const outcome = this.#ask(permit, publicKey, { proven }).finally(() => {
      underWay.delete(publicKey)
    })
    underWay.set(publicKey, outcome)
    return outcome
  }
}

type Waiting = Promise<EcdhOutcome>
