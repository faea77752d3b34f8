import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'
import { relay as texts } from '#contract/relay-messages.ts'
import type { ClientFrame } from './frames.ts'

/** Answers between two refills. Each costs a signature, and a relay may send many challenges. */
const MAX_ANSWERS = 8
/** How often another line may take our place on one connection. */
const MAX_DISPLACEMENTS = 2

/** Who else is on the connection. */
export interface Company {
  isShared: boolean
  /** The relay has accepted another line's identity on this connection. */
  knowsAnother: boolean
  /** It has done so since it accepted ours. */
  knowsAnotherSince: boolean
}

/**
 * What follows from a refusal. `none`: it is not about identity; `useless`: there is nothing (more) to
 * tell; `given`: the relay has yet to respond to our answer; `displaced`: the relay knows one identity a
 * connection, and that is another line's now.
 */
export type Identification = 'none' | 'useless' | 'given' | 'displaced'

export interface AuthenticationOptions {
  /** Makes the signed event of kind 22242; undefined: challenges can't be answered. */
  sign: ((challenge: string) => NostrEvent) | undefined
  send(frame: ClientFrame): void
  company(): Company
}

/**
 * One line's side of NIP-42 on one relay: answers the challenge with its identity, and knows what the
 * relay said to that. A challenge is the connection's, and each line on it may answer the same one.
 */
export class Authentication {
  readonly #options: AuthenticationOptions
  /** The newest, as long as we have not answered it. */
  #challenge: string | null = null
  #answerId: string | null = null
  #answers = 0
  #isAccepted = false
  #displacements = 0
  #refusal: string | null = null

  constructor(options: AuthenticationOptions) {
    this.#options = options
  }

  /** The relay has accepted our last answer: it knows us. */
  get isAccepted(): boolean {
    return this.#isAccepted
  }

  /** The relay has yet to respond to our last answer. */
  get isPending(): boolean {
    return this.#answerId !== null
  }

  /** There is a challenge that we have not answered, and could. */
  get canAnswer(): boolean {
    const { sign } = this.#options
    return sign !== undefined && this.#challenge !== null && this.#answers < MAX_ANSWERS
  }

  /** How the relay refused our last answer; null unless it did. */
  get refusal(): string | null {
    return this.#refusal
  }

  /** On a new connection we are a stranger again. */
  reset(): void {
    this.#challenge = null
    this.#answerId = null
    this.#isAccepted = false
    this.#displacements = 0
    this.#refusal = null
  }

  /** Lets as many challenges be answered as at the start. */
  refill(): void {
    this.#answers = 0
  }

  /**
   * The relay wants to know who is on the connection.
   *
   * @param isListening whether we have asked for anything yet; if not, we tell it later. If it accepted
   *   us before, beside others, we wait until it refuses something: a relay that knows one identity a
   *   connection would otherwise be told of each of them in turn, without end.
   */
  challenged(challenge: string, isListening: boolean): void {
    this.#challenge = challenge
    if (isListening && !(this.#isAccepted && this.#options.company().isShared)) this.answer()
  }

  /** The relay has refused something. If that is because it does not know who we are, we tell it. */
  refused(reason: string): Identification {
    const { knowsAnother, knowsAnotherSince } = this.#options.company()
    const isUnknown =
      reason.startsWith('auth-required:') || (knowsAnother && reason.startsWith('restricted:'))
    if (!isUnknown) return 'none'
    if (this.#isAccepted && knowsAnotherSince) {
      this.#displacements += 1
      if (this.#displacements >= MAX_DISPLACEMENTS || !this.canAnswer) return 'displaced'
    }
    return this.answer() ? 'given' : 'useless'
  }

  /** Answers the newest challenge, once; true when the relay has yet to respond to the answer. */
  answer(): boolean {
    const { sign, send } = this.#options
    if (sign && this.#challenge !== null && this.#answers < MAX_ANSWERS) {
      const event = sign(this.#challenge)
      this.#challenge = null
      this.#answers += 1
      this.#answerId = event.id
      this.#isAccepted = false
      send(['AUTH', event])
    }
    return this.isPending
  }

  /** True when the OK was for our answer. */
  onOk(id: string, accepted: boolean, reason: string): boolean {
    if (id !== this.#answerId) return false
    this.#answerId = null
    this.#isAccepted = accepted
    this.#refusal = accepted ? null : texts.authentication(reason)
    return true
  }
}

/**
 * The answer to a relay's challenge (NIP-42), to be signed.
 *
 * @param now Unix milliseconds
 */
export const authTemplate = (challenge: string, url: string, now: number): EventTemplate => ({
  kind: 22_242,
  created_at: Math.floor(now / 1000),
  tags: [
    ['relay', url],
    ['challenge', challenge],
  ],
  content: '',
})
