import type { NostrEvent } from '#contract/nostr.ts'
import { steadyNow } from '#lib/clock.ts'
import { MESSAGE_BYTES_COMMON, RELAY_LIMIT_KEPT } from './limits.ts'

/** Bytes of an event as it is sent to a relay. */
export const messageBytes = (event: NostrEvent): number =>
  Buffer.byteLength(JSON.stringify(['EVENT', event]))

/** A message is larger than a relay takes. */
export interface TooLarge {
  /** The limit that the relay states, in bytes; undefined: it refused such a message without a number. */
  most?: number
}

/** One relay's limit on the size of messages: as it states it, and as its refusals show. */
export class RelayLimit {
  readonly #ask: () => Promise<number | undefined>
  readonly #now: () => number
  #stated: { most: Promise<number | undefined>; until: number } | null = null
  #refused: { bytes: number; until: number } | null = null

  /**
   * @param ask gets the limit that the relay states, in bytes
   * @param now monotonic milliseconds
   */
  constructor(ask: () => Promise<number | undefined>, now: () => number = steadyNow) {
    this.#ask = ask
    this.#now = now
  }

  /**
   * Checks a message's size; null: it may pass. The stated limit matters only for messages that not every relay
   * takes, because some relays state less than they take.
   *
   * @param bytes of the message
   */
  async against(bytes: number): Promise<TooLarge | null> {
    const refused = this.#refused
    if (refused !== null && this.#now() < refused.until && bytes >= refused.bytes) return {}
    if (bytes <= MESSAGE_BYTES_COMMON) return null
    const most = await this.#statedMost()
    return most !== undefined && bytes > most ? { most } : null
  }

  /** The relay has refused a message of so many bytes for its size. */
  refused(bytes: number): void {
    this.#refused = { bytes, until: this.#now() + RELAY_LIMIT_KEPT }
  }

  #statedMost(): Promise<number | undefined> {
    const now = this.#now()
    if (this.#stated === null || now >= this.#stated.until) {
      this.#stated = { most: this.#ask(), until: now + RELAY_LIMIT_KEPT }
    }
    return this.#stated.most
  }
}

/** Refusals that pass by themselves, or after authentication. */
const PASSING = /^(?:rate-limited|mute|auth-required):/
const SIZE = /too (?:large|big|long)|(?:max(?:imum)?|event|message|content) (?:size|length)/i

/** Whether a relay's reason refuses a message for its size. */
export const refusesSize = (reason: string): boolean => !PASSING.test(reason) && SIZE.test(reason)

/** Whether a relay that refused a message for this reason may take it later. */
export const mayPassLater = (reason: string): boolean => PASSING.test(reason)
