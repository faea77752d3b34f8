import { relay as texts } from '#contract/codes.ts'
import type { Failure } from '#contract/message.ts'
import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'
import type { ClientFrame } from './frames.ts'

/** Answers until `resetAnswerLimit`. Each costs a signature, and a relay may send many challenges. */
const MAX_ANSWERS = 8
/** How often another session's identity may replace ours on one connection. */
const MAX_DISPLACEMENTS = 2

/** Whether a session shares its connection, and what the relay knows of the others. */
export interface Sharing {
  isShared: boolean
  /** The relay has accepted another session's identity on this connection. */
  knowsOther: boolean
  /** The relay has accepted another session's identity since it accepted ours. */
  knowsNewerOther: boolean
}

/**
 * What follows from a refusal. `none`: it is not about identity; `useless`: we have no (further) answer;
 * `given`: the relay has yet to respond to our answer; `displaced`: the relay knows one identity per
 * connection, and that is another session's now.
 */
export type Identification = 'none' | 'useless' | 'given' | 'displaced'

export interface AuthenticationOptions {
  /** Makes the signed event of kind 22242; undefined: challenges can't be answered. */
  sign: ((challenge: string) => NostrEvent) | undefined
  send(frame: ClientFrame): void
  sharing(): Sharing
}

/**
 * NIP-42 for one session on one relay: answers the challenge with the session's identity, and knows how the
 * relay responded. A challenge belongs to the connection; each session on it may answer the same one.
 */
export class Authentication {
  readonly #options: AuthenticationOptions
  /** The newest challenge, until we answer it. */
  #challenge: string | null = null
  #answerId: string | null = null
  #answers = 0
  #isAccepted = false
  #displacements = 0
  #refusal: Failure | null = null

  constructor(options: AuthenticationOptions) {
    this.#options = options
  }

  /** The relay has accepted our last answer. */
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
  get refusal(): Failure | null {
    return this.#refusal
  }

  /** On a new connection the relay does not know us. */
  reset(): void {
    this.#challenge = null
    this.#answerId = null
    this.#isAccepted = false
    this.#displacements = 0
    this.#refusal = null
  }

  /** Allows as many answers to challenges as at the start. */
  resetAnswerLimit(): void {
    this.#answers = 0
  }

  /**
   * The relay has sent a challenge.
   *
   * @param isListening whether we have subscriptions; without any we answer later. If it accepted us before
   *   on a shared connection, we wait until it refuses something: on a relay that knows one identity per
   *   connection, the sessions would otherwise replace each other without end.
   */
  challenged(challenge: string, isListening: boolean): void {
    this.#challenge = challenge
    if (isListening && !(this.#isAccepted && this.#options.sharing().isShared)) this.answer()
  }

  /** The relay has refused something. If it does not know who we are, we answer its challenge. */
  refused(reason: string): Identification {
    const { knowsOther, knowsNewerOther } = this.#options.sharing()
    const isUnknown =
      reason.startsWith('auth-required:') || (knowsOther && reason.startsWith('restricted:'))
    if (!isUnknown) return 'none'
    if (this.#isAccepted && knowsNewerOther) {
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
  onOk(id: string, accepted: boolean, reason: Failure): boolean {
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
