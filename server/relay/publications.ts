import type { NostrEvent } from '#contract/nostr.ts'
import { relay as texts } from '#contract/relay-messages.ts'
import type { ClientFrame } from './frames.ts'

/**
 * What became of one event on one relay. `answered`: the reason is the relay's own words, not that
 * it said nothing; `wasSent`: it said nothing, and may have taken it.
 */
export type PublishOutcome =
  | { accepted: true }
  | { accepted: false; answered: boolean; wasSent?: true; reason: string }

/** How one event is sent. */
export interface Sending {
  /** Withdraws it: once aborted, nothing of it is written, or written again. */
  signal?: AbortSignal | undefined
  /**
   * It may be more than the relay takes: a connection that ends over it is the relay's refusal, and it is
   * not sent again over the next one.
   */
  isLarge?: boolean | undefined
}

interface Publication {
  event: NostrEvent
  sent: boolean
  isLarge: boolean
  signal: AbortSignal | undefined
  outcome: Promise<PublishOutcome>
  resolve(outcome: PublishOutcome): void
  timer: NodeJS.Timeout
  /** Listens for the signal. */
  onAbort(): void
}

/** The relay said nothing to it, and why. */
export const unanswered = (reason: string) => ({
  accepted: false,
  answered: false,
  reason,
})

/** For whoever asks why an event did not leave whose signal was aborted. */
const WITHDRAWN = 'withdrawn'

/** With more unanswered events than this, the relay is not keeping up. */
const MAX_PENDING = 2_000

/**
 * One line's events that one relay has yet to answer with OK. An event published while the relay is away
 * waits for it, and one that was under way when the connection broke is sent again, both only until its
 * time-out. One whose signal aborts is neither sent nor sent again from then on.
 */
export class Publications {
  readonly #pending = new Map<string, Publication>()
  readonly #send: (frame: ClientFrame) => void
  #open = false

  constructor(send: (frame: ClientFrame) => void) {
    this.#send = send
  }

  /**
   * Never rejects; an event that is under way already is not sent twice.
   *
   * @param timeout ms
   */
  publish(
    event: NostrEvent,
    timeout: number,
    { signal, isLarge = false }: Sending = {},
  ): Promise<PublishOutcome> {
    if (signal?.aborted) return Promise.resolve(unanswered(WITHDRAWN))
    const underWay = this.#pending.get(event.id)
    if (underWay) return underWay.outcome
    if (this.#pending.size >= MAX_PENDING) {
      return Promise.resolve(unanswered(texts.tooMany))
    }
    const { promise: outcome, resolve } = Promise.withResolvers<PublishOutcome>()
    const timer = setTimeout(() => {
      const reason = publication.sent ? texts.unanswered(timeout) : texts.notConnected
      this.#giveUp(event.id, reason)
    }, timeout)
    const onAbort = () => void this.#settle(event.id, unanswered(WITHDRAWN))
    const publication = { event, sent: false, isLarge, signal, outcome, resolve, timer, onAbort }
    this.#pending.set(event.id, publication)
    signal?.addEventListener('abort', onAbort)
    if (this.#open) this.#transmit(publication)
    return outcome
  }

  opened(): void {
    this.#open = true
    this.resend()
  }

  closed(): void {
    this.#open = false
    for (const [id, { isLarge, sent }] of [...this.#pending]) {
      if (isLarge && sent) this.#settle(id, { ...unanswered(texts.closed), answered: true })
    }
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
    for (const id of [...this.#pending.keys()]) this.#giveUp(id, reason)
  }

  #giveUp(id: string, reason: string): void {
    const wasSent = this.#pending.get(id)?.sent
    this.#settle(id, { ...unanswered(reason), ...(wasSent && { wasSent }) })
  }

  /** `#send` writes to the socket before it returns, so that no abort comes in between. */
  #transmit(publication: Publication): void {
    if (publication.signal?.aborted) return
    publication.sent = true
    this.#send(['EVENT', publication.event])
  }

  #settle(id: string, outcome: PublishOutcome): NostrEvent | null {
    const publication = this.#pending.get(id)
    if (!publication) return null
    clearTimeout(publication.timer)
    publication.signal?.removeEventListener('abort', publication.onAbort)
    this.#pending.delete(id)
    publication.resolve(outcome)
    return publication.event
  }
}
