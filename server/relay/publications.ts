import { relay as texts } from '#contract/codes.ts'
import type { Failure } from '#contract/message.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import type { ClientFrame } from './frames.ts'

/** Why a relay has not accepted an event. */
export interface Unaccepted {
  /** It has refused the event, or ended the connection over a large one. */
  answered: boolean
  /** It did not answer, and may have accepted the event. */
  wasSent?: true
  why: Failure
}

/** The result of publishing one event to one relay. */
export type PublishOutcome = { accepted: true } | ({ accepted: false } & Unaccepted)

/** How one event is sent. */
export interface Sending {
  /** Withdraws the event: once aborted, it is not written, or not again. */
  signal?: AbortSignal | undefined
  /**
   * The event may be larger than the relay accepts. If the connection ends after the event was sent, that counts
   * as a refusal, and it is not sent again.
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

/** The outcome when a relay has not answered. */
export const unanswered = (why: Failure) => ({ accepted: false, answered: false, why })

/** The reason when the event's signal was aborted. */
const WITHDRAWN = { error: 'withdrawn' }

/** With more unanswered events than this, the relay is not keeping up. */
const MAX_PENDING = 2_000

/**
 * One session's events that one relay has yet to answer with OK. Until its time-out, an event published
 * while the relay is away waits for it, and one under way when the connection breaks is sent again. Once its
 * signal aborts, an event is not sent any more.
 */
export class Publications {
  readonly #pending = new Map<string, Publication>()
  readonly #send: (frame: ClientFrame) => void
  readonly #timeout: number
  #open = false

  /**
   * @param send writes to the socket before it returns, so that no abort comes in between
   * @param timeout how long an event waits for the relay's OK, in milliseconds
   */
  constructor(send: (frame: ClientFrame) => void, timeout: number) {
    this.#send = send
    this.#timeout = timeout
  }

  /** Never rejects; an event that is under way already is not sent twice. */
  publish(event: NostrEvent, { signal, isLarge = false }: Sending = {}): Promise<PublishOutcome> {
    const timeout = this.#timeout
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
    const onAbort = () => void this.settle(event.id, unanswered(WITHDRAWN))
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
      if (isLarge && sent) this.settle(id, { ...unanswered(texts.closed), answered: true })
    }
  }

  /** Sends everything unanswered again: after a reconnect, or after the relay's response to AUTH. */
  resend(): void {
    for (const publication of this.#pending.values()) this.#transmit(publication)
  }

  has(id: string): boolean {
    return this.#pending.has(id)
  }

  failAll(reason: Failure): void {
    for (const id of [...this.#pending.keys()]) this.#giveUp(id, reason)
  }

  #giveUp(id: string, reason: Failure): void {
    const wasSent = this.#pending.get(id)?.sent
    this.settle(id, { ...unanswered(reason), ...(wasSent && { wasSent }) })
  }

  #transmit(publication: Publication): void {
    publication.sent = true
    this.#send(['EVENT', publication.event])
  }

  /** @returns the event; null when none with this id is pending */
  settle(id: string, outcome: PublishOutcome): NostrEvent | null {
    const publication = this.#pending.get(id)
    if (!publication) return null
    clearTimeout(publication.timer)
    publication.signal?.removeEventListener('abort', publication.onAbort)
    this.#pending.delete(id)
    publication.resolve(outcome)
    return publication.event
  }
}
