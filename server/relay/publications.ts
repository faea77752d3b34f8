import type { NostrEvent } from '../contract/nostr.ts'
import type { ClientFrame } from './frames.ts'

/**
 * What became of one event on one relay. `answered`: the reason is the relay's own words, not that
 * it said nothing.
 */
export type PublishOutcome =
  | { accepted: true }
  | { accepted: false; answered: boolean; reason: string }

interface Publication {
  event: NostrEvent
  sent: boolean
  outcome: Promise<PublishOutcome>
  resolve(outcome: PublishOutcome): void
  timer: NodeJS.Timeout
}

/** The relay said nothing to it, and why. */
export const unanswered = (reason: string): PublishOutcome => ({
  accepted: false,
  answered: false,
  reason,
})

/** With more unanswered events than this, the relay is not keeping up. */
const MAX_PENDING = 2_000

/**
 * One line's events that one relay has yet to answer with OK. An event published while the relay is away
 * waits for it, and one that was under way when the connection broke is sent again, both only until its
 * time-out.
 */
export class Publications {
  readonly #pending = new Map<string, Publication>()
  readonly #send: (frame: ClientFrame) => void
  #open = false

  constructor(send: (frame: ClientFrame) => void) {
    this.#send = send
  }

  /** Never rejects; an event that is under way already is not sent twice. @param timeout ms */
  publish(event: NostrEvent, timeout: number): Promise<PublishOutcome> {
    const underWay = this.#pending.get(event.id)
    if (underWay) return underWay.outcome
    if (this.#pending.size >= MAX_PENDING) {
      return Promise.resolve(unanswered('too many unanswered events'))
    }
    const { promise: outcome, resolve } = Promise.withResolvers<PublishOutcome>()
    const timer = setTimeout(() => {
      const reason = publication.sent ? `no answer within ${timeout} ms` : 'not connected'
      this.#settle(event.id, unanswered(reason))
    }, timeout)
    const publication: Publication = { event, sent: false, outcome, resolve, timer }
    this.#pending.set(event.id, publication)
    if (this.#open) this.#transmit(publication)
    return outcome
  }

  opened(): void {
    this.#open = true
    this.resend()
  }

  closed(): void {
    this.#open = false
  }

  /** Resends everything unanswered: after a reconnect, or after AUTH was accepted. */
  resend(): void {
    for (const publication of this.#pending.values()) this.#transmit(publication)
  }

  /** Our event that the answer was for; null when it was for none. */
  onOk(id: string, outcome: PublishOutcome): NostrEvent | null {
    return this.#settle(id, outcome)
  }

  has(id: string): boolean {
    return this.#pending.has(id)
  }

  failAll(reason: string): void {
    for (const id of [...this.#pending.keys()]) this.#settle(id, unanswered(reason))
  }

  #transmit(publication: Publication): void {
    publication.sent = true
    this.#send(['EVENT', publication.event])
  }

  #settle(id: string, outcome: PublishOutcome): NostrEvent | null {
    const publication = this.#pending.get(id)
    if (!publication) return null
    clearTimeout(publication.timer)
    this.#pending.delete(id)
    publication.resolve(outcome)
    return publication.event
  }
}
