import type { EventTemplate, NostrEvent } from '../contract/nostr.ts'
import type { ClientFrame } from './frames.ts'

/** Answers between two refills. Each costs a signature, and a relay may send many challenges. */
const MAX_ANSWERS = 8

export interface AuthenticationOptions {
  /** Makes the signed event of kind 22242; undefined: challenges can't be answered. */
  sign: ((challenge: string) => NostrEvent) | undefined
  send(frame: ClientFrame): void
}

/** Our side of NIP-42 on one relay: answers its challenges and knows what it said to that. */
export class Authentication {
  readonly #options: AuthenticationOptions
  #challenge: string | null = null
  #answerId: string | null = null
  #answers = 0
  #refusal: string | null = null

  constructor(options: AuthenticationOptions) {
    this.#options = options
  }

  /** What the relay said to our last answer; null unless that was a refusal. */
  get refusal(): string | null {
    return this.#refusal
  }

  /** On a new connection we are a stranger again. */
  reset(): void {
    this.#challenge = null
    this.#answerId = null
    this.#refusal = null
  }

  /** Lets as many challenges be answered as at the start. */
  refill(): void {
    this.#answers = 0
  }

  challenged(challenge: string): void {
    this.#challenge = challenge
    this.answer()
  }

  /** Answers the newest challenge, once; true when the relay has yet to say something to that. */
  answer(): boolean {
    const { sign, send } = this.#options
    if (sign && this.#challenge !== null && this.#answers < MAX_ANSWERS) {
      const event = sign(this.#challenge)
      this.#challenge = null
      this.#answers += 1
      this.#answerId = event.id
      send(['AUTH', event])
    }
    return this.#answerId !== null
  }

  /** True when the OK was for our answer. */
  onOk(id: string, accepted: boolean, reason: string): boolean {
    if (id !== this.#answerId) return false
    this.#answerId = null
    this.#refusal = accepted ? null : `authentication refused: ${reason}`
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
